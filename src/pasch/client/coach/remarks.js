// What the coach says about a decision, in the review and on the board of the replay.

import { el } from "../ui/dom.js";
import { language, say } from "../ui/i18n.js";
import { withIcons } from "../ui/icons.js";
import { rememberSkill } from "../device/history.js";
import { get } from "../connection/api.js";
import { pause } from "../board/motion.js";
import { change } from "./numbers.js";

const SHOWN = 5e-4; // what is less rounds to nothing
const ASK_AGAIN = 400;

const CLASSES = {
  fine: () => say("fine"),
  inaccuracy: () => say("inaccuracy"),
  error: () => say("error"),
  blunder: () => say("blunder"),
};

/** @param {findings.Decision} decision */
export function costs({ loss }) {
  return loss >= SHOWN;
}

/** @param {findings.Decision} decision */
export function remark(decision) {
  const { chosen, best, loss, judged, why } = decision;
  return [
    el("span", {}, withIcons(chosen.called)),
    el("strong", {}, costs(decision) ? change(-loss) : ""),
    costs(decision) ? el("span", { class: "soft" }, withIcons(say("better: {choice}", { choice: best.called }))) : null,
    el("span", { class: `tag ${judged}` }, CLASSES[judged]()),
    why ? el("span", { class: "why" }, withIcons(why.text)) : null,
  ];
}

/** Return the review of a match. The server makes it for the first who asks; `tell` receives the progress.
 *  @param {string} id @param {(progress: messages.ProgressInfo) => void} tell @returns {Promise<findings.Review>} */
export async function reviewOf(id, tell) {
  for (;;) {
    const found = await ask(id);
    if (!("done" in found)) {
      rememberSkill(id, found.accounts);
      return found;
    }
    tell(found);
    await pause(ASK_AGAIN);
  }
}

/** @param {string} id @returns {Promise<findings.Review | messages.ProgressInfo>} */
function ask(id) {
  return get(`/tables/${id}/review?language=${language()}`);
}

/** Return the decisions of a match by their event; this starts the review if nobody has asked for it yet.
 *  @param {string} id @returns {Promise<Map<number, findings.Decision>>} */
export async function decisionsOf(id) {
  const review = await ask(id);
  return new Map("done" in review ? [] : review.decisions.map((decision) => [decision.event, decision]));
}
