// One piece of a scene as an element. Sizes are in em: the font size of a piece is its size.

import { el, withFacts } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { icon } from "../ui/icons.js";

/** @import { Child } from "../ui/dom.js" */

/** @type {Record<number, string[]>} */
const SPOTS = {
  1: ["c"],
  2: ["nw", "se"],
  3: ["nw", "c", "se"],
  4: ["nw", "ne", "sw", "se"],
  5: ["nw", "ne", "c", "sw", "se"],
  6: ["nw", "ne", "w", "e", "sw", "se"],
};

/** @param {scene.Piece} piece */
export function pieceElement(piece) {
  const name = pieceName(piece);
  const attributes = {
    class: ["piece", piece.look, piece.faint && "faint"].filter(Boolean).join(" "),
    "data-kind": piece.kind,
    "data-piece": piece.key,
    "data-colour": piece.colour,
    role: "img",
    "aria-label": name,
    title: name,
  };
  const element = el("span", attributes, el("span", { class: "face", "aria-hidden": "true" }, faceOf(piece)));
  return piece.pips ? withFacts(element, { "--pips": piece.pips }) : element;
}

/** @param {scene.Piece} piece */
function faceOf(piece) {
  if (piece.kind === "die") return dieFace(piece);
  if (piece.kind === "card") return cardFace(piece);
  return piece.icon ? icon(piece.icon) : el("span", { class: "number" }, piece.text);
}

/** @param {Partial<scene.Piece>} die @returns {Child} */
export function dieFace({ pips = 0, icon: picture = "", text = "" }) {
  if (SPOTS[pips]) return SPOTS[pips].map((spot) => el("i", { class: `pip ${spot}` }));
  if (picture) return icon(picture);
  return el("span", { class: "number" }, text);
}

/** @param {scene.Piece} piece */
function cardFace({ icon: picture, text }) {
  const [big, ...small] = text.trim().split(" ");
  return [
    picture ? el("span", { class: "picture" }, icon(picture)) : null,
    el("span", { class: "number" }, big),
    small.length ? el("span", { class: "words" }, small.join(" ").replaceAll("+", "+\u200b")) : null,
  ];
}

/** Return what two pieces share if one of them may be the other, moved.
 *  @param {scene.Piece} piece */
export function lookOf({ kind, text, colour }) {
  return `${kind}|${text}|${colour}`;
}

/** @param {Partial<scene.Piece>} piece */
export function faceKey({ icon: picture, text, pips }) {
  return `${picture}|${text}|${pips}`;
}

/** @param {scene.Piece} piece */
function pieceName({ kind, icon: picture, text, colour, faint }) {
  const colours = {
    "": "",
    red: say("red"),
    orange: say("orange"),
    yellow: say("yellow"),
    green: say("green"),
    blue: say("blue"),
    purple: say("purple"),
    brown: say("brown"),
    grey: say("grey"),
  };
  const kinds = { die: say("die"), card: say("card"), figure: say("figure"), chip: say("chip") };
  const shown = kind === "die" ? [colours[colour]] : [picture];
  const parts = [kinds[kind], ...shown, text.trim(), faint ? say("aside") : ""];
  return parts.filter(Boolean).join(" ");
}
