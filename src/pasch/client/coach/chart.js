// Everybody's chances over a match, as lines one can tell apart without colours.

import { svg } from "../ui/dom.js";
import { ticks } from "./numbers.js";

const HEIGHT = 300;
const LEFT = 62;
const NARROW = 640;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 12;

const STROKES = [
  { colour: "var(--blue)", dash: "" },
  { colour: "var(--red)", dash: "9 4" },
  { colour: "var(--green)", dash: "2 4" },
  { colour: "var(--purple)", dash: "14 4 3 4" },
  { colour: "var(--orange)", dash: "5 3" },
  { colour: "var(--brown)", dash: "1 5 9 5" },
];

/** @typedef {{ event: number, line: number, kind: "decision" | "roll" }} Mark */
/** @typedef {{ colour: string, dash: string }} Stroke */

export class Chart {
  // `chances[n][line]` after n events; `pick(n)` when one is tapped.
  /** @param {number[][]} chances @param {Mark[]} marks @param {string} label @param {(n: number) => unknown} pick */
  constructor(chances, marks, label, pick) {
    this.last = chances.length - 1;
    this.width = innerWidth < NARROW ? 420 : 900;
    this.cursor = svg("line", { class: "cursor", y1: TOP, y2: HEIGHT - BOTTOM });
    const lines = chances[0].map((_, i) => this.line(chances.map((shares) => shares[i]), STROKES[i % STROKES.length]));
    const dots = marks.map(({ event, line, kind }) => this.dot(event, chances[event][line], STROKES[line % STROKES.length], kind));
    const attributes = { class: "chart", viewBox: `0 0 ${this.width} ${HEIGHT}`, role: "img", "aria-label": label };
    this.element = svg("svg", attributes, ticks().flatMap((tick) => gridLine(tick, this.width)), lines, dots, this.cursor);
    this.element.addEventListener("click", (event) => pick(this.eventAt(event)));
  }

  /** @param {number} n */
  x(n) {
    return LEFT + ((this.width - LEFT - RIGHT) * n) / Math.max(1, this.last);
  }

  /** @param {MouseEvent} click */
  eventAt({ clientX }) {
    const { left, width } = this.element.getBoundingClientRect();
    const at = ((clientX - left) / width) * this.width;
    const n = Math.round(((at - LEFT) / (this.width - LEFT - RIGHT)) * this.last);
    return Math.min(this.last, Math.max(0, n));
  }

  /** @param {number[]} shares @param {Stroke} stroke */
  line(shares, { colour, dash }) {
    const points = shares.map((share, n) => `${this.x(n).toFixed(1)},${y(share).toFixed(1)}`).join(" ");
    const style = `stroke: ${colour}; stroke-dasharray: ${dash || "none"}`;
    return svg("polyline", { class: "chances-line", points, style });
  }

  /** @param {number} event @param {number} share @param {Stroke} stroke @param {Mark["kind"]} kind */
  dot(event, share, { colour }, kind) {
    const fill = kind === "roll" ? "var(--paper)" : colour;
    return svg("circle", { cx: this.x(event), cy: y(share), r: 6, style: `stroke: ${colour}; fill: ${fill}` });
  }

  /** @param {number} n */
  show(n) {
    for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, String(this.x(n)));
  }
}

/** Draw a piece of a seat's line for the legend.
 *  @param {number} line */
export function sample(line) {
  const { colour, dash } = STROKES[line % STROKES.length];
  const style = `stroke: ${colour}; stroke-dasharray: ${dash || "none"}`;
  const drawn = svg("line", { class: "chances-line", x1: 0, x2: 40, y1: 6, y2: 6, style });
  return svg("svg", { class: "sample", viewBox: "0 0 40 12", "aria-hidden": "true" }, drawn);
}

/** @param {[number, string]} tick @param {number} width */
function gridLine([share, label], width) {
  const at = y(share);
  const text = svg("text", { x: LEFT - 8, y: at + 5, "text-anchor": "end" });
  text.textContent = label;
  return [svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: at, y2: at }), text];
}

/** @param {number} share */
function y(share) {
  return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
}
