// The first page: go on, the dice of the day, one's record, and the games.

import { button, el, one } from "../ui/dom.js";
import { say, sayMany } from "../ui/i18n.js";
import { glyph, icon, scenery } from "../ui/icons.js";
import { afterPress } from "../ui/press-guard.js";
import { sheet } from "../ui/sheets.js";
import { history } from "../device/history.js";
import { hasBegun, learned, nextLesson } from "../device/lesson-progress.js";
import { register } from "../device/notifications.js";
import { settings } from "../device/settings.js";
import { get, reasonOf } from "../connection/api.js";
import { playNow } from "../connection/tables.js";
import { open } from "./layout.js";
import { showMyTables } from "./my-tables.js";
import { inShort, openRecord } from "./record.js";

const POLL = 5000;
const DAY = 24 * 60 * 60 * 1000;

open(draw);
setInterval(() => document.hidden || showLobby().catch(() => {}), POLL);
addEventListener("load", () => register(settings.language));

/** @param {HTMLElement} main */
async function draw(main) {
  /** @type {games.GameFacts[]} */
  const games = await get(`/games?language=${settings.language}`);
  document.title = say("pasch: dice games for everybody");
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  const mine = el("div", { class: "mine" });
  main.replaceChildren(
    el("h1", { class: "visually-hidden" }, say("Come to the table!")),
    el("div", { class: "strips" }, mine, today(games, trouble), record()),
    trouble,
    el("ul", { class: "games" }, games.map((game, n) => el("li", {}, gameCard(game, n, trouble)))),
    el("section", { class: "open-tables", hidden: true }, el("h2", {}, say("Open tables")), el("ul", { class: "tables", id: "lobby" })),
  );
  await Promise.all([showLobby(), showMyTables(mine)]);
}

/** @param {games.GameFacts} game @param {number} n @param {HTMLElement} trouble */
function gameCard(game, n, trouble) {
  return el("article", { class: `game tone-${n % 5}`, "data-game": game.key },
    scenery(game.icon, game.scenery),
    el("div", { class: "game-words" },
      el("h2", {}, game.title),
      el("p", { class: "summary" }, game.summary),
      el("p", { class: "facts" }, glyph("people"), players(game), asks(game), el("small", {}, maker(game))),
    ),
    el("div", { class: "game-buttons" },
      playButton(say("Play"), say("Play now: {title}", { title: game.title }), game, "", trouble),
      game.lessons.length > 0 && learnLink(game),
      el("a", { class: "button", href: `/new/${game.key}`, "aria-label": say("Set the table for {title}", { title: game.title }) }, el("span", { class: "long" }, say("Set the table")), el("span", { class: "short" }, say("Table"))),
    ),
  );
}

/** @param {games.GameFacts} game */
function players({ seats: [low, high], together }) {
  const words = say("{low} to {high} players", { low, high });
  const count = el("span", { role: "img", "aria-label": words, title: words }, low === high ? String(low) : `${low}–${high}`);
  return [count, together && el("span", { class: "together" }, say("together"))];
}

/** Return how long a game takes, from what age on, and what kind of thinking it needs, as far as known.
 *  @param {games.GameFacts} game */
function asks({ minutes, age, thinking }) {
  return [
    minutes > 0 && el("span", { title: say("about {n} minutes", { n: minutes }) }, say("{n} min", { n: minutes })),
    age > 0 && el("span", { title: say("from {n} years on", { n: age }) }, `${age}+`),
    thinking && el("span", { class: "thinking" }, thinking),
  ];
}

/** @param {games.GameFacts} game */
function maker(game) {
  return game.author ? say("by {author}, {year}", { author: game.author, year: game.year }) : "";
}

/** @param {string} text @param {string} label @param {games.GameFacts} game @param {string} deal @param {HTMLElement} trouble */
function playButton(text, label, game, deal, trouble) {
  const words = [glyph("start"), el("span", { class: "words" }, text)];
  return button(words, ({ currentTarget }) => begin(game, deal, currentTarget, trouble), { class: "primary", "aria-label": label });
}

