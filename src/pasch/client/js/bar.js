// The bar over the table: what wins, how far the game has come, and a menu.

import { el, one } from "./dom.js";
import { icon } from "./icons.js";
import { withIcons } from "./texts.js";
import { say } from "./words.js";

const MOST_DOTS = 12;
const knob = one("#menu-knob", HTMLButtonElement);

/** @typedef {{ help: () => unknown, rules: () => unknown, share: () => unknown, settings: () => unknown, leave: () => unknown }} Tools */

/** @param {Element} box @param {Tools} tools */
export function renderTools(box, tools) {
  box.setAttribute("aria-label", say("Table"));
  box.replaceChildren(
    tool("help", "❓", say("What is this?"), tools.help),
    tool("rules", "📖", say("Rules"), tools.rules),
    tool("share", "🔗", say("Invite"), tools.share),
    tool("settings", "⚙", say("Settings"), tools.settings),
    tool("leave", "🚪", say("Leave"), tools.leave),
  );
  knob.setAttribute("aria-label", say("Menu"));
  addEventListener("click", ({ target }) => openMenu(target === knob && document.body.dataset.menu !== "open"));
}

// Where there is no room for its words, they lie over the table.
/** @param {boolean} isOpen */
function openMenu(isOpen) {
  document.body.dataset.menu = isOpen ? "open" : "shut";
  knob.setAttribute("aria-expanded", String(isOpen));
}

/** @param {string} id @param {string} sign @param {string} words @param {() => unknown} onclick */
function tool(id, sign, words, onclick) {
  const attributes = { type: "button", id, title: words, "aria-label": words, onclick };
  return el("button", attributes, el("span", { class: "sign", "aria-hidden": "true" }, icon(sign)), el("span", { class: "words" }, words));
}

// A line may break between what is told, and not between a picture and its number.
/** @param {Element} box @param {scene.Scene} scene */
export function renderGoal(box, { goal, progress }) {
  const parts = progress.text.split(" ").flatMap((part, n) => [n ? " " : null, el("span", {}, withIcons(part))]);
  const steps = Array.from({ length: progress.of }, (_, n) => el("i", { class: n < progress.done ? "on" : "" }));
  box.replaceChildren(
    el("span", { class: "words" }, withIcons(goal)),
    el("strong", {}, parts),
    ...(steps.length && steps.length <= MOST_DOTS ? [el("span", { class: "dots", "aria-hidden": "true" }, steps)] : []),
  );
}
