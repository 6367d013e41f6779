// After the game: who won, the next game, the log, the replay, the dice.

import { get, reasonOf } from "./api.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { language, say, sayMany } from "./words.js";

/** @import { Info } from "./own.js" */

/** @typedef {{ rematch: () => unknown, follow: (table: string) => unknown, lookBack: () => unknown }} Actions */

/** @param {Element} box @param {Info} info @param {messages.Moment} moment @param {Actions} actions */
export function renderResult(box, info, moment, actions) {
  box.setAttribute("aria-label", say("Result"));
  box.replaceChildren(
    banner(moment.scene.seats.filter((seat) => seat.share > 0)),
    el("div", { class: "actions" }, nextTable(info, actions), lookBack(actions), downloads(info)),
    diceDetails(info),
  );
}

/** @param {scene.SeatLine[]} winners */
function banner(winners) {
  const names = winners.map(({ name }) => name).join(", ");
  return el(
    "div",
    { class: "banner" },
    el("span", { class: "trophy" }, icon(names ? "🏆" : "🎲")),
    el("h2", {}, names ? say("Won: {names}", { names }) : say("Game over")),
  );
}

/** @param {Info} info @param {Actions} actions */
function nextTable({ seats, rematch: next }, { rematch, follow }) {
  const seated = seats.some((seat) => seat.mine);
  if (!next) return seated ? mainButton("rematch", say("Rematch"), rematch) : null;
  if (seated) return mainButton("next", say("The others want a rematch: join in"), () => follow(next));
  return el("a", { class: "button primary", id: "next", href: `/t/${next}` }, say("Watch the next game"));
}

/** @param {Actions} actions */
function lookBack({ lookBack: onclick }) {
  return el("button", { type: "button", id: "look-back", onclick }, say("Watch again"));
}

/** @param {string} id @param {string} words @param {() => unknown} onclick */
function mainButton(id, words, onclick) {
  return el("button", { type: "button", id, class: "primary", onclick }, words);
}

/** @param {Info} info */
function downloads(info) {
  const { deal } = info.settings;
  const file = { id: "log", download: `${info.game}-${info.id}.jsonl` };
  return [
    link(`/t/${info.id}/review`, say("Review: luck and skill"), { id: "review" }),
    info.log ? link(`/tables/${info.id}/log`, say("Download the log"), file) : null,
    info.seed ? link("/verify", say("Check the dice")) : null,
    deal ? link(`/deal/${encodeURIComponent(deal)}`, say("Compare the results")) : null,
    link("/", say("Other games")),
  ];
}

/** @param {string} href @param {string} words @param {Record<string, string>} [attributes] */
function link(href, words, attributes = {}) {
  return el("a", { class: "button", href, ...attributes }, words);
}

/** @param {Info} info */
function diceDetails(info) {
  const body = el("div", { class: "dice-tables" });
  const load = async (/** @type {boolean} */ isOpen) => {
    if (!isOpen || body.childNodes.length) return;
    try {
      /** @type {tally.Group[]} */
      const kinds = await get(`/tables/${info.id}/dice?language=${language()}`);
      body.replaceChildren(...(kinds.length ? kinds.map(diceTable) : [el("p", {}, say("Nothing was rolled."))]));
    } catch (error) {
      body.textContent = reasonOf(error);
    }
  };
  const summary = el("summary", {}, icon("🎲"), " ", say("The dice of this game"));
  return el("details", { id: "dice", ontoggle: ({ currentTarget }) => load(currentTarget.open) }, summary, body);
}

/** @param {tally.Group} group */
function diceTable({ label, faces, rolls, p }) {
  const most = Math.max(1, ...faces.map(({ rolled, expected }) => Math.max(rolled, expected)));
  const head = [say("Face"), say("Rolled"), say("Expected")].map((words) => el("th", { scope: "col" }, words));
  return el(
    "table",
    {},
    el("caption", {}, `${label}: `, sayMany("{n} roll", "{n} rolls", rolls), chance(p)),
    el("thead", {}, el("tr", {}, head)),
    el("tbody", {}, faces.map((face) => diceRow(face, most))),
  );
}

/** @param {tally.Face} face @param {number} most */
function diceRow({ text, rolled, expected }, most) {
  const share = (/** @type {number} */ n) => `${((100 * n) / most).toFixed(1)}%`;
  const bar = el("span", { class: "bar" }, String(rolled));
  bar.style.setProperty("--part", share(rolled));
  bar.style.setProperty("--mark", share(expected));
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, text),
    el("td", {}, bar),
    el("td", {}, expected.toFixed(1)),
  );
}

/** @param {number | null} p */
function chance(p) {
  if (p === null) return null;
  const percent = (100 * p).toFixed(0);
  return el("small", {}, " · ", say("fair dice are at least this uneven in {percent} % of games", { percent }));
}
