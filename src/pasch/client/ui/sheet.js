// A sheet over the page: a title, what it holds, and a way to put it away.

import { el, shown } from "./dom.js";
import { say } from "./i18n.js";

/** @import { Child } from "./dom.js" */

/** Open a sheet. A form with method "dialog" inside may close it with any of its buttons.
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
