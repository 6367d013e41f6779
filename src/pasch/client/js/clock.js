// Counts down to when a bot will stand in.

import { say } from "./words.js";

const SOON = 10;

export class Clock {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.timer = 0;
  }

  // `left` milliseconds were left at the time `heard`; null stops the clock.
  /** @param {number | null} left @param {number} heard */
  run(left, heard) {
    clearInterval(this.timer);
    this.box.hidden = left === null;
    if (left === null) return;
    const end = heard + left;
    const show = () => this.show(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    show();
    this.timer = setInterval(show, 250);
  }

  /** @param {number} seconds */
  show(seconds) {
    const text = say("{n} s left", { n: seconds });
    if (this.box.textContent !== text) this.box.textContent = text;
    this.box.classList.toggle("soon", seconds <= SOON);
  }
}
