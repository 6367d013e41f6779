// The dice of a finished game, checked here and now by what this device kept of them.

import { el } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { ApiError, getText } from "../connection/api.js";
import { hasPart, kept, told } from "../connection/dice-proof.js";
import { earlier } from "../connection/dice-rounds.js";
import { showDialog } from "../table/dialogs.js";

/** @import { Info } from "../connection/updates.js" */

/** Open the page that checks dice, and hand it the log and what this device kept.
 *  @param {Info} info */
export async function checkDice(info) {
  const log = await logOf(info);
  const unended = earlier(info).map(({ id, terms }) => ({ id, at: terms?.at }));
  const frame = el("iframe", { class: "verify", src: "/verify", title: say("Check the dice") });
  const handed = { log, kept: { ...kept(info.id), told: told(info.id), earlier: unended } };
  frame.addEventListener("load", () => frame.contentWindow?.postMessage(handed, location.origin));
  showDialog(say("Check the dice"), frame);
}

/** Return the log; one that the server refuses is checked like an empty one.
 *  @param {Info} info */
async function logOf({ id }) {
  try {
    return await getText(`/tables/${id}/log`);
  } catch (error) {
    if (error instanceof ApiError && error.code !== "offline" && hasPart(kept(id))) return "";
    throw error;
  }
}
