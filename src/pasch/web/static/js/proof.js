// What this device knows of a table's dice by itself: the seal it was shown, the salts it made, and
// the seals of everybody's salts before it opened its own.

import { read, write } from "./storage.js";

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} seal
 * @property {Record<string, string>} salts By seat: what is in the dice.
 * @property {string[]} [made] Every salt made here, whether the table heard of it or not.
 * @property {string[]} [seals] By seat.
 */

const KEPT_AS = "pasch.seals";
const REMEMBERED = 50;

/** @type {Map<string, Kept>} Where a browser keeps nothing, this page does. */
const here = new Map();

// The seal as it was first seen, before the game: another one would not be the same envelope.
/** @param {string} id @param {string} seal */
export function keepSeal(id, seal) {
  const before = kept(id);
  if (!before.seal) keep({ ...before, seal });
}

export function newSecret() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

// Kept before anybody is told: an answer may be lost.
/** @param {string} id */
export function newSalt(id) {
  const [salt, before] = [newSecret(), kept(id)];
  keep({ ...before, made: [salt, ...(before.made ?? [])] });
  return salt;
}

// The salt made here that is behind this seal; none if another device made it.
/** @param {string} id @param {string} seal */
export async function saltBehind(id, seal) {
  for (const salt of kept(id).made ?? []) if ((await sealOf(salt)) === seal) return salt;
  return "";
}

// What a table is told of a salt as long as it is a secret; nothing over a line that hides nothing.
/** @param {string} salt */
export async function sealOf(salt) {
  if (!crypto.subtle) return "";
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt))));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Of a seat that was taken with it.
/** @param {string} id @param {number} seat @param {string} salt */
export function keepSalt(id, seat, salt) {
  const before = kept(id);
  keep({ ...before, salts: { ...before.salts, [seat]: salt } });
}

// Nobody can choose a salt any more who knows one.
/** @param {string} id @param {string[]} seals */
export function keepSeals(id, seals) {
  keep({ ...kept(id), seals });
}

// The seats of this device are open again.
/** @param {string} id */
export function forgetSalts(id) {
  keep({ ...kept(id), salts: {} });
}

/** @param {string} id @returns {Kept} */
export function kept(id) {
  return here.get(id) ?? all().find((each) => each.id === id) ?? { id, seal: "", salts: {} };
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
  here.set(known.id, known);
  const others = all().filter(({ id }) => id !== known.id);
  write("localStorage", KEPT_AS, JSON.stringify([known, ...others].slice(0, REMEMBERED)));
}
