// Draws a scene, whatever game it is: every area with the seat it belongs to, the others in the middle.

import { el, hasFlag, withFacts } from "../ui/dom.js";
import { withIcons } from "../ui/icons.js";
import { arrange } from "./layout.js";
import { pieceElement } from "./pieces.js";

const SMALLEST = 7; // pixels, of a board without a style sheet of its own
const LARGEST = 40;

/** @typedef {(seat: number | null) => HTMLElement[]} Areas The areas of a seat, or those in the middle. */

/** @param {scene.Scene} scene @returns {Areas} */
export function areasOf(scene) {
  const lying = Map.groupBy(scene.pieces, (piece) => piece.cell);
  const draw = (/** @type {scene.Area} */ area) => areaElement(area, (cell) => lying.get(cell.key) ?? []);
  return (seat) => scene.areas.filter((area) => (area.seat ?? null) === seat).map(draw);
}

/** @param {scene.Area} area @param {(cell: scene.Cell) => scene.Piece[]} lying */
function areaElement(area, lying) {
  const id = `area-${area.key}`.replace(/\W/g, "-");
  const [kind] = area.key.split(":"); // what the areas of all seats share: "cards" of "cards:2"
  return el("section", { class: "area", "data-layout": area.layout, "data-area": area.key, "data-kind": kind, "aria-labelledby": id },
    el("h2", { id }, withIcons(area.title)),
    arrange(area, (cell) => inside(cell, lying(cell))),
  );
}

/** @param {scene.Cell} cell @param {scene.Piece[]} pieces */
function inside({ slots }, pieces) {
  const filled = new Map(pieces.map((piece) => [piece.slot ?? null, piece]));
  const free = pieces.filter((piece) => (piece.slot ?? null) === null).map(pieceElement);
  const places = slots.map((printed, n) => {
    const piece = filled.get(n);
    const slot = el("span", { class: "slot", "data-slot": n }, piece ? pieceElement(piece) : el("span", { class: "printed" }, withIcons(printed)));
    return withFacts(slot, { "--slot": n });
  });
  return places.length + free.length ? el("span", { class: "pieces", "data-many": pieces.length }, places, free) : null;
}

/** Find the largest font size with which nothing on the board has to be scrolled, unless a style sheet says that it fits.
 *  @param {HTMLElement} board */
export function fit(board) {
  if (hasFlag(board, "--fits")) return;
  let [least, most] = [SMALLEST, LARGEST];
  while (most - least > 0.5) {
    const middle = (least + most) / 2;
    board.style.fontSize = `${middle}px`;
    if (board.scrollHeight > board.clientHeight || board.scrollWidth > board.clientWidth) most = middle;
    else least = middle;
  }
  board.style.fontSize = `${least}px`;
}

/** Light these things until others are lit or the board is drawn again.
 *  @param {ParentNode} table @param {string[]} keys */
export function speakOf(table, keys) {
  for (const spoken of table.querySelectorAll(".spoken")) spoken.classList.remove("spoken", "lit");
  for (const key of keys) thing(table, key)?.classList.add("spoken", "lit");
}

/** Return the piece of this key, else the cell.
 *  @param {ParentNode} table @param {string} key @returns {HTMLElement | null} */
export function thing(table, key) {
  const name = CSS.escape(key);
  return key ? table.querySelector(`[data-piece="${name}"]`) ?? table.querySelector(`[data-cell="${name}"]`) : null;
}
