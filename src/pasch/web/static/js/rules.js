// The rules of a game, as the server makes them from its own text.

import { get, reasonOf } from "./api.js";
import { language, say } from "./words.js";

/** @param {Element} container @param {string} game */
export async function renderRules(container, game) {
  container.textContent = say("Just a moment …");
  try {
    /** @type {games.RulesText} */
    const { html } = await get(`/games/${game}/rules?language=${language()}`);
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const table of page.querySelectorAll("table")) table.tabIndex = 0;
    container.replaceChildren(...page.body.childNodes);
  } catch (error) {
    container.textContent = reasonOf(error);
  }
}
