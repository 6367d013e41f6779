// The rounds of a table as this device watches them: their terms are kept before it opens its salt, and
// compared with all it is told afterwards.

import { hasPart, keepCourse, keepFault, keepOpened, keepPromise, keepSalt, keepTerms, kept, newSalt, promiseOf, saltBehind, sealOf, unended } from "./dice-proof.js";
import { isSeated } from "./updates.js";

/** @import { Info } from "./updates.js" */
/** @import { Fault, Kept, SealedSeat, Terms } from "./dice-proof.js" */

/** @typedef {{ seat: number, salt: string }} Own */
/**
 * @typedef {object} Page
 * @property {(type: string, data: object) => Promise<unknown>} send
 * @property {(fault: Fault) => void} alarm Something a server must not do.
 * @property {() => void} unkept The browser keeps nothing.
 */

/** Send what this device owes the dice and check that nothing changed, after every message about the table.
 *  @param {Info} info @param {Page} page */
export async function watch(info, page) {
  const found = (/** @type {Fault} */ fault) => keepFault(info.id, fault) && page.alarm(fault);
  if (info.phase === "gathering") keepPromise(info.id, info.commitment, promiseOf(info.settings, Boolean(info.origin)));
  const wrong = wrongEnvelope(info) ?? wrongKind(info);
  if (wrong) found(wrong);
  if (!isSeated(info)) return;
  if (info.phase !== "gathering") return watchGame(info, found);
  if (!info.seals.length) return;
  if (kept(info.id).begun && !kept(info.id).ended) found({ why: "restart" });
  if (!info.closed) await sealOwed(info, page);
  else if (!wrong) await openOwed(info, page, found);
}

/** @param {Info} info @returns {Fault | null} */
function wrongEnvelope({ id, commitment }) {
  const { seal } = kept(id);
  return seal && seal !== commitment ? { why: "envelope" } : null;
}

/** @param {Info} info @returns {Fault | null} */
function wrongKind({ id, settings, origin }) {
  const { promised } = kept(id);
  const now = promiseOf(settings, Boolean(origin));
  return promised && JSON.stringify(promised) !== JSON.stringify(now) ? { why: "kind" } : null;
}

/** Send a seal for each own seat without one. A seat that was opened here by its link is sealed anew.
 *  @param {Info} info @param {Page} page */
async function sealOwed({ id, seats, seals, salts }, { send }) {
  for (const [seat, { mine }] of seats.entries()) {
    if (!mine || salts[seat] || (seals[seat] && kept(id).made)) continue;
    const salt = newSalt(id);
    const seal = await sealOf(salt);
    if (!seal) continue;
    keepSalt(id, seat, salt);
    await send("seal", { seat, seal });
  }
}

/** Open the own seals, now that all seals are fixed.
 *  @param {Info} info @param {Page} page @param {(fault: Fault) => unknown} found */
async function openOwed(info, page, found) {
  const { id, salts } = info;
  const [now, own] = [await termsOf(info), await ownSalts(info)];
  const wrong = unsealed(now) ?? changedSince(kept(id), now, own);
  if (wrong) {
    found(wrong);
    return;
  }
  for (const name of replaced(info, own)) found({ why: "own", name });
  if (own.length && !isUnderWay(kept(id), own) && !keepTerms(id, now)) page.unkept();
  for (const { seat, salt } of own) {
    if (salts[seat]) continue;
    keepSalt(id, seat, salt);
    keepOpened(id, salt);
    await page.send("salt", { salt });
  }
}

/** @param {Terms} terms @returns {Fault | null} */
function unsealed({ seats }) {
  const open = seats.find(({ kind, seal }) => kind !== "bot" && !seal);
  return open ? { why: "unsealed", name: open.name } : null;
}

/** Return what changed in a round after this device had opened a salt; nothing may.
 *  @param {Kept} known @param {Terms} now @param {Own[]} own @returns {Fault | null} */
function changedSince(known, now, own) {
  const name = isUnderWay(known, own) ? differing(known.terms, now) : "";
  return name ? { why: "changed", name } : null;
}

