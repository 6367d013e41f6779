// A table as a viewer sees it: whose seats are its own, and the match, whole at first, then by what each event changed.

import { AREA, CELL, CHOICE, PIECE, PROGRESS, SCENE, SEAT_LINE, TOLD } from "../ui/defaults.js";

/** @typedef {messages.SeatInfo & { mine: boolean }} Seat */
/** @typedef {Omit<messages.TableInfo, "seats"> & { seats: Seat[] }} Info */

/** @param {messages.TableInfo} info @param {messages.ViewerSeats} own @returns {Info} */
export function withOwners(info, own) {
  return { ...info, seats: info.seats.map((seat, n) => ({ ...seat, mine: own.seats.includes(n) })) };
}

/** Return whether somebody of this window has a seat.
 *  @param {Info} info */
export function isSeated({ seats }) {
  return seats.some(({ mine }) => mine);
}

/** Return whether several people sit there.
 *  @param {Info} info */
export function hasCompany({ seats }) {
  return seats.filter(({ kind }) => kind === "person").length > 1;
}

// The server leaves out what is as usual.
const cell = (/** @type {scene.Cell} */ sent) => ({ ...CELL, ...sent });
const piece = (/** @type {scene.Piece} */ sent) => ({ ...PIECE, ...sent });
export const choice = (/** @type {scene.Choice} */ sent) => ({ ...CHOICE, ...sent, ghosts: (sent.ghosts ?? []).map(piece) });
const line = (/** @type {scene.SeatLine} */ sent) => ({ ...SEAT_LINE, ...sent });
const told = (/** @type {scene.Told} */ sent) => ({ ...TOLD, ...sent });
const area = (/** @type {scene.Area} */ sent) => ({ ...AREA, ...sent, cells: sent.cells.map(cell) });
const progressOf = (/** @type {scene.Progress} */ sent) => ({ ...PROGRESS, ...sent });

/** Return a moment with everything that the server left out.
 *  @param {messages.Snapshot} sent @returns {messages.Snapshot} */
export function complete(sent) {
  const scene = { ...SCENE, ...sent.scene };
  return {
    ...sent,
    told: sent.told.map(told),
    scene: {
      ...scene,
      areas: scene.areas.map(area),
      pieces: scene.pieces.map(piece),
      seats: scene.seats.map(line),
      choices: scene.choices.map(choice),
      progress: progressOf(scene.progress),
    },
  };
}

/** Return the moment that an event leads to.
 *  @param {messages.Snapshot} moment @param {messages.Delta} frame @returns {messages.Snapshot} */
export function changed(moment, frame) {
  return {
    event: frame.event,
    kind: frame.kind,
    seat: frame.seat ?? null,
    scene: changedScene(moment.scene, frame),
    told: frame.told.map(told),
    left: frame.left ?? null,
    over: frame.returns !== undefined,
    returns: frame.returns ?? null,
  };
}

/** @param {scene.Scene} scene @param {messages.Delta} frame @returns {scene.Scene} */
function changedScene(scene, frame) {
  const { prompt, remarks, goal, progress } = { ...scene, ...frame };
  return {
    prompt,
    remarks,
    goal,
    progress: progressOf(progress),
    areas: changedAreas(scene.areas, frame),
    pieces: moved(scene.pieces, frame),
    seats: scene.seats.map((before, n) => ({ ...before, ...frame.seats?.[n] })),
    choices: frame.choices?.map(choice) ?? scene.choices,
  };
}

/** @param {scene.Area[]} before @param {messages.Delta} frame */
function changedAreas(before, { order, areas = [], titles = {}, cells = [] }) {
  const others = new Map(cells.map((sent) => [sent.key, cell(sent)]));
  const known = before.map((was) => ({
    ...was,
    title: titles[was.key] ?? was.title,
    cells: was.cells.map((each) => others.get(each.key) ?? each),
  }));
  const all = new Map([...known, ...areas.map(area)].map((each) => [each.key, each]));
  return (order ?? before.map(({ key }) => key)).flatMap((key) => all.get(key) ?? []);
}

/** Return the pieces with those that changed. A piece that is new in its cell lies there last; of a piece that
 *  was there, the server sends only what is different.
 *  @param {scene.Piece[]} before @param {messages.Delta} frame */
function moved(before, { gone = [], pieces: parts = [] }) {
  const known = new Map(before.map((each) => [each.key, each]));
  const pieces = parts.map((part) => piece({ ...known.get(part.key ?? ""), .../** @type {scene.Piece} */ (part) }));
  const away = new Set([...gone, ...pieces.map(({ key }) => key)]);
  return [...before.filter(({ key }) => !away.has(key)), ...pieces];
}
