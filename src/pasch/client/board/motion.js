// Pieces glide from where they lay to where they lie, and dice tumble. Drawing only: what the
// scene says is already on the board when anything starts to move.

import { byId, fill, one } from "../ui/dom.js";
import { calm } from "../device/settings.js";
import { dieFace, faceKey, lookOf } from "./pieces.js";

const GLIDE = 420;
const TUMBLE = 620;
const FACES_SHOWN = 7;
const FADE = 260;
const HOP = 0.5; // of a glide, for each cell gone by

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/** @type {Map<string, Map<string, scene.Piece>>} */
const facesSeen = new Map();

/** @type {Set<() => void>} */
const pauses = new Set();

/** @param {number} milliseconds @returns {Promise<void>} */
export function pause(milliseconds) {
  return new Promise((done) => {
    const go = () => {
      pauses.delete(go);
      done();
    };
    pauses.add(go);
    setTimeout(go, milliseconds);
  });
}

/** Finish every movement at once. */
export function skip() {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
  }
  for (const go of [...pauses]) go();
}

/** Draw with `redraw` and move what has moved, until everything lies still.
 *  @param {HTMLElement} board @param {scene.Scene | null | undefined} before @param {scene.Scene} after @param {() => void} redraw @param {{ rolled: boolean, pace?: number }} how */
export async function moveTo(board, before, after, redraw, { rolled, pace = 1 }) {
  remember(after);
  if (calm() || !before) return redraw();
  const places = placesOf(board);
  redraw();
  const origins = originsOf(before, after);
  const changed = rolled ? rolledDice(before, after, origins) : new Set();
  const moves = after.pieces.map((piece) => {
    const element = /** @type {HTMLElement | null} */ (board.querySelector(`[data-piece="${CSS.escape(piece.key)}"]`));
    if (!element?.checkVisibility()) return null;
    if (changed.has(piece.key)) return tumble(element, piece, pace);
    const from = places.get(origins.get(piece.key) ?? "");
    const way = piece.kind === "figure" ? wayOf(piece, before, after) : [];
    const cells = way.flatMap((key) => board.querySelector(`[data-cell="${CSS.escape(key)}"]`) ?? []);
    return from ? glide(element, from, cells, pace) : appear(element, pace);
  });
  await Promise.all(moves);
}

/** Return the cells that a figure passes: on a ring in its order, on a track either way.
 *  @param {scene.Piece} piece @param {scene.Scene} before @param {scene.Scene} after */
function wayOf({ key, cell }, before, after) {
  const left = before.pieces.find((piece) => piece.key === key)?.cell;
  const area = after.areas.find(({ layout, cells }) => ["ring", "track"].includes(layout) && cells.some((each) => each.key === cell));
  const keys = area?.cells.map((each) => each.key) ?? [];
  const [from, to] = [keys.indexOf(left ?? ""), keys.indexOf(cell)];
  if (from < 0 || from === to) return [];
  if (area?.layout === "ring") return keys.concat(keys).slice(from + 1, to > from ? to : to + keys.length);
  return from < to ? keys.slice(from + 1, to) : keys.slice(to + 1, from).reverse();
}

/** @param {HTMLElement} board @returns {Map<string | undefined, Box>} */
function placesOf(board) {
  /** @type {NodeListOf<HTMLElement>} */
  const pieces = board.querySelectorAll("[data-piece]");
  const seen = [...pieces].filter((piece) => piece.checkVisibility());
  return new Map(Array.from(seen, (piece) => [piece.dataset.piece, whereIs(piece)]));
}

/** @param {HTMLElement} element */
function whereIs(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, width, height };
}

/** Return for each piece where it came from: the piece with its key, or one that vanished and looked the same.
 *  @param {scene.Scene} before @param {scene.Scene} after */
function originsOf(before, after) {
  const kept = new Set(after.pieces.map((piece) => piece.key));
  const vanished = before.pieces.filter((piece) => !kept.has(piece.key));
  const known = new Set(before.pieces.map((piece) => piece.key));
  /** @type {Map<string, string>} */
  const origins = new Map();
  for (const piece of after.pieces) {
    if (known.has(piece.key)) {
      origins.set(piece.key, piece.key);
      continue;
    }
    const i = vanished.findIndex((gone) => lookOf(gone) === lookOf(piece));
    if (i >= 0) origins.set(piece.key, vanished.splice(i, 1)[0].key);
  }
  return origins;
}

