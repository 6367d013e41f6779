// The finished game once more: a slider through its events.

import { get, reasonOf } from "./api.js";
import { el } from "./dom.js";
import { pause } from "./motion.js";
import { withIcons } from "./texts.js";
import { language, say } from "./words.js";

const STEP = 900;
const AHEAD = 6;

export class Replay {
  // `show(moment, forward)` draws one moment; `on.go(event)` plays on from there.
  /** @param {string} id @param {number} last @param {(moment: messages.Moment, forward: boolean) => Promise<void>} show @param {{ words: string, go: (event: number) => unknown }} on */
  constructor(id, last, show, on) {
    this.id = id;
    this.last = last;
    this.show = show;
    this.now = last;
    this.playing = false;
    /** @type {Map<number, Promise<messages.Moment>>} */
    this.kept = new Map();
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: this.last,
      value: this.last,
      id: "replay",
      "aria-label": say("Event of the game"),
      oninput: ({ currentTarget }) => this.stopAt(currentTarget.valueAsNumber),
    });
    this.player = el("button", { type: "button", id: "play", onclick: () => this.toggle() });
    this.count = el("span", { class: "count" });
    this.onward = el("button", { type: "button", id: "play-on", onclick: () => on.go(this.now) }, on.words);
    this.caption = el("p", { class: "caption", "aria-live": "polite" });
  }

  render() {
    const back = this.stepper(say("One event back"), "◀", -1);
    const on = this.stepper(say("One event on"), "▶", 1);
    this.label();
    return el(
      "div",
      { class: "replay" },
      el("div", { class: "controls" }, this.player, back, this.slider, on, this.count),
      el("div", { class: "told" }, this.caption, this.onward),
    );
  }

  /** @param {string} label @param {string} sign @param {number} step */
  stepper(label, sign, step) {
    return el("button", { type: "button", "aria-label": label, onclick: () => this.stopAt(this.now + step) }, sign);
  }

  label() {
    this.player.textContent = this.playing ? say("Pause") : say("Replay");
    this.count.textContent = `${this.now} / ${this.last}`;
    this.slider.valueAsNumber = this.now;
    this.onward.hidden = this.now === this.last;
  }

  /** @param {number} n */
  stopAt(n) {
    this.playing = false;
    return this.go(n);
  }

  /** @param {number} n */
  async go(n) {
    const from = this.now;
    this.now = Math.min(Math.max(0, n), this.last);
    this.label();
    const wanted = this.now;
    const moment = await this.fetch(wanted);
    if (wanted !== this.now || !moment) return;
    this.caption.replaceChildren(...moment.told.flatMap(({ text }) => [...withIcons(text), " "]));
    await this.show(moment, wanted === from + 1);
  }

  // Keeps what it fetched, and fetches a little ahead.
  /** @param {number} n */
  async fetch(n) {
    for (let i = n; i <= Math.min(n + AHEAD, this.last); i++) {
      if (!this.kept.has(i)) this.kept.set(i, get(`/tables/${this.id}/at/${i}?language=${language()}`));
    }
    try {
      return await this.kept.get(n);
    } catch (error) {
      this.kept.delete(n);
      this.caption.textContent = reasonOf(error);
      this.playing = false;
      this.label();
      return null;
    }
  }

  async toggle() {
    this.playing = !this.playing;
    this.label();
    if (this.playing && this.now === this.last) await this.go(0);
    while (this.playing && this.now < this.last) {
      await this.go(this.now + 1);
      await pause(STEP / 2);
    }
    this.playing = false;
    this.label();
  }
}
