// The welcome page: the games, the dice of the day, the tables that wait for somebody.

import { ApiError, forgetTable, get, myTables, reasonOf } from "./api.js";
import { el, one } from "./dom.js";
import { open } from "./frame.js";
import { icon } from "./icons.js";
import { lay } from "./lay.js";
import { myName } from "./person.js";
import { scenery } from "./scenery.js";
import { settings } from "./settings.js";
import { language, say, sayMany } from "./words.js";

const POLL = 5000;
const DAY = 24 * 60 * 60 * 1000;

open(draw);
setInterval(() => document.hidden || showLobby().catch(() => {}), POLL);

/** @param {HTMLElement} main */
async function draw(main) {
  /** @type {games.GameFacts[]} */
  const games = await get(`/games?language=${settings.language}`);
  document.title = say("pasch: dice games for everybody");
  main.replaceChildren(
    welcome(),
    mySection(),
    el(
      "section",
      { class: "stack", "aria-label": say("Games") },
      el("ul", { class: "games" }, games.map(gameCard), today(games)),
    ),
    el("div", { class: "corners" }, lobbySection(), joinSection(), sameDiceSection(games)),
  );
  await Promise.all([showLobby(), showMine()]);
}

function welcome() {
  return el(
    "section",
    { class: "welcome" },
    el(
      "div",
      {},
      el("h1", {}, say("Come to the table!")),
      el(
        "p",
        {},
        say("Dice games for family and friends, on one device or on everybody's own. No account: pick a game and play."),
      ),
    ),
    el("div", { class: "welcome-dice", "aria-hidden": "true" }, icon("🎲"), icon("🎲")),
  );
}

/** @param {games.GameFacts} game @param {number} n */
function gameCard(game, n) {
  const trouble = troubleLine();
  return el(
    "li",
    {},
    el(
      "article",
      { class: `card game tone-${n % 5}`, "data-game": game.key },
      scenery(game.icon, game.scenery),
      el(
        "div",
        { class: "game-words" },
        el("h2", {}, game.title),
        el("p", { class: "summary" }, game.summary),
        el("p", { class: "players soft" }, el("span", {}, players(game)), el("span", {}, maker(game))),
        trouble,
        el(
          "div",
          { class: "row" },
          playButton(say("Play now"), say("Play now: {title}", { title: game.title }), game, "", trouble),
          el(
            "a",
            { class: "button", href: `/new/${game.key}`, "aria-label": say("Set the table for {title}", { title: game.title }) },
            say("Set the table"),
          ),
        ),
      ),
    ),
  );
}

/** @param {games.GameFacts} game */
function players(game) {
  const [low, high] = game.seats;
  const count = say("{low} to {high} players", { low, high });
  return game.together ? say("{count}, together", { count }) : count;
}

/** @param {games.GameFacts} game */
function maker(game) {
  return game.author ? say("by {author}, {year}", { author: game.author, year: game.year }) : "";
}

/** @param {string} text @param {string | null} label @param {games.GameFacts} game @param {string} deal @param {HTMLElement} trouble */
function playButton(text, label, game, deal, trouble) {
  return el(
    "button",
    {
      type: "button",
      class: "primary",
      "aria-label": label,
      onclick: ({ currentTarget }) => playNow(game, deal, currentTarget, trouble),
    },
    text,
  );
}

/** @param {games.GameFacts} game @param {string} deal @param {HTMLButtonElement} button @param {HTMLElement} trouble */
async function playNow(game, deal, button, trouble) {
  const name = await myName();
  if (!name) return;
  button.disabled = true;
  try {
    const seats = game.table.map((who) => (who === "me" ? { name } : { bot: who }));
    location.assign(await lay({ game: game.key, seats: seats.length, deal }, seats));
  } catch (error) {
    tell(trouble, error);
    button.disabled = false;
  }
}

/** @param {games.GameFacts[]} games */
function today(games) {
  const date = new Date();
  const game = games[dayOfYear(date) % games.length];
  const code = `DAILY-${date.toISOString().slice(0, 10)}`;
  const trouble = troubleLine();
  return el(
    "li",
    {},
    el(
      "article",
      { class: "card game today", "data-deal": code },
      scenery("📅", ["🎲", "🎲"]),
      el(
        "div",
        { class: "game-words" },
        el("h2", {}, say("The dice of the day")),
        el("p", {}, say("Today it is {title}, and everybody gets the same dice. Who makes the most of them?", { title: game.title })),
        el("p", { class: "players soft" }, inWords(date)),
        trouble,
        el(
          "div",
          { class: "row" },
          playButton(say("Play today's dice"), null, game, code, trouble),
          el("a", { class: "button", href: `/deal/${code}?game=${game.key}` }, say("Compare")),
        ),
      ),
    ),
  );
}

/** @param {Date} date */
function dayOfYear(date) {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY);
}

/** @param {Date} date */
function inWords(date) {
  return date.toLocaleDateString(language(), { dateStyle: "long", timeZone: "UTC" });
}