/** @param {scene.Scene} before @param {scene.Scene} after @param {Map<string, string>} origins */
function rolledDice(before, after, origins) {
  const faces = new Map(before.pieces.map((piece) => [piece.key, faceKey(piece)]));
  const isRolled = (/** @type {scene.Piece} */ piece) => faces.get(origins.get(piece.key) ?? "") !== faceKey(piece);
  return new Set(after.pieces.filter((piece) => piece.kind === "die" && isRolled(piece)).map((piece) => piece.key));
}

/** Let a copy fly above everything, past the cells on its way; the piece itself appears when the copy arrives.
 *  @param {HTMLElement} element @param {Box} from @param {Element[]} by @param {number} pace */
async function glide(element, from, by, pace) {
  const to = whereIs(element);
  const moved = Math.hypot(to.left - from.left, to.top - from.top);
  if (moved < 2) return;
  const copy = copyOf(element, to);
  element.style.visibility = "hidden";
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  const stops = by.map((cell) => over(cell, to));
  const how = { duration: GLIDE * pace * (1 + stops.length * HOP), easing: stops.length ? "ease-in-out" : "cubic-bezier(0.3, 0, 0.15, 1)" };
  await copy.animate([{ transform: start }, ...stops, { transform: "none" }], how).finished.catch(() => {});
  copy.remove();
  element.style.visibility = "";
}

/** Return the piece's box, moved to the middle of the cell.
 *  @param {Element} cell @param {Box} to */
function over(cell, { left, top, width, height }) {
  const box = cell.getBoundingClientRect();
  const x = box.left + scrollX + (box.width - width) / 2 - left;
  const y = box.top + scrollY + (box.height - height) / 2 - top;
  return { transform: `translate(${x}px, ${y}px)`, easing: "cubic-bezier(0.5, -0.4, 0.5, 1.4)" };
}

/** @param {HTMLElement} element @param {Box} box */
function copyOf(element, { left, top }) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  copy.removeAttribute("data-piece");
  copy.removeAttribute("data-at-choice");
  copy.classList.remove("open");
  Object.assign(copy.style, {
    position: "absolute",
    margin: "0",
    left: `${left}px`,
    top: `${top}px`,
    fontSize: getComputedStyle(element).fontSize,
    transformOrigin: "0 0",
  });
  byId("flight").append(copy);
  return copy;
}

/** @param {HTMLElement} element @param {number} pace */
async function appear(element, pace) {
  const frames = [{ opacity: 0, transform: "scale(0.6)" }, { opacity: 1, transform: "none" }];
  await element.animate(frames, { duration: FADE * pace, easing: "ease-out" }).finished.catch(() => {});
}

/** @param {HTMLElement} element @param {scene.Piece} piece @param {number} pace */
async function tumble(element, piece, pace) {
  const face = one(".face", HTMLElement, element);
  const landed = [...face.childNodes];
  const others = facesLike(piece);
  const hop = element.animate(
    [
      { transform: "translateY(-60%) rotate(-300deg) scale(0.85)" },
      { transform: "translateY(8%) rotate(-120deg) scale(1.06)", offset: 0.45 },
      { transform: "translateY(-14%) rotate(-40deg)", offset: 0.7 },
      { transform: "none" },
    ],
    { duration: TUMBLE * pace, easing: "ease-out" },
  );
  for (let i = 0; i < FACES_SHOWN - 2 && others.length; i++) {
    fill(face, dieFace(others[(i * 5 + 1) % others.length]));
    await pause((TUMBLE * pace) / FACES_SHOWN);
  }
  face.replaceChildren(...landed);
  await hop.finished.catch(() => {});
}

/** @param {scene.Piece} piece @returns {Partial<scene.Piece>[]} */
function facesLike(piece) {
  const family = piece.pips ? "pips" : piece.icon ? "pictures" : "numbers";
  if (family === "pips") return [1, 2, 3, 4, 5, 6].map((pips) => ({ pips }));
  return [...(facesSeen.get(family)?.values() ?? [])];
}

/** @param {scene.Scene} scene */
function remember(scene) {
  for (const piece of scene.pieces) {
    if (piece.kind !== "die" || piece.pips) continue;
    const family = piece.icon ? "pictures" : "numbers";
    const seen = facesSeen.get(family) ?? new Map();
    facesSeen.set(family, seen.set(faceKey(piece), piece));
  }
}
