// A lesson in place of a server: it knows what each step shows, and takes one choice only.

import { changed, complete } from "../connection/updates.js";

/** @import { Hears } from "../connection/connection.js" */
/** @import { Line } from "../table/act.js" */

/**
 * @typedef {object} Teacher
 * @property {(n: number) => void} told The table shows what this step speaks of.
 * @property {(reason: string) => void} refused Somebody tried something else.
 */

const LEARNER = 0;

/** @implements {Line} */
export class Lesson {
  playsForced = false;

  /** @param {messages.LessonShown} lesson @param {Hears} hears @param {Teacher} teacher */
  constructor(lesson, hears, teacher) {
    this.steps = lesson.steps;
    this.hears = hears;
    this.teacher = teacher;
    this.now = 0;
    this.moments = momentsOf(lesson);
  }

  get step() {
    return this.steps[this.now];
  }

  /** Go straight to a step.
   *  @param {number} n */
  jump(n) {
    this.now = n;
    this.hears.sent({ t: "own", v: n, d: { seats: [LEARNER], undo: false, taps: [] } });
    this.hears.sent({ t: "moment", v: n, d: this.moments[n] });
  }

  onward() {
    this.now += 1;
    if (this.step.frames.length) this.hears.sent({ t: "frames", v: this.now, d: this.step.frames });
    else this.rest();
  }

  rest() {
    this.teacher.told(this.now);
  }

  /** @param {string} type @param {{ action?: number, at?: string }} [data] */
  send(type, data = {}) {
    if (type === "choose") this.choose(data.action ?? -1);
    if (type === "why") this.explain(data.at ?? "");
    return Promise.resolve();
  }

  /** @param {number} action */
  choose(action) {
    const { choice, others, wrong } = this.step;
    if (action === choice) this.onward();
    else this.teacher.refused(others[action] ?? wrong);
  }

  /** @param {string} key */
  explain(key) {
    const why = this.step.why[key];
    if (why) this.hears.sent({ t: "why", v: this.now, d: why });
    else this.teacher.refused("");
  }

  hello() {
    return Promise.resolve();
  }

  become() {
    return Promise.resolve();
  }

  close() {}
}

/** Return the table at every step, with the story so far.
 *  @param {messages.LessonShown} lesson @returns {messages.Snapshot[]} */
function momentsOf({ first, steps }) {
  let moment = complete(first);
  let told = moment.told;
  return steps.map(({ frames }) => {
    for (const frame of frames) {
      moment = changed(moment, frame);
      told = [...told, ...moment.told];
    }
    return { ...moment, kind: "sync", told };
  });
}
