// A seat is taken: with a name, and a salt that this device makes after it has seen the seal.

import { keepSeat, post } from "./api.js";
import { keepSalt, keepSeal, newSalt } from "./proof.js";

// Answers with the token that holds the seat.
/** @param {string} table @param {string} seal @param {{ name: string, seat?: number, token?: string }} who */
export async function sit(table, seal, { name, seat, token }) {
  keepSeal(table, seal);
  const salt = newSalt();
  /** @type {tables.Seated} */
  const taken = await post(`/tables/${table}/seats`, { name, salt, ...(seat === undefined ? {} : { seat }), ...(token ? { token } : {}) });
  keepSalt(table, taken.seat, salt);
  keepSeat(table, taken.token);
  return taken.token;
}
