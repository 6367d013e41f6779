// What a window knows of its table, as one value. It needs no page: a message in, the next state out.

import { changed, choice, complete, withOwners } from "../connection/updates.js";

/** @import { Info } from "../connection/updates.js" */

/** @typedef {messages.Snapshot & { heard: number, version: number, isMine: boolean }} Heard A moment, when it came, and whether somebody of this window made it. */
/** @typedef {Extract<messages.Message, { t: "table" | "own" | "moment" | "frames" }> & { heard: number }} News A message that changes the table, and when it came. */
/** @typedef {{ t: "shown", d: Heard }} Shown The screen has come to this moment. */

/**
 * @typedef {object} State
 * @property {Info} info
 * @property {messages.ViewerSeats} own The seats of this window, and what they may do besides choosing.
 * @property {messages.Snapshot | null} newest The match as of the last message.
 * @property {scene.Told[]} told The story up to the newest moment.
 * @property {Heard[]} arrived The moments that the last message brought; they are shown one after the other.
 * @property {Heard | null} shown The moment on the screen.
 * @property {number | null} me The seat nearest to the viewer.
 */

/** Return the state of a window that has just opened a table.
 *  @param {messages.TableInfo} info @returns {State} */
export function begin(info) {
  const own = { seats: [], undo: false, taps: [] };
  return { info: withOwners(info, own), own, newest: null, told: [], arrived: [], shown: null, me: null };
}

/** Return the state after a message, or after another moment has come to the screen.
 *  @param {State} before @param {News | Shown} message @returns {State} */
export function next(before, message) {
  const state = /** @type {State} */ ({ ...before, arrived: [] });
  switch (message.t) {
    case "table":
      return seated({ ...state, info: withOwners(message.d, state.own) });
    case "own":
      return owned(state, message.d);
    case "moment":
      return arrive({ ...state, told: [] }, complete(message.d), message);
    case "frames":
      return message.d.reduce((now, frame) => follow(now, frame, message), state);
    case "shown":
      return seated({ ...state, shown: message.d });
  }
}

/** Return whether somebody of this window has to choose, or to say what a real die shows.
 *  @param {State} state @param {messages.Snapshot} moment */
export function isAsked({ own }, { scene }) {
  return scene.choices.length > 0 || own.taps.length > 0;
}

/** Return the seat nearest to the viewer: the own seat that is to move, else the one that was nearest.
 *  @param {Info} info @param {scene.Scene} scene @param {number | null} last */
export function nearest({ seats }, scene, last) {
  const mine = seats.flatMap((seat, n) => (seat.mine ? [n] : []));
  const turn = mine.find((n) => scene.seats[n]?.to_move);
  return turn ?? (last !== null && mine.includes(last) ? last : (mine[0] ?? null));
}

/** @param {State} state @returns {State} */
function seated(state) {
  return state.shown ? { ...state, me: nearest(state.info, state.shown.scene, state.me) } : state;
}

/** Take over what is this window's own. Unless its seats change, the table's information stays the same object.
 *  @param {State} state @param {messages.ViewerSeats} sent @returns {State} */
function owned(state, sent) {
  const own = { ...sent, taps: sent.taps.map(choice) };
  if (own.seats.join() === state.own.seats.join()) return { ...state, own };
  return seated({ ...state, own, info: withOwners(state.info, own) });
}

/** Add a moment to those that are to be shown. After an undo it brings the whole story, else only its own lines.
 *  @param {State} state @param {messages.Snapshot} moment @param {News} message @returns {State} */
function arrive(state, moment, { v: version, heard }) {
  const told = [...state.told, ...moment.told];
  const isMine = moment.seat !== null && state.info.seats[moment.seat].mine;
  const lines = moment.kind === "undo" ? told : moment.told;
  return { ...state, newest: moment, told, arrived: [...state.arrived, { ...moment, told: lines, heard, version, isMine }] };
}

/** Add the moment that a frame leads to. A frame without a moment before it says nothing.
 *  @param {State} state @param {messages.Delta} frame @param {News} message @returns {State} */
function follow(state, frame, message) {
  if (!state.newest) return state;
  const told = state.told.slice(0, state.told.length - (frame.untold ?? 0));
  return arrive({ ...state, told }, changed(state.newest, frame), message);
}
