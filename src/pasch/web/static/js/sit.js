// A seat is taken: with a name, and a salt that this device makes after it has seen the seal of the
// dice. The salt is sealed too, until nobody sits down any more.

import { ApiError, keepSeat, post } from "./api.js";
import { keepSalt, keepSeal, keepSeals, kept, newSalt, newSecret, saltBehind, sealOf } from "./proof.js";

/** @import { Info } from "./own.js" */

// Answers with the token that holds the seat.
/** @param {string} table @param {string} seal @param {{ name: string, seat?: number, token?: string }} who */
export async function sit(table, seal, { name, seat, token }) {
  keepSeal(table, seal);
  const salt = newSalt(table);
  const sealed = await sealOf(salt);
  const asked = { name, ...(sealed ? { seal: sealed } : { salt }), token: token || newSecret(), ...(seat === undefined ? {} : { seat }) };
  const taken = await insist(`/tables/${table}/seats`, asked);
  keepSalt(table, taken.seat, salt);
  keepSeat(table, taken.token);
  return taken.token;
}

// What this device owes the dice: a seal for each of its seats that has none, and when the table is
// closed what is in it. A seat that was opened here by its link is sealed anew.
/** @param {Info} info @param {(type: string, data: object) => Promise<unknown>} send */
export async function saltDice({ id, seats, seals, salts, closed }, send) {
  const owed = seats.flatMap(({ mine }, seat) => (mine && seals.length && !salts[seat] ? [seat] : []));
  if (closed) keepSeals(id, seals);
  for (const seat of owed) {
    if (closed) await openSalt(id, seat, seals[seat], send);
    else if (!seals[seat] || !kept(id).made) await sealAnew(id, seat, send);
  }
}

/** @param {string} id @param {number} seat @param {string} seal @param {(type: string, data: object) => Promise<unknown>} send */
async function openSalt(id, seat, seal, send) {
  const made = await saltBehind(id, seal);
  if (!made) return;
  keepSalt(id, seat, made);
  await send("salt", { salt: made });
}

/** @param {string} id @param {number} seat @param {(type: string, data: object) => Promise<unknown>} send */
async function sealAnew(id, seat, send) {
  const seal = await sealOf(newSalt(id));
  if (seal) await send("seal", { seat, seal });
}

// The same person with the same salt takes the same seat: if the answer was lost, one asks again.
/** @param {string} path @param {object} asked @returns {Promise<tables.Seated>} */
async function insist(path, asked) {
  try {
    return await post(path, asked);
  } catch (error) {
    if (error instanceof ApiError && error.code === "offline") return post(path, asked);
    throw error;
  }
}
