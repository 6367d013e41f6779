// What lies over a page: a sheet, the side of a table, the curtain.

import { byId, el, shown } from "./dom.js";
import { say } from "./i18n.js";

/** @import { Child } from "./dom.js" */

const ZONES = ["others", "banner", "board", "ask", "me", "acts"];

/** Open a sheet: a title, what it holds, and a way to put it away. A form with method "dialog" inside may close it with any of its buttons.
 *  @param {string} title @param {Child[]} content */
export function sheet(title, ...content) {
  const dialog = el("dialog", {
    class: "sheet",
    "aria-labelledby": "sheet-title",
    onclick: ({ currentTarget, target }) => target === currentTarget && currentTarget.close(),
    onclose: ({ currentTarget }) => currentTarget.remove(),
  });
  const away = el("button", { type: "button", class: "close knob", "aria-label": say("Close"), onclick: () => dialog.close() }, "×");
  dialog.append(el("header", {}, el("h2", { id: "sheet-title" }, title), away), ...shown(content));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Open or close the side with history and coach: always there on a wide screen, elsewhere a sheet over the table.
 *  @param {boolean} isOpen */
export function openSide(isOpen) {
  document.body.dataset.side = isOpen ? "open" : "shut";
  const isSheet = getComputedStyle(byId("side")).position === "fixed";
  seal((isOpen && isSheet) || !byId("result").hidden);
}

/** Make the zones unreachable while something covers them.
 *  @param {boolean} isCovered */
export function seal(isCovered) {
  for (const zone of ZONES) byId(zone).inert = isCovered;
}

/** Draw a curtain over the table, until the next player has the device.
 *  @param {Element} table @param {string} words @param {string} here @returns {Promise<void>} */
export function curtain(table, words, here) {
  return new Promise((done) => {
    const lift = () => {
      cloth.remove();
      done();
    };
    const button = el("button", { type: "button", class: "act", onclick: lift }, here);
    const cloth = el("div", { id: "curtain", role: "dialog", "aria-label": words }, el("h2", {}, words), button);
    table.append(cloth);
    button.focus();
  });
}
