// The places of an area, arranged by its layout. Which pieces lie there comes ready made.

import { el } from "./dom.js";
import { icon } from "./icons.js";

const WIDE = 1.5;
const TALL = 0.84;

/** @import { Child } from "./dom.js" */
/** @typedef {(cell: scene.Cell, item: HTMLElement) => Node | string} Dress Gives a cell its pieces and its choices. */
/** @typedef {[number, number]} Point */

/** @param {scene.Area} area @param {Dress} dress */
export function arrange(area, dress) {
  const draw = { ring, row, grid, track, list }[area.layout];
  return draw(area, dress);
}

/** @param {scene.Cell} cell @param {Dress} dress @param {Child[]} parts */
function place(cell, dress, ...parts) {
  const item = el("li", { class: "cell", "data-cell": cell.key, "data-colour": cell.colour }, parts);
  item.append(dress(cell, item));
  return item;
}

/** @param {scene.Cell} cell */
function labelOf(cell) {
  return cell.label ? el("span", { class: "label" }, cell.label) : null;
}

/** @param {scene.Cell} cell */
function noteOf(cell) {
  return cell.note ? el("span", { class: "note" }, cell.note) : null;
}

/** @param {scene.Cell} cell */
function pictureOf(cell) {
  return cell.icon ? el("span", { class: "picture" }, icon(cell.icon, cell.icon)) : null;
}

/** @param {scene.Area} area @param {Dress} dress */
function ring(area, dress) {
  const wide = aroundOval(area.cells.length, WIDE);
  const tall = aroundOval(area.cells.length, TALL);
  const items = area.cells.map((cell, i) => {
    const item = place(cell, dress, pictureOf(cell), labelOf(cell));
    /** @type {NodeListOf<HTMLElement>} */
    const queue = item.querySelectorAll("[data-kind=figure]");
    queue.forEach((figure, k) => withStyle(figure, "--nth", k));
    item.style.cssText = pointStyle("", wide[i]) + pointStyle("t", tall[i]);
    return item;
  });
  return el("ul", { class: "cells" }, items);
}

/** @param {string} prefix @param {Point} point */
function pointStyle(prefix, [x, y]) {
  const length = Math.hypot(x, y);
  const inward = `--${prefix}dx:${(-x / length).toFixed(3)};--${prefix}dy:${(-y / length).toFixed(3)};`;
  return `--${prefix}x:${x.toFixed(3)};--${prefix}y:${y.toFixed(3)};${inward}`;
}

// Points from -1 to 1, the same way apart along an oval that is `aspect` times as wide as high.
/** @param {number} n @param {number} aspect */
function aroundOval(n, aspect) {
  const steps = 720;
  /** @type {Point[]} */
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / steps - Math.PI / 2;
    return [rounder(Math.cos(angle)), rounder(Math.sin(angle))];
  });
  const along = [0];
  for (let i = 1; i <= steps; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1], points[i]];
    along.push(along[i - 1] + Math.hypot((bx - ax) * aspect, by - ay));
  }
  const whole = along[steps];
  return Array.from({ length: n }, (_, k) => points[along.findIndex((way) => way >= (whole * k) / n)]);
}

// A little squarer than an ellipse: more room in the middle.
/** @param {number} part */
function rounder(part) {
  return Math.sign(part) * Math.abs(part) ** 0.8;
}

/** @param {scene.Area} area @param {Dress} dress */
function row(area, dress) {
  return el("ul", { class: "cells" }, area.cells.map((cell) => place(cell, dress, pictureOf(cell), labelOf(cell))));
}

/** @type {[string, Point][]} */
const SIDES = [["n", [-1, 0]], ["e", [0, 1]], ["s", [1, 0]], ["w", [0, -1]]];

// Neighbours of one group have no wall between them.
/** @param {scene.Area} area @param {Dress} dress */
function grid(area, dress) {
  const { cells, columns } = area;
  const groupAt = (/** @type {number} */ line, /** @type {number} */ column) =>
    column < 0 || column >= columns ? null : (cells[line * columns + column]?.group ?? null);
  const items = cells.map((cell, i) => {
    const [line, column] = [Math.floor(i / columns), i % columns];
    const isJoined = (/** @type {Point} */ [down, right]) => cell.group && groupAt(line + down, column + right) === cell.group;
    const joined = SIDES.filter(([, way]) => isJoined(way)).map(([side]) => side);
    const item = place(cell, dress, pictureOf(cell), labelOf(cell), noteOf(cell));
    item.dataset.joined = joined.join(" ");
    return item;
  });
  return withStyle(el("ul", { class: "cells" }, items), "--columns", columns);
}

// One line; where colours change, a new stretch begins.
/** @param {scene.Area} area @param {Dress} dress */
function track(area, dress) {
  /** @type {scene.Cell[][]} */
  const stretches = [];
  area.cells.forEach((cell) => {
    const last = stretches.at(-1);
    if (last && last[0].colour === cell.colour) last.push(cell);
    else stretches.push([cell]);
  });
  const counted = stretches.length > 1;
  const drawn = stretches.map((cells) =>
    withStyle(
      el(
        "ul",
        { class: "stretch", "data-colour": cells[0].colour },
        cells.map((cell, i) => step(cell, counted ? i + 1 : 0)),
      ),
      "--cells",
      cells.length,
    ),
  );
  return el("div", { class: counted ? "stretches counted" : "stretches" }, drawn);

  /** @param {scene.Cell} cell @param {number} n */
  function step(cell, n) {
    return place(cell, dress, pictureOf(cell), n && cell.icon ? count(n) : labelOf(cell));
  }
}

/** @template {HTMLElement} E @param {E} element @param {string} name @param {number} value */
function withStyle(element, name, value) {
  element.style.setProperty(name, String(value));
  return element;
}

/** @param {number} n */
function count(n) {
  return el("span", { class: "count", "aria-hidden": "true" }, String(n));
}

// A cell without a label goes on in the box of the cell before.
/** @param {scene.Area} area @param {Dress} dress */
function list(area, dress) {
  /** @type {scene.Cell[][]} */
  const boxes = [];
  area.cells.forEach((cell) => {
    const last = boxes.at(-1);
    if (cell.label || !last) boxes.push([cell]);
    else last.push(cell);
  });
  const draw = (/** @type {scene.Cell[]} */ cells) => (cells.length > 1 ? lines(cells, dress) : box(cells[0], dress));
  return el("ul", { class: "boxes" }, boxes.map(draw));
}

/** @param {scene.Cell} cell @param {Dress} dress */
function box(cell, dress) {
  const item = place(cell, dress, boxHead(cell), pictureOf(cell));
  item.classList.add("box");
  return item;
}

/** @param {scene.Cell[]} cells @param {Dress} dress */
function lines(cells, dress) {
  const items = cells.map((cell) => place(cell, dress, pictureOf(cell)));
  return el("li", { class: "box lines" }, boxHead(cells[0]), el("ul", {}, items));
}

/** @param {scene.Cell} cell */
function boxHead(cell) {
  return cell.label || cell.note ? el("p", { class: "head" }, labelOf(cell), noteOf(cell)) : null;
}
