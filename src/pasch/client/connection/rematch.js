// The next table of the same people, and a finished match played on from one of its moments.

import { say } from "../ui/i18n.js";
import { get, keepSeat, post } from "./api.js";
import { keepPromise, promiseOf } from "./dice-proof.js";
import { takeSeat } from "./take-seat.js";

/** Seat everybody of this browser at the next table, where their seats are kept.
 *  @param {string} table @param {string} token @param {string[]} names */
export async function takeSeatsAgain(table, token, names) {
  if (token) keepSeat(table, token);
  /** @type {messages.TableInfo} */
  const { commitment, settings, origin } = await get(`/tables/${table}`);
  keepPromise(table, commitment, promiseOf(settings, Boolean(origin)));
  for (const name of names) await takeSeat(table, { name, token });
}

/** @param {messages.TableInfo} info */
export function playOnWords(info) {
  if (info.settings.dice === "real") return say("Play on from here, with your own dice");
  return say("Play on from here, with the same dice");
}

/** Open a new table that begins as this match was after so many events.
 *  @param {string} id @param {number} event @param {string} token */
export async function playOn(id, event, token) {
  /** @type {tables.PlayedOn} */
  const { id: table, kept } = await post(`/tables/${id}/on`, { event, token });
  await takeSeatsAgain(table, token, kept);
  location.assign(`/t/${table}`);
}
