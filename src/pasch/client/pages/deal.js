// The same dice at several tables: who made what of them.

import { RESULTS_ON_A_PAGE } from "../ui/defaults.js";
import { button, el, fill } from "../ui/dom.js";
import { language, say, sayMany } from "../ui/i18n.js";
import { icon } from "../ui/icons.js";
import { settings } from "../device/settings.js";
import { get } from "../connection/api.js";
import { copyButton } from "../table/invite.js";
import { open } from "./layout.js";

const CODE = decodeURIComponent(location.pathname.split("/")[2] ?? "").toUpperCase();
const GAME = new URLSearchParams(location.search).get("game");

open(draw);

/** @param {HTMLElement} main */
async function draw(main) {
  /** @type {[messages.DealResult[], games.GameFacts[]]} */
  const [results, games] = await Promise.all([page(1), get(`/games?language=${settings.language}`)]);
  document.title = say("The same dice: {code}", { code: CODE });
  show(main, results, games, 1);
}

/** @param {number} n @returns {Promise<messages.DealResult[]>} */
function page(n) {
  return get(`/deals/${encodeURIComponent(CODE)}?page=${n}&language=${settings.language}`);
}

/** @param {HTMLElement} main @param {messages.DealResult[]} results @param {games.GameFacts[]} games @param {number} pages */
function show(main, results, games, pages) {
  const more = async () => show(main, [...results, ...(await page(pages + 1))], games, pages + 1);
  const isWhole = results.length < pages * RESULTS_ON_A_PAGE;
  fill(main, heading(), sections(results, games), !isWhole && button(say("More results"), more, { id: "more" }), share());
}

function heading() {
  return el("section", { class: "welcome" },
    el("div", {},
      el("h1", {}, say("The same dice: {code}", { code: CODE })),
      el("p", {}, say("Everybody who plays with this code gets the same dice. What did they make of them?")),
    ),
    el("div", { class: "welcome-dice", "aria-hidden": "true" }, icon("🎲"), icon("🎲")),
  );
}

/** @param {messages.DealResult[]} results @param {games.GameFacts[]} games */
function sections(results, games) {
  const groups = Map.groupBy(results, ({ game, seats, options }) => JSON.stringify([game, seats, options]));
  const gameOf = (/** @type {string | null} */ wanted) => games.find(({ key }) => key === wanted);
  const found = [...groups.values()].flatMap((group) => {
    const game = gameOf(group[0].game);
    return game ? [resultsCard(group, game)] : [];
  });
  const asked = gameOf(GAME);
  if (asked && !results.some(({ game }) => game === GAME)) return [nobodyYet(asked), ...found];
  return found.length ? found : [nobodyYet()];
}

/** @param {games.GameFacts} [game] */
function nobodyYet(game) {
  return el("section", { class: "card stack" },
    game && el("h2", {}, icon(game.icon), " ", game.title),
    el("p", {}, say("Nobody has played these dice to the end yet. Be the first!")),
    game ? playLink(game.key, game.table.length, {}) : row("/", say("Pick a game")),
  );
}

/** @param {messages.DealResult[]} results @param {games.GameFacts} game */
function resultsCard(results, game) {
  const { seats, options } = results[0];
  const differing = game.options.filter(({ name, default: usual }) => name in options && options[name] !== usual);
  const changed = Object.fromEntries(differing.map(({ name }) => [name, options[name]]));
  const rules = differing.map(({ name, meaning }) => `${meaning}: ${inWords(options[name])}`);
  return el("section", { class: "card stack", "data-game": game.key },
    el("h2", {}, icon(game.icon), " ", game.title),
    el("p", { class: "soft" }, [sayMany("{n} seat", "{n} seats", seats), ...rules].join(" · ")),
    el("table", { class: "plain results" },
      el("thead", {}, el("tr", {}, [say("What came of it"), say("When"), say("Watch")].map((text) => el("th", { scope: "col" }, text)))),
      el("tbody", {}, results.map((result) => resultRow(result, game.together))),
    ),
    playLink(game.key, seats, changed),
  );
}

/** @param {unknown} value */
function inWords(value) {
  if (typeof value === "boolean") return value ? say("yes") : say("no");
  return typeof value === "object" && value && "title" in value ? value.title : value;
}

/** @param {messages.DealResult} table @param {boolean} together */
function resultRow(table, together) {
  return el("tr", { "data-table": table.table },
    el("td", {}, table.names.map((name, seat) => resultOf(name, table.lines[seat], table.returns, seat, together))),
    el("td", {}, new Date(table.finished * 1000).toLocaleString(language(), { dateStyle: "short", timeStyle: "short" })),
    el("td", {}, el("a", { class: "link", href: `/t/${table.table}` }, say("Watch"))),
  );
}

/** @param {string} name @param {string} line @param {number[]} returns @param {number} seat @param {boolean} together */
function resultOf(name, line, returns, seat, together) {
  const won = returns[seat] > 0 && returns[seat] === Math.max(...returns);
  return el("div", { class: won ? "results-seat won" : "results-seat" },
    icon(won ? "👑" : "🎲"),
    el("span", {}, name),
    el("span", { class: "soft" }, [line, won ? say("won") : together && say("lost")].filter(Boolean).join(" · ")),
  );
}

/** @param {string} game @param {number} seats @param {Record<string, unknown>} options */
function playLink(game, seats, options) {
  const asked = new URLSearchParams({ deal: CODE, seats: String(seats) });
  for (const [name, value] of Object.entries(options)) if (typeof value !== "object") asked.set(`set.${name}`, String(value));
  return row(`/new/${game}?${asked}`, say("Play these dice"));
}

/** @param {string} href @param {string} words */
function row(href, words) {
  return el("div", { class: "row" }, el("a", { class: "button primary", href }, words));
}

function share() {
  const address = location.href;
  const onfocus = (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => currentTarget.select();
  const field = el("input", { type: "text", readonly: true, id: "share", value: address, onfocus });
  return el("section", { class: "card stack" },
    el("h2", {}, icon("🔗"), " ", say("Send these dice to friends")),
    el("label", { for: "share" }, say("Whoever opens this link can play them too")),
    el("div", { class: "ask" }, field, copyButton(say("Copy"), address)),
  );
}
