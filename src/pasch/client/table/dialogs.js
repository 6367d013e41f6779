// What stands around the board: the bar with its menu, the envelope, dialogs, a message that passes.

import { button, byId, el, fill, one } from "../ui/dom.js";
import { say, sayMany } from "../ui/i18n.js";
import { icon, withIcons } from "../ui/icons.js";
import { renderSettings } from "../device/settings.js";
import { renderRules } from "../board/rules.js";
import { copyButton, renderInvitation } from "./invite.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { Info } from "../connection/updates.js" */
/** @import { Acting } from "./render.js" */

const MOST_DOTS = 12;

const dialog = one("#dialog", HTMLDialogElement);

/** Name the zones for screen readers. */
export function nameZones() {
  const names = { others: say("The others"), me: say("Your seat"), acts: say("Your choices"), side: say("What happened"), board: say("The table"), "side-close": say("Close"), tools: say("Table") };
  for (const [id, name] of Object.entries(names)) byId(id).setAttribute("aria-label", name);
}

/** @param {Element} box @param {Acting} page */
export function renderTools(box, page) {
  const knob = one("#menu-knob", HTMLButtonElement);
  box.replaceChildren(
    tool("help", "❓", say("What is this?"), () => page.actions.askHelp()),
    tool("rules", "📖", say("Rules"), () => showRules(page.state.info)),
    tool("share", "🔗", say("Invite"), () => showInvitation(page.state.info, page.token)),
    tool("settings", "⚙", say("Settings"), showSettings),
    tool("pause", "☕", say("Break"), () => page.actions.send("pause", { on: true })),
    tool("leave", "🚪", say("Leave"), () => page.actions.leave()),
  );
  knob.setAttribute("aria-label", say("Menu"));
  addEventListener("click", ({ target }) => openMenu(knob, target === knob && document.body.dataset.menu !== "open"));
}

/** Open or close the menu, which lies over the table on a small screen.
 *  @param {Element} knob @param {boolean} isOpen */
function openMenu(knob, isOpen) {
  document.body.dataset.menu = isOpen ? "open" : "shut";
  knob.setAttribute("aria-expanded", String(isOpen));
}

/** @param {string} id @param {string} sign @param {string} words @param {() => unknown} onclick */
function tool(id, sign, words, onclick) {
  const label = [el("span", { class: "sign", "aria-hidden": "true" }, icon(sign)), el("span", { class: "words" }, words)];
  return button(label, onclick, { id, title: words, "aria-label": words });
}

/** Draw the goal and the progress; a line never breaks between a picture and its number.
 *  @param {Element} box @param {scene.Scene} scene */
export function renderGoal(box, { goal, progress }) {
  const parts = progress.text.split(" ").flatMap((part, n) => [n ? " " : null, el("span", {}, withIcons(part))]);
  const steps = Array.from({ length: progress.of }, (_, n) => el("i", { class: n < progress.done ? "on" : "" }));
  const hasDots = steps.length > 0 && steps.length <= MOST_DOTS;
  const dots = hasDots && el("span", { class: "dots", "aria-hidden": "true" }, steps);
  fill(box, el("span", { class: "words" }, withIcons(goal)), el("strong", {}, parts), dots);
}

/** @param {Element} box @param {Info} info */
export function renderEnvelope(box, info) {
  fill(box, envelope(info));
}

/** @param {Info} info */
function envelope(info) {
  const { settings, origin } = info;
  if (settings.dice === "real") return [summary("🎲", say("Real dice: the people tap in what they rolled")), ...(origin ? knownWords(info, origin) : secretDraws(info))];
  if (origin) return [summary("👀", say("These dice are not secret")), ...knownWords(info, origin), ...seal(info)];
  if (settings.deal) return [summary("👀", say("These dice are not secret")), ...dealWords(settings.deal, secretDraws(info))];
  const words = say(
    "The dice of this game were put into a sealed envelope before anybody sat down. This is its seal. When the game is over the envelope is opened, and anybody can check every roll.",
  );
  return [summary("🔒", say("Sealed envelope")), el("p", {}, words), ...seal(info)];
}

/** @param {string} sign @param {string} words */
function summary(sign, words) {
  return el("summary", {}, icon(sign), " ", words);
}

/** @param {Info} info */
function seal({ commitment, seed }) {
  return [secret(say("Seal"), commitment), seed && secret(say("What was inside"), seed)];
}

