// What stands beside the board: envelope, rules, a word that passes.

import { el, one, shown } from "./dom.js";
import { icon } from "./icons.js";
import { renderRules } from "./rules.js";
import { copyButton } from "./share.js";
import { say, sayMany } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { Info } from "./own.js" */

/** @param {Element} box @param {Info} info */
export function renderEnvelope(box, info) {
  box.replaceChildren(...shown(envelope(info)));
}

/** @param {Info} info */
function envelope(info) {
  const { settings, origin } = info;
  if (settings.dice === "real") return [summary("🎲", say("Real dice: the people tap in what they rolled")), ...(origin ? knownWords(info, origin) : secretDraws(info))];
  if (origin) return [summary("👀", say("These dice are not secret")), ...knownWords(info, origin), ...seal(info)];
  if (settings.deal) return [summary("👀", say("These dice are not secret")), ...dealWords(settings.deal, secretDraws(info))];
  return [summary("🔒", say("Sealed envelope")), sealedWords(), ...seal(info)];
}

/** @param {string} sign @param {string} words */
function summary(sign, words) {
  return el("summary", {}, icon(sign), " ", words);
}

/** @param {Info} info */
function seal({ commitment, seed }) {
  return [secret(say("Seal"), commitment), seed && secret(say("What was inside"), seed)];
}

// The dice are known or real, but what not everybody may see comes from an envelope.
/** @param {Info} info */
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

function sealedWords() {
  const words = say(
    "The dice of this game were put into a sealed envelope before anybody sat down. This is its seal. When the game is over the envelope is opened, and anybody can check every roll.",
  );
  return el("p", {}, words);
}

/** @param {string} name @param {string} text */
function secret(name, text) {
  return el(
    "p",
    { class: "secret" },
    el("span", {}, name),
    " ",
    el("code", { title: text }, `${text.slice(0, 12)}…${text.slice(-6)}`),
    copyButton(say("Copy"), text),
  );
}

/** @param {HTMLDialogElement} dialog @param {string} game @param {string} title */
export function showRules(dialog, game, title) {
  const body = el("div", { class: "rules-text" });
  showDialog(dialog, say("Rules of {game}", { game: title }), body);
  renderRules(body, game);
}

/** @param {HTMLDialogElement} dialog @param {string} title @param {Child[]} parts */
export function showDialog(dialog, title, ...parts) {
  const shut = { "aria-label": say("Close"), onclick: () => dialog.close() };
  const close = el("button", { type: "button", class: "close", ...shut }, "×");
  dialog.setAttribute("aria-label", title);
  dialog.replaceChildren(el("header", {}, el("h2", {}, title), close), el("div", { class: "body" }, parts));
  if (!dialog.open) dialog.showModal();
}

/** @param {Info} info */
export function watchersLine(info) {
  return info.watchers ? sayMany("{n} person is watching", "{n} people are watching", info.watchers) : "";
}

let toastTimer = 0;

/** For a few seconds, where it covers neither the question nor the buttons: from the banner downwards on an
 *  upright screen, else above the buttons where these lie at the bottom.
 *  @param {string} reason @param {string} [clause] */
export function toast(reason, clause = "") {
  const box = one("#toast", HTMLElement);
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
