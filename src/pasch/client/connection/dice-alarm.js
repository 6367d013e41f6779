// Warnings that nobody may miss: they stay on top of the table until somebody closes them.

import { button, byId, el, fill } from "../ui/dom.js";
import { language, say } from "../ui/i18n.js";
import { keepCourse } from "./dice-proof.js";

/** @import { Child } from "../ui/dom.js" */
/** @import { Fault, Kept } from "./dice-proof.js" */

/** Show a warning, unless one with the same words is open.
 *  @param {string} words @param {((away: () => void) => Child)[]} ways */
export function alarm(words, ...ways) {
  const box = byId("alarm");
  if ([...box.children].some((line) => line.firstElementChild?.textContent === words)) return;
  const line = el("div");
  const away = () => line.remove();
  fill(line, el("p", {}, words), ways.map((way) => way(away)), button("×", away, { class: "close", "aria-label": say("Close") }));
  box.append(line);
}

/** @param {Fault} fault */
export function alarmOf(fault) {
  alarm(["✗", wordsOf(fault), say("“Check the dice” will show it too.")].join(" "));
}

/** Warn of an earlier game without an end; the people of this device may know why.
 *  @param {Kept} round */
export function alarmOfEarlier({ id, terms }) {
  const when = new Date(terms?.at ?? 0).toLocaleString(language(), { dateStyle: "short", timeStyle: "short" });
  const words = say("This device has not seen the end of a game with the same people: table {id}, begun {when}. A server that does not like its dice could begin again.", { id, when });
  const look = () => el("a", { class: "button small", href: `/t/${id}` }, say("Look there"));
  alarm(words, look, (away) => answer(say("We stopped it, or still play it"), id, { ended: "ours" }, away));
}

/** Warn that the table was opened again: somebody stood up, or the server looks for better dice.
 *  @param {Kept} round */
export function alarmOfRounds({ id, reopened = 0, known = 0 }) {
  if (reopened <= known) return;
  const words = say("The table was opened again after this device had opened its part of the dice ({n}). Did somebody stand up or was sent away? If not, the server may look for better dice.", { n: reopened });
  alarm(words, (away) => answer(say("Yes, somebody did"), id, { known: reopened }, away));
}

/** @param {string} words @param {string} id @param {Partial<Pick<Kept, "ended" | "known">>} news @param {() => void} away */
function answer(words, id, news, away) {
  const onclick = () => {
    keepCourse(id, news);
    away();
  };
  return button(words, onclick, { class: "ours" });
}

/** @param {Fault} fault */
function wordsOf({ why, name = "", n = 0 }) {
  if (why === "envelope") return say("This table shows another seal than before: these are not the dice that were sealed. This device does not open its part of them.");
  if (why === "kind") return say("This table has other dice or another start than when this device came. This device does not open its part of them.");
  if (why === "unsealed") return say("The seat of {name} has no seal: somebody could still choose the dice. This device does not open its part of them.", { name });
  if (why === "own") return say("The seal of {name} is not the one of this device, which has nothing to open. Did you open your seat on another device? If not, somebody has replaced it.", { name });
  if (why === "changed") return say("The seat of {name} is not as it was when this device opened its part of the dice. This device opens nothing more.", { name });
  if (why === "without") return say("The game has begun without the part of this device in the dice.");
  if (why === "restart") return say("This table begins anew though its game had not ended.");
  return say("The server has lost or changed what it told this device before (entry {n}).", { n });
}
