// Small sounds made on the spot; silent unless somebody switched them on.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

function audio() {
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return null;
  context ??= new AudioContext();
  return context;
}

/** @type {Record<string, () => void>} By the kind of what happened. */
const SOUNDS = {
  roll: rattle,
  place: () => click(0, 500, 0.12),
  move: () => [0, 1, 2].forEach((n) => click(n * 0.16, 600 + 60 * n, 0.1)),
  take: () => click(0, 900, 0.1),
  give: () => click(0, 900, 0.1),
  turn: () => click(0, 1200, 0.08),
  steal: low,
  bust: low,
  miss: low,
  cat: low,
  score: high,
  gather: high,
  bonus: high,
  nut: () => click(0, 1500, 0.12),
};

/** Play the sound of a moment; of several things that happened at once, the last.
 *  @param {messages.Snapshot} moment @param {boolean} isAsked Whether somebody here has to act. */
export function soundOf({ over, told }, isAsked) {
  const last = told.findLast(({ kind }) => kind in SOUNDS);
  if (over) fanfare();
  else if (isAsked) yourTurn();
  else if (last) SOUNDS[last.kind]();
}

function rattle() {
  for (let i = 0; i < 6; i++) click(i * 0.07 + Math.random() * 0.03, 900 + Math.random() * 1400, 0.12);
}

function low() {
  tone(0, 196);
}

function high() {
  tone(0, 660);
  tone(0.12, 990);
}

export function yourTurn() {
  tone(0, 660);
  tone(0.14, 880);
  if (settings.sound && navigator.userActivation.hasBeenActive) navigator.vibrate?.(20);
}

function fanfare() {
  [523, 659, 784, 1047].forEach((pitch, i) => tone(i * 0.14, pitch));
}

/** @param {number} after @param {number} pitch @param {number} volume */
function click(after, pitch, volume) {
  note(after, { type: "square", pitch, volume, length: 0.03 });
}

/** @param {number} after @param {number} pitch */
function tone(after, pitch) {
  note(after, { type: "triangle", pitch, volume: 0.16, length: 0.3 });
}

/** @param {number} after @param {{ type: OscillatorType, pitch: number, volume: number, length: number }} how */
function note(after, { type, pitch, volume, length }) {
  const room = audio();
  if (!room) return;
  const start = room.currentTime + after;
  const source = new OscillatorNode(room, { type, frequency: pitch });
  const loudness = new GainNode(room, { gain: volume });
  loudness.gain.setValueAtTime(volume, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(loudness).connect(room.destination);
  source.start(start);
  source.stop(start + length);
}
