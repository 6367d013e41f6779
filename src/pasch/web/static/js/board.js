// Draws a scene, whatever game it is. Choices lie on the piece, the cell or the area they name.

import { el } from "./dom.js";
import { arrange } from "./layout.js";
import { pieceElement } from "./pieces.js";
import { withIcons } from "./texts.js";

/** @import { Dress } from "./layout.js" */
/** @typedef {(choices: scene.Choice[], element: HTMLElement) => unknown} Act Called when somebody taps what carries choices. */
/** @typedef {Map<string, scene.Choice[]>} Open The choices by their place. */

/** @param {HTMLElement} container @param {scene.Scene} scene @param {Act} act */
export function drawBoard(container, scene, act) {
  const lying = Map.groupBy(scene.pieces, (piece) => piece.cell);
  const open = Map.groupBy(scene.choices, (choice) => placeOf(scene, choice.at));
  /** @type {Dress} */
  const dress = (cell, item) => {
    offer(item, cell.key, open.get(`cell ${cell.key}`), act);
    return dressed(lying.get(cell.key) ?? [], open, act);
  };
  container.dataset.shape = shapeOf(scene.areas);
  container.replaceChildren(...parts(scene, (area) => areaElement(area, open, dress, act)));
}

/** @param {scene.Area} area @param {Open} open @param {Dress} dress @param {Act} act */
function areaElement(area, open, dress, act) {
  const id = `area-${area.key}`.replace(/\W/g, "-");
  const buttons = (open.get(`area ${area.key}`) ?? []).map((choice) => areaButton(area, choice, act));
  return el(
    "section",
    { class: "area", "data-layout": area.layout, "data-area": area.key, "aria-labelledby": id },
    el("header", {}, el("h2", { id }, withIcons(area.title)), buttons),
    arrange(area, dress),
  );
}

/** @param {scene.Area} area @param {scene.Choice} choice @param {Act} act */
function areaButton(area, choice, act) {
  const attributes = { type: "button", class: "primary area-choice", "data-at-choice": area.key };
  return el("button", { ...attributes, onclick: ({ currentTarget }) => act([choice], currentTarget) }, withIcons(choice.text));
}

/** @param {scene.Piece[]} pieces @param {Open} open @param {Act} act */
function dressed(pieces, open, act) {
  const shown = pieces.map((piece) => {
    const element = pieceElement(piece);
    offer(element, piece.key, open.get(`piece ${piece.key}`), act);
    return element;
  });
  return shown.length ? el("span", { class: "pieces", "data-many": shown.length }, shown) : "";
}

/** @param {HTMLElement} element @param {string} key @param {scene.Choice[] | undefined} choices @param {Act} act */
function offer(element, key, choices, act) {
  if (!choices) return;
  element.classList.add("open");
  element.dataset.atChoice = key;
  element.title = choices.map((choice) => choice.text).join("\n");
  element.addEventListener("click", (event) => {
    event.stopPropagation();
    act(choices, element);
  });
}

// The smallest thing of that name.
/** @param {scene.Scene} scene @param {string} key */
function placeOf(scene, key) {
  if (scene.pieces.some((piece) => piece.key === key)) return `piece ${key}`;
  if (scene.areas.some((area) => area.cells.some((cell) => cell.key === key))) return `cell ${key}`;
  return `area ${key}`;
}

/** @param {scene.Area[]} areas */
function shapeOf([first]) {
  if (first?.layout === "ring") return "round";
  return first?.layout === "grid" ? "beside" : "stacked";
}

// The first area is the main one; lists go below a grid, all others are kept together.
/** @param {scene.Scene} scene @param {(area: scene.Area) => HTMLElement} draw */
function parts({ areas: [main, ...others], remarks }, draw) {
  if (!main) return [];
  const isBelow = (/** @type {scene.Area} */ { layout }) => main.layout === "grid" && layout === "list";
  const below = others.filter(isBelow).map(draw);
  const said = remarks.map((text) => el("li", {}, withIcons(text)));
  return [
    draw(main),
    el("div", { class: "others" }, others.filter((area) => !isBelow(area)).map(draw)),
    below.length ? el("div", { class: "others below" }, below) : "",
    said.length ? el("ul", { class: "remarks" }, said) : "",
  ];
}
