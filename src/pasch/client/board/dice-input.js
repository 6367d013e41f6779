// Real dice: somebody rolled on the kitchen table and taps in what it was.

import { button, el, fill } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { withIcons } from "../ui/icons.js";
import { pieceElement } from "./pieces.js";

/** @param {Element} box @param {scene.Choice[]} taps @param {(action: number) => unknown} choose */
export function renderDiceInput(box, taps, choose) {
  const buttons = taps.map(({ action, text, ghosts }) =>
    button([ghosts.map(face), el("span", {}, withIcons(text))], () => choose(action), { class: "tap", "data-tap": action }),
  );
  fill(box, taps.length > 0 && [el("h2", {}, say("What did you roll or draw?")), el("div", { class: "faces" }, buttons)]);
}

/** Return the face that somebody typed, or the outcome with that number.
 *  @param {scene.Choice[]} taps @param {string} key */
export function typed(taps, key) {
  if (!/^[1-9]$/.test(key)) return undefined;
  return taps.find(({ text }) => text === key) ?? (taps.some(({ text }) => /^[1-9]$/.test(text)) ? undefined : taps[Number(key) - 1]);
}

/** Draw a face as it would lie on the table.
 *  @param {scene.Piece} piece */
function face(piece) {
  const element = pieceElement(piece);
  element.removeAttribute("data-piece");
  element.setAttribute("aria-hidden", "true");
  return element;
}
