// The name of whoever sits here: asked once, then remembered.

import { el } from "./dom.js";
import { change, settings } from "./settings.js";
import { say } from "./words.js";

// The name, or "" from somebody who would rather not play.
/** @returns {Promise<string>} */
export function myName() {
  return settings.name ? Promise.resolve(settings.name) : new Promise(askName);
}

/** @param {(name: string) => void} answer */
function askName(answer) {
  const field = el("input", { type: "text", id: "name", maxlength: 30, required: true, autocomplete: "nickname" });
  const dialog = el(
    "dialog",
    {
      "aria-labelledby": "name-title",
      onclose: ({ currentTarget: { returnValue } }) => {
        dialog.remove();
        if (returnValue === "play") change("name", field.value.trim());
        answer(returnValue === "play" ? settings.name : "");
      },
    },
    el(
      "form",
      { method: "dialog", class: "stack" },
      el("h2", { id: "name-title" }, say("Who is playing?")),
      el("label", { class: "stack", for: "name" }, say("Your name, as the others will see it"), field),
      el(
        "div",
        { class: "row" },
        el("button", { class: "primary", value: "play" }, say("Play")),
        el("button", { class: "quiet", value: "", formnovalidate: true }, say("Cancel")),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
