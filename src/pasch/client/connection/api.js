// The server's HTTP side, and the seats this browser holds.

import { language, say } from "../ui/i18n.js";
import { read, readJson, write } from "../device/storage.js";

const TABLES = "pasch.tables";
const REMEMBERED = 8;

export class ApiError extends Error {
  /** @param {string} reason @param {string} code @param {string} [clause] */
  constructor(reason, code, clause = "") {
    super(reason);
    this.reason = reason;
    this.code = code;
    this.clause = clause;
  }
}

/** Return an error's text for people; throw errors of this program on.
 *  @param {unknown} error */
export function reasonOf(error) {
  if (error instanceof ApiError) return error.reason;
  throw error;
}

/** Get an answer; the caller declares its type, one of types.d.ts.
 *  @template T @param {string} path @returns {Promise<T>} */
export function get(path) {
  return ask(path, {});
}

/** Get a file as text.
 *  @param {string} path */
export async function getText(path) {
  const answer = await reach(path, {});
  return answer.ok ? answer.text() : refused(answer);
}

/** @template T @param {string} path @param {object} body @returns {Promise<T>} */
export function post(path, body) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** @template T @param {string} path @param {RequestInit} request @returns {Promise<T>} */
async function ask(path, request) {
  const answer = await reach(path, request);
  return answer.ok ? answer.json().catch(() => refused(answer)) : refused(answer);
}

/** @param {Response} answer @returns {Promise<never>} */
async function refused(answer) {
  const body = answer.bodyUsed ? null : await answer.json().catch(() => null);
  /** @type {errors.Problem} */
  const { reason, code, clause } = body?.error ?? { reason: say("The server gave no answer one can read."), code: "" };
  throw new ApiError(reason, code, clause);
}

/** @param {string} path @param {RequestInit} request */
async function reach(path, request) {
  try {
    const headers = { "Accept-Language": language(), ...request.headers };
    return await fetch(path, { ...request, headers });
  } catch {
    throw new ApiError(say("The server can't be reached."), "offline");
  }
}

// The token in the link counts first, then this window's, then this browser's. It leaves the
// address bar, so that who shares the address shares the table and not the seat.
/** @param {string} id */
export function seatToken(id) {
  const inLink = location.pathname === `/t/${id}` ? location.hash.slice(1) : "";
  if (inLink) {
    keepSeat(id, inLink);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return inLink || read("sessionStorage", seatKey(id)) || read("localStorage", seatKey(id)) || "";
}

/** @param {string} id @param {string} token */
export function keepSeat(id, token) {
  write("sessionStorage", seatKey(id), token);
  write("localStorage", seatKey(id), token);
  write("localStorage", TABLES, JSON.stringify([id, ...otherTables(id)].slice(0, REMEMBERED)));
}

/** Return the tables at which this browser took a seat, the latest first.
 *  @returns {string[]} */
export function myTables() {
  return readJson(TABLES, []);
}

/** @param {string} id */
export function forgetTable(id) {
  write("localStorage", TABLES, JSON.stringify(otherTables(id)));
}

/** @param {string} id */
function otherTables(id) {
  return myTables().filter((other) => other !== id);
}

/** @param {string} id */
function seatKey(id) {
  return `pasch.seat.${id}`;
}
