// What every page but the table has around it: the brand, the settings, the small print.

import { reasonOf } from "./api.js";
import { el, one } from "./dom.js";
import { icon } from "./icons.js";
import { apply, renderSettings, settings } from "./settings.js";
import { say, speak } from "./words.js";

/** @typedef {(main: HTMLElement) => void | Promise<void>} Draw */

// Draws the page; again when the language changes, so that nothing filled in is lost.
/** @param {Draw} draw */
export async function open(draw) {
  document.addEventListener("settings", (event) => {
    if (!(event instanceof CustomEvent) || event.detail !== "language") return;
    event.preventDefault();
    document.querySelector("dialog")?.close();
    show(draw);
  });
  await show(draw);
}

/** @param {Draw} draw */
async function show(draw) {
  const main = one("main", HTMLElement);
  apply();
  try {
    await speak(settings.language);
    frame();
    await draw(main);
  } catch (error) {
    main.replaceChildren(unreachable(reasonOf(error), () => show(draw)));
  }
  document.body.dataset.ready = "true";
}

function frame() {
  one("header", HTMLElement).replaceChildren(brand(), settingsButton());
  one("footer", HTMLElement).replaceChildren(smallPrint());
}

function brand() {
  return el("a", { class: "brand", href: "/" }, el("img", { src: new URL("../icons/pasch.svg", import.meta.url).href, alt: "" }), "pasch");
}

function settingsButton() {
  return el("button", { type: "button", id: "settings", onclick: openSettings }, say("Settings"));
}

function openSettings() {
  const fields = el("div", { class: "stack" });
  renderSettings(fields);
  const dialog = el(
    "dialog",
    { "aria-labelledby": "settings-title", onclose: ({ currentTarget }) => currentTarget.remove() },
    el(
      "form",
      { method: "dialog", class: "stack" },
      el("h2", { id: "settings-title" }, say("Settings")),
      fields,
      el("button", { class: "primary" }, say("Done")),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

function smallPrint() {
  return el(
    "div",
    { class: "card stack" },
    el("h2", {}, icon("🔒"), " ", say("The sealed envelope")),
    el(
      "p",
      {},
      say(
        "Before anybody sits down, the server fixes all dice of the game by a secret number and shows its fingerprint: a sealed envelope on the table. Everybody's browser adds a number of its own. After the game the envelope is opened, and anyone can check that every roll came from it.",
      ),
    ),
    el("p", {}, el("a", { class: "link", href: "/verify" }, say("Check the dice of a finished game"))),
    el(
      "p",
      { class: "soft" },
      say(
        "pasch is an independent implementation; the games belong to their authors and publishers. Free software under the MIT licence. Pictures: Fluent Emoji by Microsoft, MIT licence.",
      ),
    ),
  );
}

/** @param {string} reason @param {() => unknown} again */
function unreachable(reason, again) {
  return el(
    "div",
    { class: "card stack", role: "alert" },
    el("h1", {}, say("That did not work")),
    el("p", {}, reason),
    el("div", { class: "row" }, el("button", { type: "button", class: "primary", onclick: again }, say("Try again"))),
  );
}
