// After the game: who won, the next game, the log, the replay, the dice.

import { button, el, fill, withFacts } from "../ui/dom.js";
import { language, say, sayMany } from "../ui/i18n.js";
import { icon, withIcons } from "../ui/icons.js";
import { bestGrade } from "../device/history.js";
import { calm } from "../device/settings.js";
import { get, reasonOf } from "../connection/api.js";
import { hasPart, kept } from "../connection/dice-proof.js";
import { isSeated } from "../connection/updates.js";
import { pieceElement } from "../board/pieces.js";
import { reviewOf } from "../coach/remarks.js";
import { token } from "../table/seats.js";

/** @import { Info } from "../connection/updates.js" */

/** @typedef {{ lookBack: () => unknown, check: () => unknown }} Actions */
/** @typedef {{ rematch: () => unknown, follow: (table: string) => unknown }} Nexts */

/** Draw the result; return how the game ended.
 *  @param {HTMLElement} box @param {Info} info @param {messages.Snapshot} moment @param {Actions} actions */
export async function renderResult(box, info, moment, actions) {
  box.setAttribute("aria-label", say("Result"));
  const places = el("ol", { class: "places" });
  const ladder = el("ol", { class: "ladder" });
  fill(
    box,
    headline(info, moment),
    places,
    ladder,
    el("div", { class: "actions" },
      el("div", { class: "next" }),
      button(say("Watch again"), actions.lookBack, { id: "look-back" }),
      downloads(info, actions),
    ),
    isSeated(info) && nextTime(info),
    diceDetails(info),
  );
  /** @type {ending.Ending} */
  const ending = await get(`/tables/${info.id}/ending?language=${language()}`);
  const isShared = info.together && ending.ladder.length > 0;
  if (!isShared) places.replaceChildren(...ending.places.map((place, n) => placeElement(place, info, moment, ending.places.length - n)));
  const best = bestGrade(info, ending.ladder);
  ladder.replaceChildren(...ending.ladder.map((each, n) => rung(each, ending.ladder.length - 1 - n === best)));
  if (info.seats.some((seat, n) => seat.mine && moment.scene.seats[n].share > 0)) confetti(box);
  return ending;
}

/** Draw who won, or how well players who win together did.
 *  @param {Info} info @param {messages.Snapshot} moment */
function headline(info, { scene }) {
  const names = scene.seats.filter((seat) => seat.share > 0).map(({ name }) => name).join(", ");
  const lines = info.together ? [scene.prompt] : [names ? say("Won: {names}", { names }) : say("Game over"), scene.prompt];
  const [title, ...more] = lines.map((line) => withIcons(line));
  return el("div", { class: "headline" },
    el("span", { class: "trophy" }, icon(names ? "🏆" : "🎲")),
    el("div", {}, el("h2", {}, title), more.map((line) => el("p", {}, line))),
  );
}

/** Draw a place; places appear from the last to the first.
 *  @param {ending.Place} place @param {Info} info @param {messages.Snapshot} moment @param {number} later */
function placeElement({ seat, rank, share, result, facts, part, pieces }, info, { scene }, later) {
  const classes = ["place-line", info.seats[seat].mine && "mine", share > 0 && "winner"].filter(Boolean).join(" ");
  const line = el("li", { class: classes, "data-place": rank },
    el("strong", { class: "rank" }, share > 0 ? icon("👑", `${rank}.`) : `${rank}.`),
    token(scene.seats[seat]),
    el("span", { class: "name" }, scene.seats[seat].name),
    el("strong", { class: "result" }, withIcons(result)),
    el("small", {}, withIcons(facts)),
    pieces.length ? el("span", { class: "pieces" }, pieces.map(shownPiece)) : null,
  );
  return withFacts(line, { "--part": `${(100 * part).toFixed(0)}%`, "--later": later });
}

/** Draw a piece that is not on the board; these turn over one after another.
 *  @param {scene.Piece} piece @param {number} nth */
function shownPiece(piece, nth) {
  const element = pieceElement(piece);
  element.removeAttribute("data-piece");
  return withFacts(element, { "--nth": nth });
}

/** @param {ending.Rung} rung @param {boolean} isBest */
function rung({ name, takes, is_reached: isReached }, isBest) {
  const attributes = { class: isReached ? "rung reached" : "rung", "aria-current": isReached ? "true" : null };
  return el("li", attributes, el("strong", {}, name), isBest ? el("span", { class: "tag best" }, say("your best so far")) : null, el("small", {}, takes));
}

const SCRAPS = 40;

