// The picture above a game: its own icon, with a few things from its box around it.

import { el } from "./dom.js";
import { icon } from "./icons.js";

/** @param {string} leading @param {string[]} around */
export function scenery(leading, around) {
  const middle = around.length / 2;
  const lead = el("span", { class: "lead" }, icon(leading));
  const pictures = around.map((emoji) => icon(emoji));
  return el("div", { class: "game-art", "aria-hidden": "true" }, pictures.slice(0, middle), lead, pictures.slice(middle));
}
