// Setting a table: who sits where, which rules, which dice.

import { SETTINGS } from "../ui/defaults.js";
import { el, fill, one } from "../ui/dom.js";
import { nameField, onOff, optionField, radios, select, setting, step } from "../ui/fields.js";
import { language, say, sayMany } from "../ui/i18n.js";
import { icon, scenery } from "../ui/icons.js";
import { change, settings } from "../device/settings.js";
import { ApiError, get, reasonOf } from "../connection/api.js";
import { createTable } from "../connection/tables.js";
import { renderRules } from "../board/rules.js";
import { open } from "./layout.js";

const CLOCKS = [0, 15, 30, 60, 120, 300, 600];
const KEY = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** @typedef {{ kind: string, name: string }} Seat Its kind: me, here, open or bot:KEY. */
/** @typedef {{ people: HTMLElement, starter: HTMLElement, lobby: HTMLElement, outlook: HTMLElement, trouble: HTMLElement }} Parts */
/** @typedef {Omit<state.Settings, "dice"> & { who: Seat[], dice: "sealed" | "real" | "deal" }} Wish */

/** @type {Wish} */
let wish;

open(draw);

/** @param {HTMLElement} main */
async function draw(main) {
  /** @type {games.GameFacts[]} */
  const games = await get(`/games?language=${settings.language}`);
  const game = games.find(({ key }) => key === KEY);
  if (!game) throw new ApiError(say("There is no game {key}", { key: KEY }), "game");
  wish ??= wishFrom(game, new URLSearchParams(location.search));
  document.title = say("{title}: set the table", { title: game.title });
  main.replaceChildren(heading(game, games), form(game), rules(game));
}

/** Return the wishes at first: the game's usual table, and what the address says.
 *  @param {games.GameFacts} game @param {URLSearchParams} asked @returns {Wish} */
function wishFrom(game, asked) {
  const [low, high] = game.seats;
  const deal = asked.get("deal") ?? "";
  const named = [...asked].filter(([name]) => name.startsWith("set."));
  return {
    ...SETTINGS,
    game: game.key,
    seats: Math.min(high, Math.max(low, Number(asked.get("seats")) || game.table.length)),
    who: Array.from({ length: high }, (_, seat) => firstOf(game, seat)),
    options: Object.fromEntries(named.map(([name, text]) => [name.slice(4), text])),
    dice: deal ? "deal" : "sealed",
    deal,
  };
}

/** @param {games.GameFacts} game @param {number} seat @returns {Seat} */
function firstOf(game, seat) {
  const who = seat < game.table.length ? game.table[seat] : "open";
  return { kind: who === "me" || who === "open" ? who : `bot:${who}`, name: "" };
}

/** @param {games.GameFacts} game @param {games.GameFacts[]} games */
function heading(game, games) {
  const tone = games.indexOf(game) % 5;
  return el("section", { class: `game game-title tone-${tone}` },
    scenery(game.icon, game.scenery),
    el("div", { class: "game-words" },
      el("h1", {}, game.title),
      el("p", { class: "summary" }, game.summary),
    ),
  );
}

/** @param {games.GameFacts} game */
function form(game) {
  const parts = {
    people: el("div", { class: "stack" }),
    starter: el("div", {}),
    lobby: el("div", {}),
    outlook: el("p", { class: "soft", id: "outlook" }),
    trouble: el("p", { class: "trouble wide", role: "alert", tabindex: "-1", hidden: true }),
  };
  const update = () => showSeats(game, parts, update);
  update();
  return el("form", { class: "lay", id: "lay", onsubmit: (event) => submit(event, game, parts.trouble) },
    el("div", { class: "lay-side" },
      step(say("Who plays?"), seatCount(game, update), parts.people, parts.lobby),
      step(say("Start and pace"), parts.starter, clock(), coach()),
    ),
    el("div", { class: "lay-side" }, step(say("Dice"), ...dice()), optionStep(game)),
    parts.trouble,
    el("div", { class: "card lay-bar" }, el("button", { class: "primary", id: "lay-table" }, say("To the table")), parts.outlook),
  );
}

/** @param {games.GameFacts} game @param {() => void} update */
function seatCount(game, update) {
  const [low, high] = game.seats;
  const counts = Array.from({ length: high - low + 1 }, (_, n) => String(low + n));
  return el("div", { role: "group", "aria-label": say("Number of players") },
    radios("pill", "seats", counts.map((n) => [n, n]), String(wish.seats), (n) => {
      wish.seats = Number(n);
      update();
    }),
  );
}

