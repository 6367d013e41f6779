// The player's name: asked once, then remembered.

import { el } from "../ui/dom.js";
import { nameField } from "../ui/fields.js";
import { say } from "../ui/i18n.js";
import { sheet } from "../ui/sheets.js";
import { change, settings } from "./settings.js";

/** Return the player's name, or "" from somebody who closes the question.
 *  @returns {Promise<string>} */
export async function myName() {
  if (settings.name) return settings.name;
  const name = await askName(say("Who is playing?"), say("Your name, as the others will see it"), say("Play"), "nickname");
  if (name) change("name", name);
  return name;
}

/** Ask for the name of somebody else at this device, without remembering it. */
export function anotherName() {
  return askName(say("Who sits here?"), say("Name, as the others will see it"), say("Sit down"), "off");
}

/** @param {string} title @param {string} label @param {string} go @param {string} autocomplete @returns {Promise<string>} */
function askName(title, label, go, autocomplete) {
  const field = nameField({ id: "name", required: true, autocomplete });
  const form = el("form", { method: "dialog", class: "stack" },
    el("label", { class: "stack", for: "name" }, label, field),
    el("button", { class: "primary", value: "play" }, go),
  );
  const dialog = sheet(title, form);
  field.focus();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => answer(dialog.returnValue === "play" ? field.value.trim() : ""));
  });
}