/** @param {games.GameFacts} game @param {string} deal @param {HTMLButtonElement} pressed @param {HTMLElement} trouble */
async function begin(game, deal, pressed, trouble) {
  if (isNew(game) && !(await wouldRatherPlay(game))) return;
  pressed.disabled = true;
  try {
    await playNow(game, deal);
  } catch (error) {
    trouble.textContent = reasonOf(error);
    trouble.hidden = false;
  }
  pressed.disabled = false;
}

/** Return whether a game was neither played nor learned on this device.
 *  @param {games.GameFacts} game */
function isNew(game) {
  return game.lessons.length > 0 && !hasBegun(game) && !history().some((ended) => ended.game === game.key);
}

/** Ask somebody who plays a game for the first time whether to learn it; return whether to play at once.
 *  @param {games.GameFacts} game @returns {Promise<boolean>} */
function wouldRatherPlay(game) {
  const { minutes } = game.lessons[0];
  const words = sayMany("A lesson of {n} minute shows you how it goes, on the real table.", "A lesson of {n} minutes shows you how it goes, on the real table.", minutes);
  const form = el("form", { method: "dialog", class: "stack" },
    el("p", {}, words),
    el("a", { class: "button primary", id: "learn-first", href: lessonOf(game) }, say("Learn")),
    el("button", { value: "play", id: "play-first" }, say("Play at once")),
  );
  const dialog = sheet(say("Your first game of {title}?", { title: game.title }), form);
  return new Promise((answer) => dialog.addEventListener("close", () => answer(dialog.returnValue === "play")));
}

/** @param {games.GameFacts} game */
function lessonOf(game) {
  return `/learn/${game.key}/${nextLesson(game).name}`;
}

/** @param {games.GameFacts} game */
function learnLink(game) {
  const isLearned = game.lessons.every(({ name }) => learned(game.key, name).done);
  const label = say("Learn {title}", { title: game.title });
  return el("a", { class: "button learn", href: lessonOf(game), "aria-label": label }, say("Learn"), isLearned ? " ✓" : "");
}

/** @param {games.GameFacts[]} games @param {HTMLElement} trouble */
function today(games, trouble) {
  const date = new Date();
  const game = games[dayOfYear(date) % games.length];
  const code = `DAILY-${date.toISOString().slice(0, 10)}`;
  const label = say("Try the dice of the day: {title}", { title: game.title });
  return el("section", { class: "strip", "data-deal": code },
    icon("📅"),
    el("a", { href: `/deal/${code}?game=${game.key}`, title: say("Compare the results") },
      el("b", {}, say("Dice of the day")),
      el("small", {}, say("{title}, the same for everybody", { title: game.title })),
    ),
    playButton(say("Try"), label, game, code, trouble),
  );
}

/** @param {Date} date */
function dayOfYear(date) {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY);
}

/** Draw the strip of the record, once a game has ended here. */
function record() {
  const games = history();
  if (games.length === 0) return [];
  const see = [glyph("onward"), el("span", { class: "words" }, say("See"))];
  /** @type {HTMLElement} */
  const strip = el("section", { class: "strip" },
    icon("🏆"),
    el("div", {}, el("b", {}, say("Your record")), el("small", {}, inShort(games))),
    button(see, () => openRecord(() => strip.remove()), { id: "record", "aria-label": say("See your record") }),
  );
  return [strip];
}

async function showLobby() {
  /** @type {HTMLElement | null} */
  const list = document.querySelector("#lobby");
  if (!list) return;
  /** @type {tables.TableLine[]} */
  const tables = await get(`/tables?language=${settings.language}`);
  const known = JSON.stringify(tables);
  if (list.dataset.known === known) return;
  list.dataset.known = known;
  afterPress(() => {
    list.replaceChildren(...tables.map(tableLine));
    one(".open-tables", HTMLElement).hidden = tables.length === 0;
  });
}

/** @param {tables.TableLine} table */
function tableLine(table) {
  const state = sayMany("{n} seat open", "{n} seats open", table.open);
  return el("li", { class: "table-line", "data-table": table.id },
    icon(table.icon),
    el("div", {}, el("strong", {}, table.title), el("small", {}, [...table.names, state].join(" · "))),
    el("a", { class: "button", href: `/t/${table.id}` }, say("Join"), el("span", { class: "visually-hidden" }, table.title)),
  );
}