/** @param {games.GameFacts} game @param {Parts} parts @param {() => void} update */
function showSeats(game, parts, update) {
  const seats = wish.who.slice(0, wish.seats);
  parts.people.replaceChildren(...seats.map((seat, n) => seatRow(game, seat, n, update)));
  parts.starter.replaceChildren(starter());
  const awaited = seats.filter(({ kind }) => kind === "open").length;
  fill(parts.lobby, awaited > 0 && lobby());
  parts.outlook.textContent = awaited
    ? sayMany("You get a link to send; the game waits for {n} more person.", "You get a link to send; the game waits for {n} more people.", awaited)
    : say("Everybody is here: the game starts at once.");
}

/** @param {games.GameFacts} game @param {Seat} seat @param {number} n @param {() => void} update */
function seatRow(game, seat, n, update) {
  const label = say("Seat {n}", { n: n + 1 });
  return el("div", { class: "seat-row", "data-seat": n, role: "group", "aria-label": label },
    icon(isHere(seat) ? "🙂" : seat.kind === "open" ? "🚪" : "🤖"),
    el("div", { class: "seat-fields" },
      select({ "aria-label": label }, kinds(game), seat.kind, (kind) => {
        seat.kind = kind;
        for (const other of wish.who) if (other !== seat && kind === "me" && other.kind === "me") other.kind = "here";
        update();
        one(`[data-seat="${n}"] select`, HTMLSelectElement).focus();
      }),
      isHere(seat) && nameOf(seat, n),
    ),
  );
}

/** @param {games.GameFacts} game @returns {[string, string][]} */
function kinds(game) {
  return [
    ["me", say("I sit here")],
    ["here", say("somebody else here")],
    ["open", say("open, for guests")],
    ...game.bots.map(botKind),
  ];
}

/** @param {games.BotFacts} bot @returns {[string, string]} */
function botKind({ key, name, words }) {
  return [`bot:${key}`, say("Bot, {level}: {words}", { level: name.toLocaleLowerCase(language()), words })];
}

/** @param {Seat} seat */
function isHere(seat) {
  return seat.kind === "me" || seat.kind === "here";
}

/** @param {Seat} seat @param {number} n */
function nameOf(seat, n) {
  return nameField({
    required: true,
    autocomplete: "off",
    placeholder: say("Name"),
    "aria-label": say("Name at seat {n}", { n: n + 1 }),
    value: seat.kind === "me" ? settings.name : seat.name,
    oninput: ({ currentTarget }) => {
      seat.name = currentTarget.value;
      if (seat.kind === "me") change("name", currentTarget.value.trim());
    },
  });
}

function lobby() {
  return radios(
    "radio",
    "listed",
    [
      ["private", say("Private"), say("only who has the link finds the table")],
      ["listed", say("For everybody"), say("stands on the first page, and anybody may join")],
    ],
    wish.listed ? "listed" : "private",
    (chosen) => (wish.listed = chosen === "listed"),
  );
}

function starter() {
  if (Number(wish.starter) >= wish.seats) wish.starter = null;
  /** @type {[string, string][]} */
  const seats = Array.from({ length: wish.seats }, (_, n) => [String(n), say("Seat {n}", { n: n + 1 })]);
  const became = (/** @type {string} */ seat) => (wish.starter = seat ? Number(seat) : null);
  return setting(say("Who starts?"), select({ name: "starter" }, [["", say("chance decides")], ...seats], String(wish.starter ?? ""), became));
}

function clock() {
  const field = select({ name: "clock" }, CLOCKS.map((n) => [String(n), time(n)]), String(wish.clock), (n) => (wish.clock = Number(n)));
  return setting(say("Time for a decision"), field);
}

function coach() {
  const label = [say("The coach may help"), el("small", {}, say("tells the chances, and what each choice is worth"))];
  return setting(label, onOff({ name: "coach" }, wish.coach, (isOn) => (wish.coach = isOn)));
}

/** @param {number} seconds */
function time(seconds) {
  if (seconds === 0) return say("as long as it takes");
  if (seconds < 60) return sayMany("{n} second", "{n} seconds", seconds);
  return sayMany("{n} minute", "{n} minutes", seconds / 60);
}

