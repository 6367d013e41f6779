// A seat is taken: with a name, and a salt that this device makes after it has kept the seal of the
// dice. The salt is sealed too, until nobody sits down any more.

import { ApiError, keepSeat, post } from "./api.js";
import { keepHash, keepSalt, newSalt, newSecret, sealOf } from "./dice-proof.js";

/** Take a seat; return the token that holds it.
 *  @param {string} table @param {{ name: string, seat?: number, token?: string }} who */
export async function takeSeat(table, { name, seat, token }) {
  const salt = newSalt(table);
  const sealed = await sealOf(salt);
  const asked = { name, ...(sealed ? { seal: sealed } : { salt }), token: token || newSecret(), ...(seat === undefined ? {} : { seat }) };
  const taken = await insist(`/tables/${table}/seats`, asked);
  keepSalt(table, taken.seat, salt);
  keepHash(table, taken.version, taken.hash);
  keepSeat(table, taken.token);
  return taken.token;
}

/** Send a request again if its answer was lost: the same person with the same salt gets the same seat.
 *  @param {string} path @param {object} asked @returns {Promise<tables.Seated>} */
async function insist(path, asked) {
  try {
    return await post(path, asked);
  } catch (error) {
    if (error instanceof ApiError && error.code === "offline") return post(path, asked);
    throw error;
  }
}
