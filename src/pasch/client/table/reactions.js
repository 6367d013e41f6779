// Faces people make at each other, and things they point at; both pass.

import { SIGNS } from "../ui/defaults.js";
import { el } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { icon } from "../ui/icons.js";
import { settings } from "../device/settings.js";
import { thing } from "../board/board.js";

const LASTS = 2600;

/** @param {(sign: string) => unknown} send */
export function reactionButton(send) {
  const pad = el("div", { class: "signs", popover: "auto", id: "signs" }, SIGNS.map((sign) => face(sign)));
  const button = el("button", { type: "button", id: "make-sign", class: "helper", popovertarget: "signs" }, el("span", { "aria-hidden": "true" }, icon("🙂")), el("span", { class: "words" }, say("Sign")));
  return [button, pad];

  /** @param {string} sign */
  function face(sign) {
    const onclick = () => {
      pad.hidePopover();
      send(sign);
    };
    return el("button", { type: "button", "data-sign": sign, "aria-label": sign, onclick }, icon(sign));
  }
}

/** @param {Element} table @param {messages.Sign} sign */
export function showReaction(table, { seat, sign, at }) {
  if (!settings.signs) return;
  const pointed = at ? thing(table, at) : null;
  if (pointed) passing(pointed);
  const token = table.querySelector(`.seat[data-seat="${seat}"] .token`);
  if (!sign || !token) return;
  const bubble = el("span", { class: "bubble" }, icon(sign, sign));
  token.append(bubble);
  setTimeout(() => bubble.remove(), LASTS);
}

/** @param {Element} element */
function passing(element) {
  element.classList.add("wiggles");
  setTimeout(() => element.classList.remove("wiggles"), LASTS);
}
