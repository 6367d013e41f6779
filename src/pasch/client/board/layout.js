// The cells of an area, arranged by its layout. Each cell says where it is (--n from the first, --row and
// --column in a grid) and how many slots it has.

import { el, withFacts } from "../ui/dom.js";
import { icon, withIcons } from "../ui/icons.js";

/** @import { Child } from "../ui/dom.js" */
/** @typedef {(cell: scene.Cell) => Node | null} Dress Gives a cell its pieces. */
/** @typedef {[number, number]} Point */

/** @param {scene.Area} area @param {Dress} dress */
export function arrange(area, dress) {
  const draw = { ring, row, grid, track, list }[area.layout];
  const drawn = draw(area, dress);
  /** @type {NodeListOf<HTMLElement>} */
  const cells = drawn.querySelectorAll(".cell");
  cells.forEach((cell, n) => withFacts(cell, { "--n": n, "--slots": area.cells[n].slots.length }));
  return drawn;
}

/** @param {scene.Cell} cell @param {Dress} dress @param {Child[]} parts */
function place(cell, dress, ...parts) {
  const look = { class: `cell ${cell.look}`.trim(), "data-cell": cell.key, "data-colour": cell.colour };
  return el("div", look,
    parts,
    dress(cell),
    cell.lines.length > 0 && el("span", { class: "lines" }, cell.lines.map((line) => el("span", {}, withIcons(line)))),
    cell.corner && el("span", { class: "corner" }, withIcons(cell.corner)),
    cell.badge && el("span", { class: "badge" }, withIcons(cell.badge)),
  );
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

/** Arrange cells clockwise along the edge of a rectangle, from the top left corner. Corners belong to top and bottom
 *  and say on which side they are.
 *  @param {scene.Area} area @param {Dress} dress */
function ring(area, dress) {
  const points = aroundEdge(area.cells.length);
  const items = area.cells.map((cell, i) => {
    const item = place(cell, dress, pictureOf(cell), labelOf(cell));
    /** @type {NodeListOf<HTMLElement>} */
    const queue = item.querySelectorAll("[data-kind=figure]");
    queue.forEach((figure, k) => withFacts(figure, { "--nth": k }));
    const { x, y, side } = points[i];
    withFacts(item, { "--x": x, "--y": y });
    item.dataset.side = side;
    if ("ns".includes(side) && (x === 0 || x === 1)) item.dataset.corner = x ? "e" : "w";
    return item;
  });
  return el("div", { class: "cells" }, items);
}

/** @param {number} n @returns {{ x: number, y: number, side: string }[]} */
function aroundEdge(n) {
  const sides = Math.max(1, Math.floor((n - 1) / 4));
  const bottom = Math.floor((n - 2 * sides) / 2);
  const top = n - 2 * sides - bottom;
  const along = (/** @type {number} */ i, /** @type {number} */ of) => (of > 1 ? i / (of - 1) : 0.5);
  const between = (/** @type {number} */ i) => (i + 1) / (sides + 1);
  return [
    ...Array.from({ length: top }, (_, i) => ({ x: along(i, top), y: 0, side: "n" })),
    ...Array.from({ length: sides }, (_, i) => ({ x: 1, y: between(i), side: "e" })),
    ...Array.from({ length: bottom }, (_, i) => ({ x: 1 - along(i, bottom), y: 1, side: "s" })),
    ...Array.from({ length: sides }, (_, i) => ({ x: 0, y: 1 - between(i), side: "w" })),
  ];
}

/** @param {scene.Area} area @param {Dress} dress */
function row(area, dress) {
  return el("div", { class: "cells" }, area.cells.map((cell) => place(cell, dress, pictureOf(cell), labelOf(cell))));
}

/** @type {[string, Point][]} */
const SIDES = [["n", [-1, 0]], ["e", [0, 1]], ["s", [1, 0]], ["w", [0, -1]]];

/** Arrange cells in rows and columns; neighbours of one group have no wall between them.
 *  @param {scene.Area} area @param {Dress} dress */
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
    return withFacts(item, { "--row": line, "--column": column });
  });
  return withFacts(el("div", { class: "cells" }, items), { "--columns": columns });
}

/** Arrange cells in one line; a new stretch begins where the colour changes.
 *  @param {scene.Area} area @param {Dress} dress */
function track(area, dress) {
  /** @type {scene.Cell[][]} */
  const stretches = [];
  area.cells.forEach((cell) => {
    const last = stretches.at(-1);
    if (last && last[0].colour === cell.colour) last.push(cell);
    else stretches.push([cell]);
  });
  const counted = stretches.length > 1;
  const number = (/** @type {number} */ n) => el("span", { class: "count", "aria-hidden": "true" }, String(n));
  const drawn = stretches.map((cells) => {
    const steps = cells.map((cell, i) => place(cell, dress, pictureOf(cell), counted && cell.icon ? number(i + 1) : labelOf(cell)));
    return withFacts(el("div", { class: "stretch", "data-colour": cells[0].colour }, steps), { "--cells": cells.length });
  });
  return el("div", { class: counted ? "stretches counted" : "stretches" }, drawn);
}

/** Arrange cells in boxes; a cell without a label shares the box of the cell before.
 *  @param {scene.Area} area @param {Dress} dress */
function list(area, dress) {
  /** @type {scene.Cell[][]} */
  const boxes = [];
  area.cells.forEach((cell) => {
    const last = boxes.at(-1);
    if (cell.label || !last) boxes.push([cell]);
    else last.push(cell);
  });
  return el("div", { class: "boxes" }, boxes.map((cells) => box(cells, dress)));
}

/** @param {scene.Cell[]} cells @param {Dress} dress */
function box(cells, dress) {
  const [first] = cells;
  if (cells.length > 1) {
    const rows = cells.map((cell) => place(cell, dress, pictureOf(cell)));
    return el("div", { class: "box lines" }, boxHead(first), el("div", { class: "rows" }, rows));
  }
  const item = place(first, dress, boxHead(first), pictureOf(first));
  item.classList.add("box");
  return item;
}

/** @param {scene.Cell} cell */
function boxHead(cell) {
  return cell.label || cell.note ? el("p", { class: "head" }, labelOf(cell), noteOf(cell)) : null;
}
