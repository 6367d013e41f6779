// Which lessons were begun or finished on this device.

import { readJson, write } from "./storage.js";

/** @typedef {{ step: number, done: boolean }} Progress */

const KEPT_AS = "pasch.lessons";
const NOT_BEGUN = { step: 0, done: false };

/** @returns {Record<string, Progress>} */
function all() {
  return readJson(KEPT_AS, {});
}

/** @param {string} game @param {string} lesson @returns {Progress} */
export function learned(game, lesson) {
  return all()[`${game}/${lesson}`] ?? NOT_BEGUN;
}

/** Keep the progress in a lesson; a finished lesson stays finished.
 *  @param {string} game @param {string} lesson @param {Progress} progress */
export function keepLearned(game, lesson, { step, done }) {
  const wasDone = learned(game, lesson).done;
  write("localStorage", KEPT_AS, JSON.stringify({ ...all(), [`${game}/${lesson}`]: { step, done: done || wasDone } }));
}

/** @param {games.GameFacts} game */
export function hasBegun({ key }) {
  return Object.keys(all()).some((each) => each.startsWith(`${key}/`));
}

/** Return the first lesson that is not finished, else the first of all.
 *  @param {games.GameFacts} game */
export function nextLesson({ key, lessons }) {
  return lessons.find(({ name }) => !learned(key, name).done) ?? lessons[0];
}
