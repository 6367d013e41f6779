// The match as a viewer sees it: whole at first, then by what each event changed.

// What is as usual is not sent.
const USUAL_CELL = { label: "", group: "", icon: "", colour: /** @type {scene.Cell["colour"]} */ (""), note: "" };
const USUAL_PIECE = { icon: "", text: "", colour: /** @type {scene.Piece["colour"]} */ (""), pips: 0, faint: false };
const cell = (/** @type {scene.Cell} */ sent) => ({ ...USUAL_CELL, ...sent });
const piece = (/** @type {scene.Piece} */ sent) => ({ ...USUAL_PIECE, ...sent });
const choice = (/** @type {scene.Choice} */ sent) => ({ ...{ at: "" }, ...sent });
const line = (/** @type {scene.SeatLine} */ sent) => ({ ...{ to_move: false, share: 0 }, ...sent });
const area = (/** @type {scene.Area} */ sent) => ({ ...{ columns: 0 }, ...sent, cells: sent.cells.map(cell) });

/** @param {messages.Moment} sent @returns {messages.Moment} */
export function whole({ scene, ...moment }) {
  const { areas, pieces, seats, choices = [], remarks = [] } = scene;
  return {
    ...moment,
    scene: {
      ...scene,
      areas: areas.map(area),
      pieces: pieces.map(piece),
      seats: seats.map(line),
      choices: choices.map(choice),
      remarks,
    },
  };
}

/** @param {messages.Moment} moment @param {messages.Frame} frame @returns {messages.Moment} */
export function grown(moment, frame) {
  return {
    event: frame.event,
    kind: frame.kind,
    seat: frame.seat ?? null,
    scene: changed(moment.scene, frame),
    told: frame.told,
    left: frame.left ?? null,
    over: frame.returns !== undefined,
    returns: frame.returns ?? null,
  };
}

/** @param {scene.Scene} scene @param {messages.Frame} frame @returns {scene.Scene} */
function changed(scene, { prompt, gone = [], pieces = [], seats = {}, choices, remarks, ...ofAreas }) {
  return {
    prompt: prompt ?? scene.prompt,
    areas: changedAreas(scene.areas, ofAreas),
    pieces: moved(scene.pieces, gone, pieces.map(piece)),
    seats: scene.seats.map((before, n) => (seats[n] ? line(seats[n]) : before)),
    choices: choices?.map(choice) ?? scene.choices,
    remarks: remarks ?? scene.remarks,
  };
}

/** @param {scene.Area[]} before @param {Pick<messages.Frame, "order" | "areas" | "titles" | "cells">} frame */
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

// What is new in its cell lies there last.
/** @param {scene.Piece[]} before @param {string[]} gone @param {scene.Piece[]} pieces */
function moved(before, gone, pieces) {
  const away = new Set([...gone, ...pieces.map(({ key }) => key)]);
  return [...before.filter(({ key }) => !away.has(key)), ...pieces];
}
