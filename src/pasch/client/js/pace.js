// Shows moments one after another, slowly enough that one can follow the others' turns.

import { pause } from "./motion.js";
import { settings } from "./settings.js";

const OTHERS_CHOICE = 650;
const AFTER_ROLL = 250;
const FACTORS = { slow: 1.8, normal: 1, fast: 0.35 };
const TOO_MANY = 30;
const FULL_HASTE = 20;
const MOST_HASTE = 0.3;

/** @typedef {messages.Snapshot & { heard: number, version: number, isMine: boolean }} Heard */
/** @typedef {{ told: { lines: scene.Told[], isWhole: boolean }, jump: boolean, pace: number }} How */

export class Pace {
  // `show` draws; it may take its time. `rest` hears when there is nothing left to show.
  /** @param {(moment: Heard, how: How) => Promise<void>} show @param {() => void} rest */
  constructor(show, rest) {
    this.show = show;
    this.rest = rest;
    /** @type {Heard[]} */
    this.queue = [];
    this.running = false;
  }

  /** @param {Heard} moment */
  add(moment) {
    if (moment.kind === "sync") this.queue = [];
    this.queue.push(moment);
    this.run();
  }

  async run() {
    if (this.running) return;
    this.running = true;
    document.body.dataset.busy = "true";
    while (this.queue.length) await this.next();
    this.running = false;
    document.body.dataset.busy = "false";
    this.rest();
  }

  async next() {
    const waiting = this.queue;
    const jump = waiting[0].kind === "sync" || waiting.length > TOO_MANY || document.hidden;
    const taken = waiting.splice(0, jump ? waiting.length : 1);
    const newest = taken[taken.length - 1];
    const pace = this.pace;
    const started = performance.now();
    await this.show(newest, { told: toldBy(taken), jump, pace });
    await this.hold(newest, jump, pace, performance.now() - started);
  }

  // The more is waiting, the faster: 1 is leisurely.
  get pace() {
    return FACTORS[settings.pace] * Math.max(MOST_HASTE, 1 - this.queue.length / FULL_HASTE);
  }

  /** @param {Heard} moment @param {boolean} jump @param {number} pace @param {number} spent */
  async hold(moment, jump, pace, spent) {
    if (jump || moment.isMine || moment.scene.choices.length) return;
    const whole = moment.kind === "chance" ? spent + AFTER_ROLL * pace : OTHERS_CHOICE * pace;
    await pause(Math.max(0, whole - spent));
  }
}

// The lines of several moments; a sync or an undo tells the whole story anew.
/** @param {Heard[]} moments */
function toldBy(moments) {
  const start = moments.findLastIndex(({ kind }) => kind === "sync" || kind === "undo");
  return { lines: moments.slice(Math.max(0, start)).flatMap(({ told }) => told), isWhole: start >= 0 };
}
