// A seat is taken: with a name, and a salt that this device makes after it has seen the seal.

import { ApiError, keepSeat, post } from "./api.js";
import { keepSalt, keepSeal, newSalt } from "./proof.js";

// Answers with the token that holds the seat.
/** @param {string} table @param {string} seal @param {{ name: string, seat?: number, token?: string }} who */
export async function sit(table, seal, { name, seat, token }) {
  keepSeal(table, seal);
  const salt = newSalt();
  const asked = { name, salt, token: token || newSalt(), ...(seat === undefined ? {} : { seat }) };
  const taken = await insist(`/tables/${table}/seats`, asked);
  keepSalt(table, taken.seat, salt);
  keepSeat(table, taken.token);
  return taken.token;
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
