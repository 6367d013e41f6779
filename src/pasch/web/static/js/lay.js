// Lays a table, seats the people of this device and the bots, and starts where nobody is awaited.

import { ApiError, keepSeat, post, randomSalt } from "./api.js";
import { settings as mine } from "./settings.js";
import { say } from "./words.js";

// seats: per seat {name}, {bot} or {} for one that stays open. Answers with the table's address.
export async function lay(settings, seats) {
  const { id } = await post("/tables", settings);
  const token = await sitPeople(id, seats);
  await arrange(id, token, ordersFor(seats));
  return `/t/${id}#${token}`;
}

async function sitPeople(id, seats) {
  let token = "";
  for (const [seat, { name }] of seats.entries()) {
    if (!name) continue;
    const request = { seat, name, salt: randomSalt(), ...(token && { token }) };
    ({ token } = await post(`/tables/${id}/seats`, request));
  }
  keepSeat(id, token);
  return token;
}

function ordersFor(seats) {
  const orders = seats.flatMap(({ bot }, seat) => (bot ? [["bot", { seat, bot }]] : []));
  const isFull = seats.every(({ name, bot }) => name || bot);
  return isFull ? [...orders, ["start", {}]] : orders;
}

function arrange(id, token, orders) {
  if (orders.length === 0) return Promise.resolve();
  const messages = [["hello", { token, language: mine.language }], ...orders];
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/tables/${id}/live`);
    socket.onopen = () => messages.forEach(([t, d], n) => socket.send(JSON.stringify({ t, id: n + 1, v: 0, d })));
    socket.onclose = () => reject(new ApiError(say("The server can't be reached."), "offline"));
    socket.onmessage = ({ data }) => {
      const { t, d } = JSON.parse(data);
      if (t === "refused") reject(new ApiError(d.reason, d.code, d));
      if (t === "ack" && d.id === messages.length) resolve();
      if (t === "refused" || (t === "ack" && d.id === messages.length)) socket.close();
    };
  });
}
