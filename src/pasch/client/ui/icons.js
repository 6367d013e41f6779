// Pictures for emoji: Fluent Emoji where pasch brings one, else the characters themselves.

import { PICTURES } from "../art/pictures.js";
import { el } from "./dom.js";

const PICTURE = /(\p{Extended_Pictographic}\u{fe0f}?)/u;

/** @param {string} emoji @param {string} [label] @returns {HTMLElement | Text} */
export function icon(emoji, label = "") {
  const drawn = PICTURES.get(nameOf(emoji));
  if (drawn) return el("img", { class: "icon", src: drawn, alt: label, draggable: "false" });
  const parts = split(emoji);
  if (!parts.some((part) => PICTURES.has(nameOf(part)))) return document.createTextNode(emoji);
  const naming = label ? { role: "img", "aria-label": label } : {};
  return el("span", { class: "icons", ...naming }, parts.map((part) => icon(part)));
}

/** @param {string} emoji */
function nameOf(emoji) {
  return Array.from(emoji.replaceAll("\ufe0f", ""), (sign) => sign.codePointAt(0)?.toString(16)).join("-");
}

/** @param {string} text */
function split(text) {
  return Array.from(new Intl.Segmenter().segment(text), (part) => part.segment);
}

/** Return the text in parts, with its emoji drawn as pictures.
 *  @param {string} text */
export function withIcons(text) {
  return text.split(PICTURE).map((part, i) => (i % 2 ? icon(part, part) : part));
}

/** Draw a picture and its words, as they stand on a button.
 *  @param {string} sign @param {string} words */
export function pictured(sign, words) {
  return [el("span", { "aria-hidden": "true" }, icon(sign)), el("span", { class: "words" }, words)];
}

/** Draw one of the signs that the style sheets know.
 *  @param {string} name */
export function glyph(name) {
  return el("span", { class: `glyph ${name}` });
}

/** Draw the picture above a game: its own icon, with a few things from its box around it.
 *  @param {string} leading @param {string[]} around */
export function scenery(leading, around) {
  const middle = around.length / 2;
  const lead = el("span", { class: "lead" }, icon(leading));
  const pictures = around.map((emoji) => icon(emoji));
  return el("div", { class: "game-art", "aria-hidden": "true" }, pictures.slice(0, middle), lead, pictures.slice(middle));
}
