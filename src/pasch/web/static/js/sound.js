// Small sounds made on the spot; silent unless somebody switched them on.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

function audio() {
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return null;
  context ??= new AudioContext();
  return context;
}

export function rattle() {
  for (let i = 0; i < 6; i++) click(i * 0.07 + Math.random() * 0.03, 900 + Math.random() * 1400, 0.12);
}

export function tap() {
  click(0, 500, 0.1);
}

export function yourTurn() {
  tone(0, 660);
  tone(0.14, 880);
}

export function fanfare() {
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
