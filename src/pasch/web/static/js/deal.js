// The same dice at several tables: who made what of them.

import { get } from "./api.js";
import { el } from "./dom.js";
import { open } from "./frame.js";
import { icon } from "./icons.js";
import { settings } from "./settings.js";
import { copyButton } from "./share.js";
import { language, say, sayMany } from "./words.js";

const CODE = decodeURIComponent(location.pathname.split("/")[2] ?? "").toUpperCase();
const GAME = new URLSearchParams(location.search).get("game");

open(draw);

async function draw(main) {
  const [tables, games] = await Promise.all([
    get(`/deals/${encodeURIComponent(CODE)}?language=${settings.language}`),
    get(`/games?language=${settings.language}`),
  ]);
  document.title = say("The same dice: {code}", { code: CODE });
  main.replaceChildren(heading(), ...sections(tables, games), share());
}

function heading() {
  return el(
    "section",
    { class: "welcome" },
    el(
      "div",
      {},
      el("h1", {}, say("The same dice: {code}", { code: CODE })),
      el("p", {}, say("Everybody who plays with this code gets the same dice. What did they make of them?")),
    ),
    el("div", { class: "welcome-dice", "aria-hidden": "true" }, icon("🎲"), icon("🎲")),
  );
}

function sections(tables, games) {
  const groups = Map.groupBy(tables, ({ game, seats, options }) => JSON.stringify([game, seats, options]));
  const found = [...groups.values()].map((group) => results(group, gameOf(games, group[0].game)));
  const asked = gameOf(games, GAME);
  if (asked && !tables.some(({ game }) => game === GAME)) return [invitation(asked), ...found];
  return found.length ? found : [nobodyYet()];
}

function gameOf(games, wanted) {
  return games.find(({ key }) => key === wanted);
}

function invitation(game) {
  return el(
    "section",
    { class: "card stack" },
    el("h2", {}, icon(game.icon), " ", game.title),
    el("p", {}, say("Nobody has played these dice to the end yet. Be the first!")),
    playLink(game.key, game.table.length, {}),
  );
}

function nobodyYet() {
  return el(
    "section",
    { class: "card stack" },
    el("p", {}, say("Nobody has played these dice to the end yet. Be the first!")),
    el("div", { class: "row" }, el("a", { class: "button primary", href: "/" }, say("Pick a game"))),
  );
}

function results(tables, game) {
  const { seats, options } = tables[0];
  const differing = game.options.filter(({ name, default: usual }) => name in options && options[name] !== usual);
  const changed = Object.fromEntries(differing.map(({ name }) => [name, options[name]]));
  const rules = differing.map(({ name, meaning }) => `${meaning}: ${inWords(options[name])}`);
  return el(
    "section",
    { class: "card stack", "data-game": game.key },
    el("h2", {}, icon(game.icon), " ", game.title),
    el("p", { class: "soft" }, [sayMany("{n} seat", "{n} seats", seats), ...rules].join(" · ")),
    el(
      "table",
      { class: "plain results" },
      el("thead", {}, el("tr", {}, [say("What came of it"), say("When"), say("Watch")].map((text) => el("th", { scope: "col" }, text)))),
      el("tbody", {}, tables.map((table) => resultRow(table, game.together))),
    ),
    playLink(game.key, seats, changed),
  );
}

function inWords(value) {
  if (typeof value === "boolean") return value ? say("yes") : say("no");
  return typeof value === "object" ? value.title : String(value);
}

function resultRow(table, together) {
  return el(
    "tr",
    { "data-table": table.table },
    el("td", {}, table.names.map((name, seat) => resultOf(name, table.lines[seat], table.returns, seat, together))),
    el("td", {}, new Date(table.finished * 1000).toLocaleString(language(), { dateStyle: "short", timeStyle: "short" })),
    el("td", {}, el("a", { class: "link", href: `/t/${table.table}` }, say("Watch"))),
  );
}

function resultOf(name, line, returns, seat, together) {
  const won = returns[seat] > 0 && returns[seat] === Math.max(...returns);
  return el(
    "div",
    { class: won ? "results-seat won" : "results-seat" },
    icon(won ? "👑" : "🎲"),
    el("span", {}, name),
    el("span", { class: "soft" }, [line, won ? say("won") : together && say("lost")].filter(Boolean).join(" · ")),
  );
}

function playLink(game, seats, options) {
  const asked = new URLSearchParams({ deal: CODE, seats });
  for (const [name, value] of Object.entries(options)) if (typeof value !== "object") asked.set(`set.${name}`, value);
  return el(
    "div",
    { class: "row" },
    el("a", { class: "button primary", href: `/new/${game}?${asked}` }, say("Play these dice")),
  );
}

function share() {
  const address = location.href;
  const field = el("input", { type: "text", readonly: true, id: "share", value: address, onfocus: () => field.select() });
  return el(
    "section",
    { class: "card stack" },
    el("h2", {}, icon("🔗"), " ", say("Send these dice to friends")),
    el("label", { for: "share" }, say("Whoever opens this link can play them too")),
    el("div", { class: "ask" }, field, copyButton(() => address)),
  );
}
