// What the teacher says, in a bubble beside the things it is about; all else is dimmed.

import { button, el, fill, svg } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { withIcons } from "../ui/icons.js";

const GAP = 12;
const RING = 6;
const EDGE = 24;
const PATIENCE = 2; // mistakes until the place is shown
const GRID = Array.from({ length: 17 }, (_, n) => n / 16);

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ back: () => void, onward: () => void, skip: () => void }} Hears */

export class Tutor {
  /** @param {HTMLElement} table @param {number} steps @param {Hears} hears */
  constructor(table, steps, hears) {
    this.table = table;
    this.steps = steps;
    /** @type {() => HTMLElement[]} */
    this.spots = () => [];
    this.mistakes = 0;
    this.veil = svg("svg", { id: "veil", "aria-hidden": "true" });
    this.words = el("div", { class: "told", "aria-live": "polite" });
    this.wrong = el("p", { class: "wrong", role: "status" });
    this.back = button(say("Back"), hears.back, { id: "lesson-back" });
    this.next = button(say("Next"), hears.onward, { id: "lesson-next" });
    const words = say("Skip the lesson");
    this.skip = button("×", hears.skip, { id: "lesson-skip", class: "close knob", "aria-label": words, title: words });
    this.foot = el("footer", {}, this.back, this.next);
    this.hand = el("span", { id: "finger", "aria-hidden": "true" }, withIcons("👆"));
    this.box = el("section", { id: "bubble", "aria-label": say("Lesson") }, this.skip, this.words, this.wrong, this.foot);
    document.body.append(this.veil, this.box, this.hand);
    addEventListener("resize", () => this.place());
    new ResizeObserver(() => this.place()).observe(table);
    table.addEventListener("click", () => requestAnimationFrame(() => this.place()));
  }

  /** Show the text of a step beside its things.
   *  @param {number} n @param {messages.StepShown} step @param {() => HTMLElement[]} spots */
  tell(n, { title, text, do: task, choice }, spots) {
    this.spots = spots;
    this.mistakes = 0;
    this.correct("");
    fill(
      this.words,
      el("h2", {}, withIcons(title), " ", el("small", {}, `${n + 1} / ${this.steps}`)),
      el("p", {}, strong(text)),
      task && el("p", { class: "task" }, strong(task)),
    );
    this.back.disabled = n === 0;
    this.next.hidden = choice !== null;
    this.place();
    if (choice === null) this.next.focus({ preventScroll: true });
  }

  /** Replace "Next" by the ways on from the end.
   *  @param {HTMLElement[]} ways */
  end(ways) {
    this.foot.replaceChildren(...ways);
    this.place();
    ways.at(-1)?.focus({ preventScroll: true });
  }

  /** Say why something else was expected, and after the second mistake show where.
   *  @param {string} reason */
  refuse(reason) {
    this.mistakes += 1;
    this.correct(reason);
    this.box.classList.remove("shaken");
    requestAnimationFrame(() => this.box.classList.add("shaken"));
    this.place();
  }

  /** @param {string} reason */
  correct(reason) {
    fill(this.wrong, strong(reason));
    this.wrong.hidden = !reason;
  }

  place() {
    const room = { width: innerWidth, height: innerHeight }; // to ask for them lays out the page
    const holes = [...new Set(this.spots())].map((spot) => boxOf(spot, room));
    const box = this.arrange(holes, room);
    this.dim(holes, box);
    const goal = holes.at(-1);
    this.hand.hidden = this.mistakes < PATIENCE || !goal;
    if (goal) Object.assign(this.hand.style, { left: `${(goal.left + goal.right) / 2}px`, top: `${(goal.top + goal.bottom) / 2}px` });
  }

  /** Put the bubble where it covers least of the things, and nearest to them.
   *  @param {Box[]} holes @param {Size} room @returns {Box} */
  arrange(holes, room) {
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const spot = holes.length ? around(holes) : { left: 0, right: room.width, top: 0, bottom: room.height };
    const [x, y] = [(spot.left + spot.right - width) / 2, (spot.top + spot.bottom - height) / 2];
    const beside = [[x, spot.top - height - GAP], [x, spot.bottom + GAP], [spot.right + GAP, y], [spot.left - width - GAP, y]];
    const anywhere = GRID.flatMap((across) => GRID.map((down) => [across * (room.width - width), down * (room.height - height)]));
    const places = (holes.length ? [...beside, ...anywhere] : [[x, y]]).map(([left, top]) => inside(left, top, { width, height }, room));
    const costs = places.map((place) => holes.reduce((sum, hole) => sum + overlap(place, hole), 0) * 1000 + Math.hypot(place.left - x, place.top - y));
    const best = places[costs.indexOf(Math.min(...costs))];
    Object.assign(this.box.style, { left: `${best.left}px`, top: `${best.top}px` });
    return best;
  }

  /** Dim everything but the things, and point an arrow at the first.
   *  @param {Box[]} holes @param {Box} box */
  dim(holes, box) {
    const all = { width: "100%", height: "100%" };
    const outline = (/** @type {Box} */ { left, top, right, bottom }) => ({ x: left, y: top, width: right - left, height: bottom - top, rx: 10 });
    const cut = holes.map((hole) => svg("rect", { ...outline(hole), fill: "black" }));
    const mask = svg("mask", { id: "holes" }, svg("rect", { ...all, fill: "white" }), cut);
    const shade = svg("rect", { ...all, class: "shade", mask: "url(#holes)" });
    const rings = holes.map((hole) => svg("rect", { ...outline(hole), class: "ring" }));
    const arrow = holes.length ? [svg("path", { d: arrowFrom(box, holes[0]), class: "arrow" })] : [];
    this.veil.replaceChildren(mask, shade, ...rings, ...arrow);
  }
}

/** Draw an arrow from the nearest edge of the bubble to the nearest edge of the thing.
 *  @param {Box} box @param {Box} spot */
function arrowFrom(box, spot) {
  const nearest = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ at) => Math.min(Math.max(at, low), high);
  const [x, y] = [(spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2];
  const [fromX, fromY] = [nearest(box.left + EDGE, box.right - EDGE, x), nearest(box.top + EDGE, box.bottom - EDGE, y)];
  const [toX, toY] = [nearest(spot.left, spot.right, fromX), nearest(spot.top, spot.bottom, fromY)];
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  const [acrossX, acrossY] = [((fromY - toY) / length) * GAP, ((toX - fromX) / length) * GAP];
  return `M${fromX + acrossX} ${fromY + acrossY}L${toX} ${toY}L${fromX - acrossX} ${fromY - acrossY}Z`;
}

/** Draw **strong** words of a text.
 *  @param {string} text */
function strong(text) {
  return text.split("**").map((part, i) => (i % 2 ? el("strong", {}, withIcons(part)) : withIcons(part)));
}

/** @param {HTMLElement} element @param {Size} room @returns {Box} */
function boxOf(element, room) {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left: Math.max(2, left - RING), top: Math.max(2, top - RING), right: Math.min(room.width - 2, right + RING), bottom: Math.min(room.height - 2, bottom + RING) };
}

/** @param {Box[]} boxes @returns {Box} */
function around(boxes) {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** @param {number} left @param {number} top @param {Size} size @param {Size} room @returns {Box} */
function inside(left, top, { width, height }, room) {
  const x = Math.max(8, Math.min(left, room.width - width - 8));
  const y = Math.max(8, Math.min(top, room.height - height - 8));
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