function mySection() {
  return el(
    "section",
    { class: "card stack", id: "mine", hidden: true },
    el("h2", {}, icon("⏳"), " ", say("Go on playing")),
    el("ul", { class: "tables" }),
  );
}

async function showMine() {
  const found = await Promise.all(myTables().map(unfinished));
  const lines = found.filter((table) => table !== null).map((table) =>
    tableLine(
      table,
      table.seats.map((seat) => seat.name).filter(Boolean),
      table.phase === "gathering" ? say("not started yet") : say("under way"),
      say("Go on"),
    ),
  );
  const section = one("#mine", HTMLElement);
  one("ul", HTMLElement, section).replaceChildren(...lines);
  section.hidden = lines.length === 0;
}

/** @param {string} id */
async function unfinished(id) {
  try {
    /** @type {messages.TableInfo} */
    const table = await get(`/tables/${id}?language=${settings.language}`);
    if (table.phase !== "over") return table;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== "table") return null;
  }
  forgetTable(id);
  return null;
}

function lobbySection() {
  return el(
    "section",
    { class: "card stack" },
    el("h2", {}, icon("👀"), " ", say("Open tables")),
    el("ul", { class: "tables", id: "lobby" }),
    el("p", { class: "soft", id: "lobby-empty" }, say("Nobody is waiting for players right now. Set a table and leave a seat open.")),
  );
}

async function showLobby() {
  /** @type {HTMLElement | null} */
  const lobby = document.querySelector("#lobby");
  if (!lobby) return;
  /** @type {tables.TableLine[]} */
  const tables = await get(`/tables?language=${settings.language}`);
  const known = JSON.stringify(tables);
  if (lobby.dataset.known === known) return;
  lobby.dataset.known = known;
  lobby.replaceChildren(
    ...tables.map((table) =>
      tableLine(table, table.names, sayMany("{n} seat open", "{n} seats open", table.open), say("Join")),
    ),
  );
  one("#lobby-empty", HTMLElement).hidden = tables.length > 0;
}

/** @param {messages.TableInfo | tables.TableLine} table @param {string[]} names @param {string} state @param {string} verb */
function tableLine(table, names, state, verb) {
  return el(
    "li",
    { class: "table-line", "data-table": table.id },
    icon(table.icon),
    el("div", {}, el("strong", {}, table.title), el("div", { class: "soft" }, [...names, state].join(" · "))),
    el("a", { class: "button", href: `/t/${table.id}` }, verb, el("span", { class: "visually-hidden" }, table.title)),
  );
}

function joinSection() {
  const trouble = troubleLine();
  const field = el("input", { type: "text", name: "table", required: true, pattern: ".*[\\w\\-].*", autocomplete: "off", id: "join-field", maxlength: 300 });
  return el(
    "section",
    { class: "card stack" },
    el("h2", {}, icon("🔗"), " ", say("Join a table")),
    el("label", { for: "join-field" }, say("The link or the code that somebody sent you")),
    el(
      "form",
      { class: "ask", id: "join", onsubmit: (event) => join(event, field, trouble) },
      field,
      el("button", {}, say("Join")),
    ),
    trouble,
  );
}

/** @param {SubmitEvent} event @param {HTMLInputElement} field @param {HTMLElement} trouble */
async function join(event, field, trouble) {
  event.preventDefault();
  const id = /([\w-]+)(?:[?#].*)?$/.exec(field.value.trim())?.[1] ?? "";
  try {
    await get(`/tables/${encodeURIComponent(id)}`);
    location.assign(`/t/${id}${new URL(field.value.trim(), location.href).hash}`);
  } catch (error) {
    tell(trouble, error);
  }
}

/** @param {games.GameFacts[]} games */
function sameDiceSection(games) {
  const code = el("input", {
    type: "text",
    required: true,
    pattern: "[A-Za-z0-9\\-]{1,40}",
    title: say("1 to 40 letters, digits and hyphens"),
    autocomplete: "off",
    id: "deal-field",
    maxlength: 40,
  });
  const game = el("select", { "aria-label": say("Game") }, games.map(({ key, title }) => el("option", { value: key }, title)));
  return el(
    "section",
    { class: "card stack" },
    el("h2", {}, icon("🎲"), " ", say("Same dice as friends")),
    el("label", { for: "deal-field" }, say("Agree on a code: whoever plays with it gets the same dice")),
    el(
      "form",
      {
        class: "ask",
        id: "deal",
        onsubmit: (event) => {
          event.preventDefault();
          location.assign(`/new/${game.value}?deal=${encodeURIComponent(code.value.toUpperCase())}`);
        },
      },
      game,
      code,
      el("button", {}, say("Set the table")),
    ),
  );
}

function troubleLine() {
  return el("p", { class: "trouble", role: "alert", hidden: true });
}

/** @param {HTMLElement} trouble @param {unknown} error */
function tell(trouble, error) {
  trouble.textContent = reasonOf(error);
  trouble.hidden = false;
}
