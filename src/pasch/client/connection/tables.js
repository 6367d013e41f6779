// Tables that this browser opens or joins: a new one, a seat at one, the next one of the same people, and one
// where a finished match is played on from one of its moments.

import { say } from "../ui/i18n.js";
import { myName } from "../device/player-name.js";
import { settings as mine } from "../device/settings.js";
import { ApiError, get, keepSeat, post } from "./api.js";
import { messagesIn } from "./connection.js";
import { keepHash, keepPromise, keepSalt, newSalt, newSecret, promiseOf, sealOf } from "./dice-proof.js";

/** @typedef {{ name?: string, bot?: string }} Sitter A person, a bot, or {}: the seat stays open. */
/** @typedef {[type: string, data: object]} Order */

/** Create the usual table of a game and go there, unless the player enters no name.
 *  @param {games.GameFacts} game @param {string} [deal] */
export async function playNow({ key, table }, deal = "") {
  const name = await myName();
  if (!name) return;
  const seats = table.map((who) => (who === "me" ? { name } : { bot: who }));
  location.assign(await createTable({ game: key, seats: seats.length, deal }, seats));
}

/** Create a table and return its address.
 *  @param {Pick<state.Settings, "game" | "seats"> & Partial<state.Settings>} settings @param {Sitter[]} seats */
export async function createTable(settings, seats) {
  /** @type {tables.NewTable} */
  const { id, commitment } = await post("/tables", settings);
  keepPromise(id, commitment, promiseOf(settings, false));
  const token = await sitPeople(id, seats);
  await arrange(id, token, ordersFor(seats));
  return `/t/${id}#${token}`;
}

/** @param {string} id @param {Sitter[]} seats */
async function sitPeople(id, seats) {
  let token = "";
  for (const [seat, { name }] of seats.entries()) {
    if (name) token = await takeSeat(id, { name, seat, token });
  }
  return token;
}

/** @param {Sitter[]} seats @returns {Order[]} */
function ordersFor(seats) {
  const orders = seats.flatMap(({ bot }, seat) => (bot ? [/** @type {Order} */ (["bot", { seat, bot }])] : []));
  const isFull = seats.every(({ name, bot }) => name || bot);
  return isFull ? [...orders, ["start", {}]] : orders;
}

/** @param {string} id @param {string} token @param {Order[]} orders @returns {Promise<void>} */
function arrange(id, token, orders) {
  if (orders.length === 0) return Promise.resolve();
  /** @type {Order[]} */
  const messages = [["hello", { token, language: mine.language }], ...orders];
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/tables/${id}/live`);
    socket.onopen = () => messages.forEach(([t, d], n) => socket.send(JSON.stringify({ t, id: n + 1, v: 0, d })));
    socket.onclose = () => reject(new ApiError(say("The server can't be reached."), "offline"));
    socket.onmessage = ({ data }) => {
      for (const { t, d } of messagesIn(data)) {
        if (t === "refused") reject(new ApiError(d.reason, d.code, d.clause));
        if (t === "ack" && d.id === messages.length) resolve();
        if (t === "refused" || (t === "ack" && d.id === messages.length)) socket.close();
      }
    };
  });
}

/** Take a seat; return the token that holds it. The salt is made after the seal of the dice was kept; it is sealed too,
 *  until nobody sits down any more.
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