/** @param {HTMLElement} box */
function confetti(box) {
  if (calm()) return;
  const scraps = Array.from({ length: SCRAPS }, (_, n) => withFacts(el("i"), { "--from": `${(n * 37) % 100}%`, "--hue": (n * 47) % 360, "--wait": `${(n % 10) * 60}ms` }));
  box.append(el("div", { class: "confetti", "aria-hidden": "true" }, scraps));
}

/** Draw the way to the next table.
 *  @param {Info} info @param {Nexts} nexts */
export function nextTable(info, { rematch, follow }) {
  const seated = isSeated(info);
  const next = info.rematch;
  if (!next) return seated ? button(say("Rematch"), rematch, { id: "rematch", class: "primary" }) : null;
  if (seated) return button(say("The others want a rematch: join in"), () => follow(next), { id: "next", class: "primary" });
  return el("a", { class: "button primary", id: "next", href: `/t/${next}` }, say("Watch the next game"));
}

/** @param {Info} info @param {Actions} actions */
function downloads(info, { check }) {
  const { deal } = info.settings;
  const file = { id: "log", download: `${info.game}-${info.id}.jsonl` };
  return [
    link(`/t/${info.id}/review`, say("Review: luck and skill"), { id: "review" }),
    info.log ? link(`/tables/${info.id}/log`, say("Download the log"), file) : null,
    info.seed || hasPart(kept(info.id)) ? button(say("Check the dice"), check, { id: "check-dice" }) : null,
    deal ? link(`/deal/${encodeURIComponent(deal)}`, say("Compare the results")) : null,
    link("/", say("Other games")),
  ];
}

/** @param {string} href @param {string} words @param {Record<string, string>} [attributes] */
function link(href, words, attributes = {}) {
  return el("a", { class: "button", href, ...attributes }, words);
}

/** Draw a tip from the review for each player here; the review is made when somebody asks.
 *  @param {Info} info */
function nextTime({ id, seats }) {
  const words = say("The coach goes through the match. This takes up to a minute.");
  const body = el("div", { role: "status" });
  return unfolding("next-time", [icon("💡"), " ", say("For next time")], body, async () => {
    body.replaceChildren(el("p", {}, words));
    const { accounts } = await reviewOf(id, () => {});
    const mine = accounts.filter((_, seat) => seats[seat].mine);
    return mine.map((account) => tipOf(account, mine.length > 1));
  });
}

/** @param {findings.Account} account @param {boolean} isNamed */
function tipOf({ name, tip }, isNamed) {
  const words = tip || say("Here the coach has no advice in a sentence: the review shows every choice.");
  return el("p", {}, isNamed ? `${name}: ${words}` : words);
}

/** @param {Info} info */
function diceDetails({ id }) {
  const body = el("div", { class: "dice-tables" });
  return unfolding("dice", [icon("🎲"), " ", say("The dice of this game")], body, async () => {
    /** @type {tally.Group[]} */
    const kinds = await get(`/tables/${id}/dice?language=${language()}`);
    return kinds.length ? kinds.map(diceTable) : [el("p", {}, say("Nothing was rolled."))];
  });
}

/** Draw details that are fetched when somebody opens them, and again after a failure.
 *  @param {string} id @param {(string | Node)[]} title @param {HTMLElement} body @param {() => Promise<HTMLElement[]>} ask */
function unfolding(id, title, body, ask) {
  let isAsked = false;
  const load = async (/** @type {boolean} */ isOpen) => {
    if (!isOpen || isAsked) return;
    isAsked = true;
    try {
      body.replaceChildren(...(await ask()));
    } catch (error) {
      isAsked = false;
      body.textContent = reasonOf(error);
    }
  };
  return el("details", { id, ontoggle: ({ currentTarget }) => load(currentTarget.open) }, el("summary", {}, title), body);
}

/** @param {tally.Group} group */
function diceTable({ label, faces, rolls, p }) {
  const most = Math.max(1, ...faces.map(({ rolled, expected }) => Math.max(rolled, expected)));
  const head = [say("Face"), say("Rolled"), say("Expected")].map((words) => el("th", { scope: "col" }, words));
  return el("table", {},
    el("caption", {}, `${label}: `, sayMany("{n} roll", "{n} rolls", rolls), chance(p)),
    el("thead", {}, el("tr", {}, head)),
    el("tbody", {}, faces.map((face) => diceRow(face, most))),
  );
}

/** @param {tally.Face} face @param {number} most */
function diceRow({ text, rolled, expected }, most) {
  const share = (/** @type {number} */ n) => `${((100 * n) / most).toFixed(1)}%`;
  const bar = withFacts(el("span", { class: "bar" }, String(rolled)), { "--part": share(rolled), "--mark": share(expected) });
  return el("tr", {},
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
