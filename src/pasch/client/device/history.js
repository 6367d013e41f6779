// How the games of this device ended. It stays here: there is no account.

import { settings } from "./settings.js";
import { readJson, write } from "./storage.js";

/** @typedef {Pick<messages.TableInfo, "id" | "game" | "title" | "icon"> & { seats: { name: string, mine: boolean }[] }} Table */

/**
 * @typedef {object} Ended One game as whoever played here remembers it.
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} icon
 * @property {number} at Milliseconds since 1970.
 * @property {string[]} names
 * @property {number} seat
 * @property {boolean} won
 * @property {string} line What was said of the seat at the end.
 * @property {number} grade
 * @property {number} grades The best grade; 0 where there is none.
 * @property {number} [fine] Of so many decisions, once the coach has looked.
 * @property {number} [decisions]
 * @property {number} [luck] What the dice brought, as a share of the victory.
 */

const KEPT_AS = "pasch.history";
const REMEMBERED = 300;

/** Return the games that ended here, the latest first.
 *  @returns {Ended[]} */
export function history() {
  return readJson(KEPT_AS, []);
}

export function forgetHistory() {
  keep([]);
}

/** Remember the end of a game, once, unless the viewer only watched.
 *  @param {Table} info @param {messages.Snapshot} moment @param {ending.Rung[]} ladder The best rung first. */
export function remember(info, { scene }, ladder) {
  const seat = ownSeat(info);
  const before = history();
  if (seat < 0 || before.some(({ id }) => id === info.id)) return;
  const { share, count, text } = scene.seats[seat];
  const { id, game, title, icon } = info;
  const grades = Math.max(0, ladder.length - 1);
  const names = info.seats.map(({ name }) => name);
  const grade = grades - Math.max(0, ladder.findIndex((rung) => rung.is_reached));
  keep([{ id, game, title, icon, at: Date.now(), names, seat, won: share > 0, line: `${count} ${text}`.trim(), grade, grades }, ...before]);
}

/** Return the best earlier grade of this game on this device, or -1.
 *  @param {Table} info @param {ending.Rung[]} ladder */
export function bestGrade({ id, game }, ladder) {
  const before = history().filter((ended) => ended.id !== id && ended.game === game && ended.grades === ladder.length - 1);
  return Math.max(-1, ...before.map(({ grade }) => grade));
}

/** Add what the coach found.
 *  @param {string} table @param {findings.Account[]} accounts */
export function rememberSkill(table, accounts) {
  keep(
    history().map((ended) => {
      const account = ended.id === table ? accounts[ended.seat] : null;
      return account ? { ...ended, fine: account.classes.fine ?? 0, decisions: account.decisions, luck: account.luck } : ended;
    }),
  );
}

/** Return the seat of this device's player; of several, the one it knows by name.
 *  @param {Table} info */
function ownSeat({ seats }) {
  const named = seats.findIndex(({ mine, name }) => mine && name === settings.name);
  return named >= 0 ? named : seats.findIndex(({ mine }) => mine);
}

/** @param {Ended[]} games */
function keep(games) {
  write("localStorage", KEPT_AS, JSON.stringify(games.slice(0, REMEMBERED)));
}
