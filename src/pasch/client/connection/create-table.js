// A new table: with the people of this device and with bots, and started unless somebody is awaited.

import { say } from "../ui/i18n.js";
import { myName } from "../device/player-name.js";
import { settings as mine } from "../device/settings.js";
import { ApiError, post } from "./api.js";
import { messagesIn } from "./connection.js";
import { keepPromise, promiseOf } from "./dice-proof.js";
import { takeSeat } from "./take-seat.js";

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
