// What every page but the table has around it: the brand, a way to a table, the settings, the small print.

import { button, el, one } from "../ui/dom.js";
import { say, speak } from "../ui/i18n.js";
import { glyph } from "../ui/icons.js";
import { sheet } from "../ui/sheets.js";
import { apply, renderSettings, settings } from "../device/settings.js";
import { reasonOf } from "../connection/api.js";
import { joinForm } from "./join.js";

/** @typedef {(main: HTMLElement) => void | Promise<void>} Draw */

const BRAND = new URL("../icons/pasch.svg", import.meta.url).href;

/** Draw the page, and draw it again when the language changes, so that fields keep what was typed.
 *  @param {Draw} draw */
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
  one("header", HTMLElement).replaceChildren(
    el("a", { class: "brand", href: "/" }, el("img", { src: BRAND, alt: "" }), "pasch"),
    el("span", { class: "tagline" }, say("Dice games for family and friends")),
    button(say("Join with a code"), () => sheet(say("Join a table"), joinForm()), { id: "join-code" }),
    button(glyph("gear"), openSettings, { id: "settings", class: "knob", "aria-label": say("Settings"), title: say("Settings") }),
  );
  one("footer", HTMLElement).replaceChildren(smallPrint());
}

function openSettings() {
  const fields = el("div", { class: "stack" });
  renderSettings(fields);
  sheet(say("Settings"), el("form", { method: "dialog", class: "stack" }, fields, el("button", { class: "primary" }, say("Done"))));
}

function smallPrint() {
  return el("details", {},
    el("summary", {}, say("Are the dice fair? And who made this?")),
    el("p", {},
      say(
        "Before anybody sits down, the server fixes all dice of the game by a secret number and shows its fingerprint: a sealed envelope on the table. Everybody's browser adds a number of its own. After the game the envelope is opened, and anyone can check that every roll came from it.",
      ),
    ),
    el("p", {}, el("a", { class: "link", href: "/verify" }, say("Check the dice of a finished game"))),
    el("p", {},
      say(
        "pasch is an independent implementation; the games belong to their authors and publishers. Free software under the MIT licence. Pictures: Fluent Emoji by Microsoft, MIT licence. Letters: Nunito, SIL Open Font License.",
      ),
    ),
  );
}

/** @param {string} reason @param {() => unknown} again */
function unreachable(reason, again) {
  return el("div", { class: "card stack", role: "alert" },
    el("h1", {}, say("That did not work")),
    el("p", {}, reason),
    el("div", { class: "row" }, button(say("Try again"), again, { class: "primary" })),
  );
}
