// The finished game once more: a slider through its events.

import { button, byId, el, fill } from "../ui/dom.js";
import { eventSlider } from "../ui/fields.js";
import { language, say } from "../ui/i18n.js";
import { get } from "../connection/api.js";
import { speakOf } from "../board/board.js";
import { pause } from "../board/motion.js";
import { remark } from "../coach/remarks.js";

const STEP = 900;
const AHEAD = 6;

/**
 * @typedef {object} Around
 * @property {(moment: messages.Snapshot, forward: boolean) => Promise<void>} show Draws one moment.
 * @property {Map<number, findings.Decision>} decisions What the coach said, by event.
 * @property {{ words: string, go: (event: number) => unknown }} onward Plays on from there.
 * @property {() => unknown} leave
 * @property {(error: unknown) => void} complain
 */

export class Replay {
  /** @param {string} id @param {number} last @param {Around} around */
  constructor(id, last, around) {
    this.id = id;
    this.last = last;
    this.around = around;
    this.now = last;
    this.playing = false;
    /** @type {Map<number, Promise<messages.Snapshot>>} */
    this.kept = new Map();
    this.slider = eventSlider("replay", last, (n) => this.stopAt(n));
    this.player = button(null, () => this.toggle(), { id: "play" });
    this.count = el("span", { class: "count" });
    this.onward = button(say("Play on from here"), () => around.onward.go(this.now), { id: "play-on", title: around.onward.words });
    this.remark = el("p", { class: "remark finding", "aria-live": "polite" });
  }

  render() {
    const back = this.stepper(say("One event back"), "‹", -1);
    const on = this.stepper(say("One event on"), "›", 1);
    const leave = button(say("Result"), this.around.leave, { id: "to-result" });
    this.label();
    return el("div", { class: "replay" },
      this.remark,
      this.slider,
      el("div", { class: "controls" }, back, this.player, on, this.count),
      el("div", { class: "controls" }, this.onward, leave),
    );
  }

  /** @param {string} label @param {string} sign @param {number} step */
  stepper(label, sign, step) {
    return button(sign, () => this.stopAt(this.now + step), { "aria-label": label });
  }

  label() {
    this.player.textContent = this.playing ? "■" : "▶";
    this.player.setAttribute("aria-label", this.playing ? say("Pause") : say("Replay"));
    this.count.textContent = `${this.now} / ${this.last}`;
    this.slider.valueAsNumber = this.now;
    this.onward.disabled = this.now === this.last;
    const decision = this.around.decisions.get(this.now);
    fill(this.remark, decision && remark(decision));
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
    await this.around.show(moment, wanted === from + 1);
    if (wanted === this.now) speakOf(byId("table"), this.around.decisions.get(wanted)?.why?.lights ?? []);
  }

  /** Return a moment; keep what was fetched, and fetch a little ahead.
   *  @param {number} n */
  async fetch(n) {
    for (let i = n; i <= Math.min(n + AHEAD, this.last); i++) {
      if (!this.kept.has(i)) this.ask(i);
    }
    try {
      return await this.kept.get(n);
    } catch (error) {
      this.around.complain(error);
      this.playing = false;
      this.label();
      return null;
    }
  }

  /** Ask for a moment; after a failure it may be asked for again.
   *  @param {number} n */
  ask(n) {
    /** @type {Promise<messages.Snapshot>} */
    const asked = get(`/tables/${this.id}/at/${n}?language=${language()}`);
    asked.catch(() => this.kept.delete(n));
    this.kept.set(n, asked);
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
