// The match as a viewer sees it: whole at first, then by what each event changed.

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
function changed(scene, { prompt, order, areas = [], gone = [], pieces = [], seats = {}, choices, remarks }) {
  const newAreas = new Map(areas.map((area) => [area.key, area]));
  const known = new Map(scene.areas.map((area) => [area.key, newAreas.get(area.key) ?? area]));
  const all = new Map([...known, ...newAreas]);
  return {
    prompt: prompt ?? scene.prompt,
    areas: (order ?? [...known.keys()]).flatMap((key) => all.get(key) ?? []),
    pieces: moved(scene.pieces, gone, pieces),
    seats: scene.seats.map((line, n) => seats[n] ?? line),
    choices: choices ?? scene.choices,
    remarks: remarks ?? scene.remarks,
  };
}

// What is new in its cell lies there last.
/** @param {scene.Piece[]} before @param {string[]} gone @param {scene.Piece[]} pieces */
function moved(before, gone, pieces) {
  const away = new Set([...gone, ...pieces.map(({ key }) => key)]);
  return [...before.filter(({ key }) => !away.has(key)), ...pieces];
}
