// The connection to a table: hello, numbered messages with answers, and a new try when it breaks.

import { UNKNOWN_TABLE } from "../ui/defaults.js";
import { say } from "../ui/i18n.js";
import { afterPress } from "../ui/press-guard.js";
import { ApiError } from "./api.js";
import { keepHash, lastHash } from "./dice-proof.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const REDRAWS = ["table", "own", "moment", "frames"]; // messages that change what lies under a finger

/**
 * @typedef {object} Hears
 * @property {(message: Sent) => void} sent
 * @property {(n: number) => void} forked What the server sends contradicts what it sent of entry n.
 * @property {(isOn: boolean) => void} state
 * @property {(error: ApiError) => void} trouble
 * @property {(error: ApiError) => void} turnedAway
 */
/** @typedef {Exclude<messages.Message, { t: "ack" | "refused" }>} Sent A message that answers no other. */
/** @typedef {{ v: number }} Done The version of the table then. */
/** @typedef {{ done: (done: Done) => void, fail: (error: ApiError) => void }} Asked */

/** Return the messages of one packet: the server sends everything that waits as one list.
 *  @param {string} data @returns {messages.Message[]} */
export function messagesIn(data) {
  return JSON.parse(data);
}

export class Connection {
  playsForced = true;

  /** @param {string} id @param {string} token @param {string} language @param {Hears} hears */
  constructor(id, token, language, hears) {
    const address = new URL(`/tables/${id}/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    this.address = address;
    this.id = id;
    this.token = token;
    this.language = language;
    this.hears = hears;
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.lastId = 0;
    /** @type {Map<number, Asked>} */
    this.waiting = new Map();
    this.isClosed = false;
    addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
    this.socket = this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.waiting = new Map();
    this.lastId = 0;
    socket.onopen = () => this.hello();
    socket.onmessage = ({ data }) => messagesIn(data).forEach((message) => this.hear(message));
    socket.onclose = ({ code }) => {
      if (code === UNKNOWN_TABLE) this.hears.turnedAway(new ApiError(say("There is no such table."), "table"));
      if (socket === this.socket) this.broke();
    };
    return socket;
  }

  /** Sit at this window with another token from now on.
   *  @param {string} token */
  become(token) {
    this.token = token;
    return this.hello();
  }

  async hello() {
    try {
      const kept = lastHash(this.id);
      const { v: version } = await this.send("hello", { token: this.token, language: this.language, kept });
      if (kept && version < kept.n) this.hears.forked(kept.n);
      this.wait = FIRST_WAIT;
      this.hears.state(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== "offline") this.hears.turnedAway(error);
    }
  }

  /** @param {string} type @param {object} [data] @param {number} [version] @returns {Promise<Done>} */
  send(type, data = {}, version = 0) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.reject(offline());
    const id = ++this.lastId;
    this.socket.send(JSON.stringify({ t: type, id, v: version, d: data }));
    return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
  }

  /** @param {messages.Message} message */
  hear(message) {
    const { t: type, v: version, d: data } = message;
    if (type === "ack") this.done(version, data);
    else if (type === "refused") this.refused(new ApiError(data.reason, data.code, data.clause), this.answer(data.id));
    else if (REDRAWS.includes(type)) afterPress(() => this.hears.sent(message));
    else this.hears.sent(message);
  }

  /** @param {number} version @param {messages.Ack} ack */
  done(version, { id, hash }) {
    if (!keepHash(this.id, version, hash)) this.hears.forked(version);
    this.answer(id)?.done({ v: version });
  }

  /** Pass on a refusal. If it answers no message it is about the table itself, for example a match that can't be loaded.
   *  @param {ApiError} error @param {Asked | undefined} asked */
  refused(error, asked) {
    if (asked) asked.fail(error);
    else if (error.code === "fork") this.hears.forked(lastHash(this.id)?.n ?? 0);
    else this.hears.trouble(error);
  }

  /** @param {number} id */
  answer(id) {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    return asked;
  }

  /** Try again later. Unanswered messages are not sent again: the next hello brings the state of the table. */
  broke() {
    this.hears.state(false);
    for (const { fail } of this.waiting.values()) fail(offline());
    this.waiting.clear();
    if (this.isClosed) return;
    this.timer = setTimeout(() => (this.socket = this.open()), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  retryNow() {
    if (this.socket.readyState === WebSocket.CLOSED && !this.isClosed) this.socket = this.open();
  }

  rest() {}

  close() {
    this.isClosed = true;
    this.socket.close();
  }
}

function offline() {
  return new ApiError(say("No connection to the table at the moment."), "offline");
}
