// A curtain over the table until the next player has the device.

import { el } from "./dom.js";

/** @param {Element} table @param {string} words @param {string} here @returns {Promise<void>} */
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
