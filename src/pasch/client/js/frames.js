// The match as a viewer sees it: whole at first, then by what each event changed.

// What is as usual is not sent.
const NO_COLOUR = { colour: /** @type {scene.Cell["colour"]} */ ("") };
const USUAL_CELL = { label: "", group: "", icon: "", ...NO_COLOUR, note: "", look: "", badge: "", lines: [], slots: [], corner: "" };
const USUAL_PIECE = { icon: "", text: "", ...NO_COLOUR, pips: 0, faint: false, look: "", slot: null };
const USUAL_CHOICE = { at: "", by: "", label: "", small: "", badge: "", lights: [], ghosts: [], asks: false, quiet: false };
const USUAL_LINE = { to_move: false, share: 0, count: "", ...NO_COLOUR };
const USUAL_TOLD = { kind: "", seat: null, icon: "", pieces: [], mood: /** @type {scene.Told["mood"]} */ (""), to: null };
const cell = (/** @type {scene.Cell} */ sent) => ({ ...USUAL_CELL, ...sent });
const piece = (/** @type {scene.Piece} */ sent) => ({ ...USUAL_PIECE, ...sent });
export const choice = (/** @type {scene.Choice} */ sent) => ({ ...USUAL_CHOICE, ...sent, ghosts: (sent.ghosts ?? []).map(piece) });
const line = (/** @type {scene.SeatLine} */ sent) => ({ ...USUAL_LINE, ...sent });
const told = (/** @type {scene.Told} */ sent) => ({ ...USUAL_TOLD, ...sent });
const area = (/** @type {scene.Area} */ sent) => ({ ...{ columns: 0, seat: null }, ...sent, cells: sent.cells.map(cell) });
const step = (/** @type {Partial<scene.Progress>} */ sent) => ({ ...{ text: "", done: 0, of: 0 }, ...sent });

/** @param {messages.Snapshot} sent @returns {messages.Snapshot} */
export function whole({ scene, told: lines, ...moment }) {
  const { areas, pieces, seats, choices = [], remarks = [], goal = "", progress } = scene;
  return {
    ...moment,
    told: lines.map(told),
    scene: {
      ...scene,
      areas: areas.map(area),
      pieces: pieces.map(piece),
      seats: seats.map(line),
      choices: choices.map(choice),
      remarks,
      goal,
      progress: step(progress ?? {}),
    },
  };
}

/** @param {messages.Snapshot} moment @param {messages.Delta} frame @returns {messages.Snapshot} */
export function grown(moment, frame) {
  return {
    event: frame.event,
    kind: frame.kind,
    seat: frame.seat ?? null,
    scene: changed(moment.scene, frame),
    told: frame.told.map(told),
    left: frame.left ?? null,
    over: frame.returns !== undefined,
    returns: frame.returns ?? null,
  };
}

/** @param {scene.Scene} scene @param {messages.Delta} frame @returns {scene.Scene} */
function changed(scene, { prompt, gone = [], pieces = [], seats = {}, choices, remarks, goal, progress, ...ofAreas }) {
  return {
    prompt: prompt ?? scene.prompt,
    areas: changedAreas(scene.areas, ofAreas),
    pieces: moved(scene.pieces, gone, pieces),
    seats: scene.seats.map((before, n) => ({ ...before, ...seats[n] })),
    choices: choices?.map(choice) ?? scene.choices,
    remarks: remarks ?? scene.remarks,
    goal: goal ?? scene.goal,
    progress: progress ? step(progress) : scene.progress,
  };
}

/** @param {scene.Area[]} before @param {Pick<messages.Delta, "order" | "areas" | "titles" | "cells">} frame */
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

// What is new in its cell lies there last; of what was there, only what is different is sent.
/** @param {scene.Piece[]} before @param {string[]} gone @param {Partial<scene.Piece>[]} parts */
function moved(before, gone, parts) {
  const known = new Map(before.map((each) => [each.key, each]));
  const pieces = parts.map((part) => piece({ ...known.get(part.key ?? ""), .../** @type {scene.Piece} */ (part) }));
  const away = new Set([...gone, ...pieces.map(({ key }) => key)]);
  return [...before.filter(({ key }) => !away.has(key)), ...pieces];
}
