// The rules of a game, as the server makes them from its own text.

import { el } from "../ui/dom.js";
import { language, say } from "../ui/i18n.js";
import { get, reasonOf } from "../connection/api.js";

const DRAWN_AT = 560; // pixels wide

/** @param {Element} container @param {string} game */
export async function renderRules(container, game) {
  container.textContent = say("Just a moment …");
  try {
    /** @type {games.RulesText} */
    const { html } = await get(`/games/${game}/rules?language=${language()}`);
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const table of page.querySelectorAll("table")) table.tabIndex = 0;
    container.replaceChildren(...page.body.childNodes);
    for (const figure of container.querySelectorAll("figure")) drawExample(figure, game);
  } catch (error) {
    container.textContent = reasonOf(error);
  }
}

/** Draw a step of a lesson as a picture: the real table, made small.
 *  @param {HTMLElement} figure @param {string} game */
function drawExample(figure, game) {
  const { lesson, step } = figure.dataset;
  const title = figure.textContent ?? "";
  const board = el("iframe", { src: `/learn/${game}/${lesson}?still=${step}`, title, loading: "lazy", inert: true, tabindex: -1 });
  figure.prepend(board);
  new ResizeObserver(() => (board.style.zoom = String(figure.clientWidth / DRAWN_AT))).observe(figure);
}
