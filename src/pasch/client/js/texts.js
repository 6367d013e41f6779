// Served text with its emoji drawn as the vendored pictures.

import { icon } from "./icons.js";

const PICTURE = /(\p{Extended_Pictographic}\u{fe0f}?)/u;

/** @param {string} text */
export function withIcons(text) {
  return text.split(PICTURE).map((part, i) => (i % 2 ? icon(part, part) : part));
}
