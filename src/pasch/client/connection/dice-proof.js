// What this device keeps of a table's dice: the seal it was first shown, the salts it made, the terms of a
// round before it opened its own salt, the running hashes it was told, and all that did not fit.

import { SETTINGS } from "../ui/defaults.js";
import { read, write } from "../device/storage.js";

/**
 * @typedef {object} Promised The dice as they were announced before the game.
 * @property {string} game
 * @property {string} dice
 * @property {string} deal
 * @property {number | null} starter
 * @property {boolean} origin Whether a finished match is played on.
 */
/** @typedef {{ kind: string, name: string, seal: string }} SealedSeat A bot has no seal. */
/**
 * @typedef {object} Terms What was fixed before this device opened its salt.
 * @property {SealedSeat[]} seats
 * @property {string[]} others The people of other devices.
 * @property {number} at Milliseconds since 1970.
 */
/** @typedef {{ why: string, name?: string, n?: number }} Fault Something a server must not do. */
/** @typedef {[n: number, hash: string]} Told The running hash after entry n. */
/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} seal
 * @property {Record<string, string>} salts By seat: what this device sealed for it.
 * @property {string[]} [made] Every salt made here, whether the table heard of it or not.
 * @property {string[]} [opened] Those of them that the table was told.
 * @property {Promised} [promised]
 * @property {Terms} [terms]
 * @property {boolean} [begun] The game of these terms has begun.
 * @property {"over" | "ours"} [ended] It was over here, or the people of this device gave it up.
 * @property {number} [reopened] Rounds given up before the game, after this device had opened its salt.
 * @property {number} [known] So many of these its people know of.
 * @property {Fault[]} [faults]
 */

const KEPT_AS = "pasch.seals";
const TOLD_AS = "pasch.acks";
const REMEMBERED = 50;
const REMEMBERED_TOLD = 10;
const MOST_TOLD = 1000;

/** @type {Map<string, string>} Where a browser keeps nothing, this page does. */
const here = new Map();

/** Keep the dice as they were first announced; any others would not be the same.
 *  @param {string} id @param {string} seal @param {Promised} promised */
export function keepPromise(id, seal, promised) {
  change(id, (before) => (before.seal ? {} : { seal, promised }));
}

/** @param {Pick<state.Settings, "game"> & Partial<state.Settings>} settings @param {boolean} origin @returns {Promised} */
export function promiseOf(settings, origin) {
  const { game, dice, deal, starter } = { ...SETTINGS, ...settings };
  return { game, dice, deal: deal.trim().toUpperCase(), starter, origin };
}

export function newSecret() {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Make a salt and keep it before it is sent, because an answer may be lost.
 *  @param {string} id */
export function newSalt(id) {
  const salt = newSecret();
  change(id, ({ made = [] }) => ({ made: [salt, ...made] }));
  return salt;
}

/** Return the salt behind this seal, or "" if another device made it.
 *  @param {string} id @param {string} seal */
export async function saltBehind(id, seal) {
  for (const salt of kept(id).made ?? []) if ((await sealOf(salt)) === seal) return salt;
  return "";
}

/** Return the seal of a salt, which hides it until it is opened; "" where the connection is not encrypted.
 *  @param {string} salt */
export async function sealOf(salt) {
  if (!crypto.subtle) return "";
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt))));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} id @param {number} seat @param {string} salt */
export function keepSalt(id, seat, salt) {
  change(id, ({ salts }) => ({ salts: { ...salts, [seat]: salt } }));
}

/** @param {string} id @param {string} salt */
export function keepOpened(id, salt) {
  change(id, ({ opened = [] }) => ({ opened: [...new Set([...opened, salt])] }));
}

/** Keep the terms of a new round; return whether they outlast this page.
 *  @param {string} id @param {Terms} terms */
export function keepTerms(id, terms) {
  const given = (/** @type {Kept} */ before) => Number(Boolean(before.terms && !before.begun && !before.ended));
  return change(id, (before) => ({ terms, begun: false, ended: undefined, reopened: (before.reopened ?? 0) + given(before) }));
}

/** @param {string} id @param {Partial<Pick<Kept, "begun" | "ended" | "known">>} news */
export function keepCourse(id, news) {
  if (kept(id).terms) change(id, () => news);
}

/** Keep a fault; return whether it is new.
 *  @param {string} id @param {Fault} fault */
export function keepFault(id, fault) {
  const { faults = [] } = kept(id);
  const isNew = !faults.some(({ why, name, n }) => why === fault.why && name === fault.name && n === fault.n);
  if (isNew) change(id, () => ({ faults: [...faults, fault] }));
  return isNew;
}

/** Forget the salts of seats that are open again.
 *  @param {string} id */
export function forgetSalts(id) {
  change(id, () => ({ salts: {} }));
}

/** Return whether a salt of this device belongs into the dice.
 *  @param {Kept} known */
export function hasPart({ promised, salts, terms }) {
  const isSealed = promised && promised.dice === "sealed" && !promised.deal && !promised.origin;
  return Boolean(terms || (isSealed && Object.keys(salts).length));
}

/** Return the rounds that this device has not seen to the end. */
export function unended() {
  return all().filter(isOpen);
}

/** @param {Kept} known */
function isOpen({ terms, ended }) {
  return Boolean(terms && !ended);
}

/** @param {string} id @returns {Kept} */
export function kept(id) {
  return all().find((known) => known.id === id) ?? { id, seal: "", salts: {} };
}

/** @returns {Kept[]} */
function all() {
  return list(KEPT_AS);
}

/** Change what is kept of a table. Rounds without an end stay longest.
 *  @param {string} id @param {(before: Kept) => Partial<Kept>} news */
function change(id, news) {
  const before = kept(id);
  const others = all().filter((known) => known.id !== id);
  const sorted = [...others.filter(isOpen), ...others.filter((known) => !isOpen(known))];
  return keep(KEPT_AS, [{ ...before, ...news(before) }, ...sorted].slice(0, REMEMBERED));
}

/** Keep a running hash; return whether it fits those that came before.
 *  @param {string} id @param {number} n @param {string} hash */
export function keepHash(id, n, hash) {
  if (!hash) return true;
  const before = told(id);
  const same = before.find((each) => each[0] === n);
  if (same) return same[1] === hash;
  const others = /** @type {{ id: string }[]} */ (list(TOLD_AS)).filter((known) => known.id !== id);
  const now = [...before, [n, hash]].slice(-MOST_TOLD);
  keep(TOLD_AS, [{ id, told: now }, ...others].slice(0, REMEMBERED_TOLD));
  return true;
}

/** @param {string} id @returns {Told[]} */
export function told(id) {
  return list(TOLD_AS).find((known) => known.id === id)?.told ?? [];
}

/** Return the last running hash of a table, for the server to compare.
 *  @param {string} id */
export function lastHash(id) {
  const [n, hash] = told(id).reduce((last, each) => (each[0] > last[0] ? each : last), [0, ""]);
  return hash ? { n, hash } : null;
}

/** @param {string} key @returns {any[]} */
function list(key) {
  try {
    return JSON.parse(here.get(key) ?? read("localStorage", key) ?? "[]");
  } catch {
    return [];
  }
}

/** Store a list, and shorten it while the storage is full; return whether it was stored.
 *  @param {string} key @param {object[]} newest */
function keep(key, newest) {
  for (let most = newest.length; most >= 1; most = Math.floor(most / 2)) {
    if (write("localStorage", key, JSON.stringify(newest.slice(0, most)))) {
      here.delete(key);
      return true;
    }
  }
  here.set(key, JSON.stringify(newest));
  return false;
}