/** Explain the envelope for secret draws, where the dice are known or real.
 *  @param {Info} info */
function secretDraws(info) {
  if (!info.hides) return [];
  return [el("p", {}, say("What is drawn in secret comes from a sealed envelope, and everybody's device mixes something in. This is its seal.")), ...seal(info)];
}

/** @param {string} code @param {Child[]} more */
function dealWords(code, more) {
  const words = say("These dice are the same for everybody who plays with this code: {code}", { code });
  return [el("p", {}, words), ...more, el("a", { href: `/deal/${encodeURIComponent(code)}` }, say("Compare the results"))];
}

/** @param {Info} info @param {messages.OriginInfo} origin */
function knownWords({ settings, hides }, { table, events }) {
  const isReal = settings.dice === "real";
  const where = say("This table plays on from event {n} of a finished match.", { n: events });
  const what = !isReal || hides ? say("That envelope has been opened: anybody can work out what comes.") : "";
  return [el("p", {}, where, " ", what), el("a", { class: "button small", href: `/t/${table}?at=${events}` }, say("To that match"))];
}

/** @param {string} name @param {string} text */
function secret(name, text) {
  return el("p", { class: "secret" },
    el("span", {}, name),
    " ",
    el("code", { title: text }, `${text.slice(0, 12)}…${text.slice(-6)}`),
    copyButton(say("Copy"), text),
  );
}

/** @param {Info} info */
function showRules({ game, title }) {
  const body = el("div", { class: "rules-text" });
  showDialog(say("Rules of {game}", { game: title }), body);
  renderRules(body, game);
}

/** @param {Info} info @param {string} token */
function showInvitation(info, token) {
  const box = el("div", {});
  renderInvitation(box, info, token);
  showDialog(say("Invite"), box);
}

function showSettings() {
  const box = el("div", {});
  renderSettings(box);
  showDialog(say("Settings"), box);
}

/** @param {string} words @param {() => unknown} leave */
export function askToLeave(words, leave) {
  const stay = button(say("Stay"), () => dialog.close());
  const away = el("button", { id: "leave-now", class: "primary", onclick: leave }, say("Leave the table"));
  showDialog(say("Leave"), el("p", {}, words), el("p", { class: "actions" }, stay, away));
}

/** @param {string} title @param {Child[]} parts */
export function showDialog(title, ...parts) {
  const close = button("×", () => dialog.close(), { class: "close", "aria-label": say("Close") });
  dialog.setAttribute("aria-label", title);
  dialog.replaceChildren(el("header", {}, el("h2", {}, title), close), el("div", { class: "body" }, parts));
  if (!dialog.open) dialog.showModal();
}

/** @param {Info} info */
export function watchersLine(info) {
  return info.watchers ? sayMany("{n} person is watching", "{n} people are watching", info.watchers) : "";
}

/** Draw how far bots and coach are prepared, as long as somebody waits for them.
 *  @param {HTMLElement} box @param {Info} info */
export function renderPreparation(box, { phase, progress }) {
  const waits = phase === "playing" && progress !== null;
  box.hidden = !waits;
  if (!waits) {
    box.classList.remove("seen"); // a later preparation is a new one
    return;
  }
  const why = say("Bots that think and the coach are getting ready, once on this computer.");
  const { done, of, before } = progress;
  box.replaceChildren(
    el("span", {}, why, before ? ` ${say("{n} before you", { n: before })}` : ""),
    el("progress", { value: done, max: of, "aria-label": say("Preparing") }),
  );
}

let toastTimer = 0;

/** Show a message for a few seconds, where it covers neither the question nor the buttons: from the banner downwards on an
 *  upright screen, else above the buttons where these lie at the bottom.
 *  @param {string} reason @param {string} [clause] */
export function toast(reason, clause = "") {
  const box = byId("toast");
  box.replaceChildren(el("p", {}, reason, clause ? el("small", {}, ` ${clause}`) : null));
  box.dataset.shown = "true";
  const banner = document.querySelector("#banner")?.getBoundingClientRect();
  const acts = document.querySelector("#acts")?.getBoundingClientRect().top ?? 0;
  if (banner?.height && innerHeight > innerWidth) box.style.inset = `${banner.top}px 12px auto`;
  else box.style.inset = acts > innerHeight / 2 ? `auto 12px ${innerHeight - acts + 8}px` : "";
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    box.replaceChildren();
    delete box.dataset.shown;
  }, 6000);
}
