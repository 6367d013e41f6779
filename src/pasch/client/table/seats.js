// Everybody at the table: a viewer's own seat nearest, the others in the order they play.

import { el, fill, settle } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { icon, withIcons } from "../ui/icons.js";

/** @import { Info, Seat } from "../connection/updates.js" */
/** @import { Areas } from "../board/board.js" */

/** @param {Element} list @param {Info} info @param {scene.Scene} scene @param {number | null} me @param {Areas} areas @param {(seat: number) => unknown} standIn */
export function renderOthers(list, info, scene, me, areas, standIn) {
  const all = info.seats.map((_, n) => n);
  const others = me === null ? all : [...all.slice(me + 1), ...all.slice(0, me)];
  settle(list, others.map((n) => seatElement("li", info, n, scene.seats[n], areas(n), me === null ? null : () => standIn(n))));
}

/** @param {Element} box @param {Info} info @param {scene.Scene} scene @param {number | null} me @param {Areas} areas */
export function renderMe(box, info, scene, me, areas) {
  const shown = me === null ? el("p", { class: "watching" }, icon("👀"), " ", say("You are watching.")) : seatElement("div", info, me, scene.seats[me], areas(me), null);
  settle(box, [shown]);
}

/** Draw who is asked, and what.
 *  @param {Element} box @param {Info} info @param {messages.ViewerSeats} own @param {messages.Snapshot} moment */
export function renderPrompt(box, info, own, { scene, over }) {
  const turn = scene.seats.findIndex(({ to_move: isToMove }) => isToMove);
  const isMine = turn >= 0 && info.seats[turn].mine;
  const name = turn < 0 || over ? null : isMine && own.seats.length === 1 ? say("You") : scene.seats[turn].name;
  const pill = name && el("strong", { class: isMine ? "pill mine" : "pill" }, name);
  fill(box, pill, el("span", { class: "question" }, withIcons(scene.prompt)));
  document.title = [isMine && !over ? say("Your turn") : "", info.title].filter(Boolean).join(" · ");
  document.body.dataset.turn = isMine && !over ? "mine" : "";
}

/** @param {"li" | "div"} tag @param {Info} info @param {number} n @param {scene.SeatLine} line @param {HTMLElement[]} areas @param {(() => unknown) | null} standIn */
function seatElement(tag, { seats }, n, line, areas, standIn) {
  const seat = seats[n];
  const classes = ["seat", seat.mine && "mine", line.to_move && "to-move", line.share > 0 && "winner"].filter(Boolean).join(" ");
  return el(tag, { class: classes, "data-seat": n, "data-colour": line.colour, "aria-current": line.to_move ? "true" : null },
    head(seat, line, standIn),
    areas.length > 0 && el("div", { class: "areas" }, areas),
  );
}

/** Draw the head of a seat; for an absent player it is the button that lets a bot stand in.
 *  @param {Seat} seat @param {scene.SeatLine} line @param {(() => unknown) | null} standIn */
function head(seat, line, standIn) {
  const isThere = seat.kind !== "person" || seat.mine || (seat.here && !seat.away);
  if (isThere) return el("div", { class: "head" }, token(line), who(seat, line));
  const words = seat.away ? say("A bot stands in.") : say("Not connected.");
  const parts = [token(line, el("span", { class: "absence" }, icon(seat.away ? "🤖" : "⏳", words))), who(seat, line)];
  if (seat.away || !standIn) return el("div", { class: "head absent", title: words }, parts);
  const offer = say("Let a bot stand in");
  return el("button", { type: "button", class: "head absent", title: `${words} ${offer}`, onclick: standIn }, parts);
}

/** @param {Seat} seat @param {scene.SeatLine} line */
function who(seat, line) {
  return el("span", { class: "who" },
    el("span", { class: "name", title: seat.name }, seat.name || say("open seat"), sign(seat, line)),
    el("span", { class: "state" }, line.count ? el("strong", { class: "count" }, withIcons(line.count)) : null, el("span", {}, withIcons(line.text))),
  );
}

/** @param {Seat} seat @param {scene.SeatLine} line */
function sign(seat, line) {
  if (line.share > 0) return el("span", { class: "sign", title: say("won") }, icon("👑"));
  if (seat.kind === "bot") return el("span", { class: "sign", title: `${say("bot")}: ${seat.bot}` }, icon("🤖"));
  return null;
}

/** @param {scene.SeatLine} line @param {HTMLElement | null} [absence] */
export function token(line, absence = null) {
  return el("span", { class: "token", "data-colour": line.colour }, icon(line.icon || "👤"), absence);
}