function dice() {
  /** @type {[Wish["dice"], string, string][]} */
  const answers = [
    ["sealed", say("The table rolls"), say("fixed in a sealed envelope before the game; everybody can check it afterwards")],
    ["real", say("Your own dice"), say("you roll them beside the screen and tap what they show")],
    ["deal", say("The same dice as others"), say("agree on a code: whoever plays with it gets the same dice")],
  ];
  const code = el("input", {
    type: "text",
    name: "deal",
    maxlength: 40,
    pattern: "[A-Za-z0-9\\-]{1,40}",
    title: say("1 to 40 letters, digits and hyphens"),
    "aria-label": say("Code"),
    placeholder: say("Code"),
    autocomplete: "off",
    value: wish.deal,
    oninput: ({ currentTarget }) => (wish.deal = currentTarget.value),
  });
  const show = () => {
    code.hidden = wish.dice !== "deal";
    code.required = wish.dice === "deal";
    code.disabled = wish.dice !== "deal";
  };
  show();
  return [
    radios("radio", "dice", answers, wish.dice, (chosen) => {
      wish.dice = chosen;
      show();
    }),
    code,
  ];
}

/** Draw the options; texts in a notation of their own are folded away.
 *  @param {games.GameFacts} game */
function optionStep(game) {
  const [plain, written] = [false, true].map((isText) => game.options.filter(({ kind }) => (kind === "text") === isText));
  const more = el("details", {}, el("summary", {}, say("For tinkerers")), written.map(ruleField));
  return step(say("House rules"), ...plain.map(ruleField), written.length > 0 && more);
}

/** @param {games.OptionFacts} option */
function ruleField(option) {
  return optionField(option, valueOf(option), (value) => (wish.options[option.name] = value));
}

/** @param {games.OptionFacts} option */
function valueOf(option) {
  const wished = wish.options[option.name];
  if (wished === undefined) return option.default;
  return option.kind === "yes-no" ? /^(yes|true|on)$/i.test(String(wished)) : wished;
}

/** @param {games.GameFacts} game */
function rules(game) {
  const text = el("div", { class: "rules-text" });
  return el("details", { class: "card", ontoggle: () => text.hasChildNodes() || renderRules(text, game.key) },
    el("summary", {}, icon("📜"), " ", say("The rules of {title}", { title: game.title })),
    text,
  );
}

/** @param {SubmitEvent} event @param {games.GameFacts} game @param {HTMLElement} trouble */
async function submit(event, game, trouble) {
  event.preventDefault();
  const button = one("#lay-table", HTMLButtonElement);
  const seats = wish.who.slice(0, wish.seats);
  trouble.hidden = true;
  for (const field of document.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  if (!seats.some(isHere)) return tell(trouble, say("At least one seat has to be yours or of somebody at this device."));
  button.disabled = true;
  try {
    location.assign(await createTable(tableSettings(game), seats.map(sitter)));
  } catch (error) {
    tell(trouble, reasonOf(error));
    button.disabled = false;
  }
}

/** @param {Seat} seat */
function sitter(seat) {
  if (seat.kind === "me") return { name: settings.name };
  if (seat.kind === "here") return { name: seat.name };
  return seat.kind === "open" ? {} : { bot: seat.kind.slice("bot:".length) };
}

/** @param {games.GameFacts} game @returns {state.Settings} */
function tableSettings(game) {
  const { who, ...settled } = wish;
  const differing = game.options.filter((option) => valueOf(option) !== option.default);
  return {
    ...settled,
    options: Object.fromEntries(differing.map((option) => [option.name, valueOf(option)])),
    dice: wish.dice === "deal" ? "sealed" : wish.dice,
    deal: wish.dice === "deal" ? wish.deal.toUpperCase() : "",
    listed: wish.listed && who.slice(0, wish.seats).some(({ kind }) => kind === "open"),
  };
}

/** Show a problem, and mark the option that it names.
 *  @param {HTMLElement} trouble @param {string} reason */
function tell(trouble, reason) {
  trouble.textContent = reason;
  trouble.hidden = false;
  for (const option of document.querySelectorAll("[data-option]")) {
    if (!new RegExp(`\\b${option.getAttribute("data-option")}\\b`).test(reason)) continue;
    option.querySelector("input, select, textarea")?.setAttribute("aria-invalid", "true");
  }
  trouble.focus();
}
