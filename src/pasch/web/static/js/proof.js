// What this device knows of a table's dice by itself: the seal it was shown, the salts it made.

import { read, write } from "./storage.js";

/** @typedef {{ id: string, seal: string, salts: Record<string, string> }} Kept The salts by seat. */

const KEPT_AS = "pasch.seals";
const REMEMBERED = 50;

// The seal as it was first seen, before the game: another one would not be the same envelope.
/** @param {string} id @param {string} seal */
export function keepSeal(id, seal) {
  const before = kept(id);
  if (!before.seal) keep({ ...before, seal });
}

export function newSalt() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Of a seat that was taken with it.
/** @param {string} id @param {number} seat @param {string} salt */
export function keepSalt(id, seat, salt) {
  const before = kept(id);
  keep({ ...before, salts: { ...before.salts, [seat]: salt } });
}

// The seats of this device are open again.
/** @param {string} id */
export function forgetSalts(id) {
  keep({ ...kept(id), salts: {} });
}

/** @param {string} id @returns {Kept} */
export function kept(id) {
  return all().find((each) => each.id === id) ?? { id, seal: "", salts: {} };
}

/** @returns {Kept[]} */
function all() {
  try {
    return JSON.parse(read("localStorage", KEPT_AS) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Kept} known */
function keep(known) {
  const others = all().filter(({ id }) => id !== known.id);
  write("localStorage", KEPT_AS, JSON.stringify([known, ...others].slice(0, REMEMBERED)));
}