/** @param {Kept} known @param {Own[]} own */
function isUnderWay({ opened = [] }, own) {
  return own.some(({ salt }) => opened.includes(salt));
}

/** Return whether the salts were sent when the seats were taken, over an unencrypted connection.
 *  @param {Info} info */
function isTold({ id, salts }) {
  return Object.entries(kept(id).salts).every(([seat, salt]) => salts[Number(seat)] === salt);
}

/** @param {Info} info @param {(fault: Fault) => unknown} found */
async function watchGame(info, found) {
  const { id, phase } = info;
  const own = await ownSalts(info);
  const now = await termsOf(info);
  const { terms } = kept(id);
  const lost = info.seals.length ? replaced(info, own) : [];
  for (const name of lost) found({ why: "own", name });
  if (hasPart(kept(id)) && !lost.length && !isTold(info) && !isUnderWay(kept(id), own)) found({ why: "without" });
  const name = terms ? differing(terms, now) : "";
  if (name) found({ why: "changed", name });
  if (phase === "over") keepCourse(id, { begun: true, ended: "over" });
  else if (!kept(id).begun) keepCourse(id, { begun: true, ended: undefined });
}

/** Return the terms of a round. A salt sent when its owner sat down is as fixed as a sealed one.
 *  @param {Info} info @returns {Promise<Terms>} */
async function termsOf({ seats, seals, salts }) {
  const sealed = seats.map(async ({ kind, name }, seat) => {
    const seal = kind === "bot" ? "" : seals[seat] || (salts[seat] ? await sealOf(salts[seat]) : "");
    return { kind, name, seal };
  });
  return { seats: await Promise.all(sealed), others: othersAt(seats), at: Date.now() };
}

/** Return the names of the people of other devices.
 *  @param {Info["seats"]} seats */
function othersAt(seats) {
  return seats.filter(({ kind, mine }) => kind === "person" && !mine).map(({ name }) => name).sort();
}

/** Return the salts of this device behind the seals that are shown.
 *  @param {Info} info @returns {Promise<Own[]>} */
async function ownSalts({ id, seats, seals }) {
  /** @type {Own[]} */
  const found = [];
  for (const [seat, { mine }] of seats.entries()) {
    const salt = mine && seals[seat] ? await saltBehind(id, seals[seat]) : "";
    if (salt) found.push({ seat, salt });
  }
  return found;
}

/** Return the names of people whose seals are not those that this device made.
 *  @param {Info} info @param {Own[]} own */
function replaced({ id, seats, salts }, own) {
  const made = Object.entries(kept(id).salts).filter(([seat, salt]) => salts[Number(seat)] !== salt);
  const lost = made.map(([seat]) => Number(seat)).filter((seat) => seats[seat]?.mine && !own.some((each) => each.seat === seat));
  return lost.map((seat) => seats[seat].name);
}

/** Return the name of the first seat that is not as it was.
 *  @param {Terms | undefined} terms @param {Terms} now */
function differing(terms, now) {
  const before = terms?.seats ?? [];
  const isOther = (/** @type {SealedSeat | undefined} */ a, /** @type {SealedSeat | undefined} */ b) => a?.kind !== b?.kind || a?.seal !== b?.seal;
  const n = Math.max(before.length, now.seats.length);
  const seat = Array.from({ length: n }, (_, i) => i).find((i) => isOther(before[i], now.seats[i]));
  return seat === undefined ? "" : (now.seats[seat] ?? before[seat]).name;
}

/** Return games with the same people of other devices whose end this device has not seen.
 *  @param {Info} info @returns {Kept[]} */
export function earlier(info) {
  const others = othersAt(info.seats).join("\n");
  const { at = Infinity } = kept(info.id).terms ?? {};
  if (!others || !isSeated(info)) return [];
  return unended().filter(({ id, promised, terms }) => id !== info.id && promised?.game === info.game && terms && terms.at < at && terms.others.join("\n") === others);
}
