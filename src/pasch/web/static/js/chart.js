// Everybody's chances over a match, as lines one can tell apart without colours.

import { ticks } from "./numbers.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 300;
const LEFT = 62;
const NARROW = 640;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 12;

export const STROKES = [
  { colour: "var(--blue)", dash: "" },
  { colour: "var(--red)", dash: "9 4" },
  { colour: "var(--green)", dash: "2 4" },
  { colour: "var(--purple)", dash: "14 4 3 4" },
  { colour: "var(--orange)", dash: "5 3" },
  { colour: "var(--brown)", dash: "1 5 9 5" },
];

export class Chart {
  // `chances[n][line]` after n events; `marks` are {event, line, kind}; `pick(n)` when one is tapped.
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

  x(n) {
    return LEFT + ((this.width - LEFT - RIGHT) * n) / Math.max(1, this.last);
  }

  eventAt({ clientX }) {
    const { left, width } = this.element.getBoundingClientRect();
    const at = ((clientX - left) / width) * this.width;
    const n = Math.round(((at - LEFT) / (this.width - LEFT - RIGHT)) * this.last);
    return Math.min(this.last, Math.max(0, n));
  }

  line(shares, { colour, dash }) {
    const points = shares.map((share, n) => `${this.x(n).toFixed(1)},${y(share).toFixed(1)}`).join(" ");
    const style = `stroke: ${colour}; stroke-dasharray: ${dash || "none"}`;
    return svg("polyline", { class: "chances-line", points, style });
  }

  dot(event, share, { colour }, kind) {
    const fill = kind === "roll" ? "var(--paper)" : colour;
    return svg("circle", { cx: this.x(event), cy: y(share), r: 6, style: `stroke: ${colour}; fill: ${fill}` });
  }

  show(n) {
    this.cursor.setAttribute("x1", this.x(n));
    this.cursor.setAttribute("x2", this.x(n));
  }
}

// A piece of the line, for a legend.
export function sample(line) {
  const { colour, dash } = STROKES[line % STROKES.length];
  const style = `stroke: ${colour}; stroke-dasharray: ${dash || "none"}`;
  const drawn = svg("line", { class: "chances-line", x1: 0, x2: 40, y1: 6, y2: 6, style });
  return svg("svg", { class: "sample", viewBox: "0 0 40 12", "aria-hidden": "true" }, drawn);
}

function gridLine([share, label], width) {
  const at = y(share);
  const text = svg("text", { x: LEFT - 8, y: at + 5, "text-anchor": "end" });
  text.textContent = label;
  return [svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: at, y2: at }), text];
}

function y(share) {
  return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat(Infinity));
  return element;
}
