// Counts down to the time when a bot stands in.

import { say } from "./i18n.js";

const SOON = 10;

export class Countdown {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.timer = 0;
  }

  /** Count down from `left` milliseconds, which were left at the time `heard`; null stops the countdown.
   *  @param {number | null} left @param {number} heard */
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
