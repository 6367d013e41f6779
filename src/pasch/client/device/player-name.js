// The name of whoever sits here: asked once, then remembered.

import { el } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { sheet } from "../ui/sheet.js";
import { change, settings } from "./settings.js";

// The name, or "" from somebody who would rather not play.
/** @returns {Promise<string>} */
export async function myName() {
  if (settings.name) return settings.name;
  const name = await askName(say("Who is playing?"), say("Your name, as the others will see it"), say("Play"), "nickname");
  if (name) change("name", name);
  return name;
}

// Of somebody else at this device: not remembered.
export function anotherName() {
  return askName(say("Who sits here?"), say("Name, as the others will see it"), say("Sit down"), "off");
}

/** @param {string} title @param {string} label @param {string} go @param {string} autocomplete @returns {Promise<string>} */
function askName(title, label, go, autocomplete) {
  const field = el("input", { type: "text", id: "name", maxlength: 30, required: true, autocomplete });
  const form = el(
    "form",
    { method: "dialog", class: "stack" },
    el("label", { class: "stack", for: "name" }, label, field),
    el("button", { class: "primary", value: "play" }, go),
  );
  const dialog = sheet(title, form);
  field.focus();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => answer(dialog.returnValue === "play" ? field.value.trim() : ""));
  });
}
