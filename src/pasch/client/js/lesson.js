// A lesson in place of a server: it knows what each step shows, and takes one choice only.

import { grown, whole } from "./frames.js";

/** @import { Hears } from "./live.js" */
/** @import { Line } from "./playing.js" */

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

  // Straight to a step, as it is when one comes there.
  /** @param {number} n */
  jump(n) {
    this.now = n;
    this.hears.own({ seats: [LEARNER], undo: false, taps: [] });
    this.hears.moment(this.moments[n], n);
  }

  onward() {
    this.now += 1;
    if (this.step.frames.length) this.hears.frames(this.step.frames, this.now);
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
    if (why) this.hears.why(why);
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

// The table as it is at every step, with the story so far.
/** @param {messages.LessonShown} lesson @returns {messages.Snapshot[]} */
function momentsOf({ first, steps }) {
  let moment = whole(first);
  let told = moment.told;
  return steps.map(({ frames }) => {
    for (const frame of frames) {
      moment = grown(moment, frame);
      told = [...told, ...moment.told];
    }
    return { ...moment, kind: "sync", told };
  });
}
