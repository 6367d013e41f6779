// Faces people make at each other, and things they point at; both pass.

import { SIGNS } from "../ui/defaults.js";
import { button, el } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { icon, pictured } from "../ui/icons.js";
import { settings } from "../device/settings.js";
import { thing } from "../board/board.js";

const LASTS = 2600;

/** @param {(sign: string) => unknown} send */
export function reactionButton(send) {
  const faces = SIGNS.map((sign) => button(icon(sign), () => choose(sign), { "data-sign": sign, "aria-label": sign }));
  const pad = el("div", { class: "signs", popover: "auto", id: "signs" }, faces);
  return [el("button", { type: "button", id: "make-sign", class: "helper", popovertarget: "signs" }, pictured("🙂", say("Sign"))), pad];

  /** @param {string} sign */
  function choose(sign) {
    pad.hidePopover();
    send(sign);
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
