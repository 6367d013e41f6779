// The dice of a finished game, checked here and now by what this device kept of them.

import { getText } from "./api.js";
import { el } from "./dom.js";
import { showDialog } from "./panels.js";
import { kept } from "./proof.js";
import { say } from "./words.js";

// The page that checks stands alone; it is handed the log and told what to hold against it.
/** @param {HTMLDialogElement} dialog @param {string} id */
export async function checkDice(dialog, id) {
  const log = await getText(`/tables/${id}/log`);
  const { seal, salts, seals = [] } = kept(id);
  const frame = el("iframe", { class: "verify", src: "/verify", title: say("Check the dice") });
  const handed = { log, seal, salts: Object.values(salts), seals };
  frame.addEventListener("load", () => frame.contentWindow?.postMessage(handed, location.origin));
  showDialog(dialog, say("Check the dice"), frame);
}
