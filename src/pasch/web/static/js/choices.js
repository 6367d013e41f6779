// The open choices as buttons, as a small menu where they lie, and on the number keys.

import { el } from "./dom.js";
import { withIcons } from "./texts.js";
import { say } from "./words.js";

const MANY = 5;
const GAP = 8;

export class Choices {
  // `choose(action)` is called with what somebody picked.
  /** @param {HTMLElement} list @param {HTMLElement} menu @param {(action: number) => unknown} choose */
  constructor(list, menu, choose) {
    this.list = list;
    this.menu = menu;
    this.choose = choose;
    /** @type {scene.Choice[]} */
    this.offered = [];
    this.keepsFocus = false;
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {scene.Choice[]} offered */
  render(offered) {
    const active = document.activeElement;
    this.keepsFocus = this.list.contains(active) || (this.keepsFocus && active === document.body);
    this.offered = offered;
    this.closeMenu();
    this.list.classList.toggle("many", offered.length > MANY);
    this.list.replaceChildren(...offered.map((choice, i) => this.button(choice, i)));
    if (this.keepsFocus) this.list.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {scene.Choice} choice @param {number} i */
  button(choice, i) {
    const hint = i < 9 ? say("Key {n}", { n: i + 1 }) : null;
    return el(
      "button",
      { type: "button", "data-choice": choice.action, title: hint, onclick: () => this.choose(choice.action) },
      i < 9 ? el("kbd", { "aria-hidden": "true" }, String(i + 1)) : null,
      el("span", {}, withIcons(choice.text)),
    );
  }

  // Somebody tapped a thing that carries these choices.
  /** @param {scene.Choice[]} choices @param {HTMLElement} element */
  act(choices, element) {
    if (choices.length === 1) this.choose(choices[0].action);
    else this.openMenu(choices, element);
  }

  /** @param {scene.Choice[]} choices @param {HTMLElement} element */
  openMenu(choices, element) {
    const buttons = choices.map((choice) =>
      el("button", { type: "button", onclick: () => this.pick(choice) }, el("span", {}, withIcons(choice.text))),
    );
    this.menu.setAttribute("aria-label", say("What you can do here"));
    this.menu.replaceChildren(...buttons);
    this.menu.showPopover();
    this.placeMenu(element.getBoundingClientRect());
    buttons[0].focus({ preventScroll: true });
  }

  /** @param {DOMRect} at */
  placeMenu(at) {
    const { width, height } = this.menu.getBoundingClientRect();
    const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), innerWidth - width - GAP);
    const below = at.bottom + GAP;
    const above = at.top - height - GAP;
    const top = below + height <= innerHeight || above < GAP ? Math.min(below, innerHeight - height - GAP) : above;
    this.menu.style.left = `${left}px`;
    this.menu.style.top = `${Math.max(GAP, top)}px`;
  }

  /** @param {scene.Choice} choice */
  pick(choice) {
    this.closeMenu();
    this.choose(choice.action);
  }

  closeMenu() {
    if (this.menu.matches(":popover-open")) this.menu.hidePopover();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (isMeantOtherwise(event)) return;
    const choice = /^[1-9]$/.test(event.key) ? this.offered[Number(event.key) - 1] : null;
    if (choice && !document.querySelector("dialog[open]")) this.choose(choice.action);
  }
}

// For the browser, or for a field somebody types into.
/** @param {KeyboardEvent} event */
export function isMeantOtherwise({ ctrlKey, altKey, metaKey, target }) {
  return ctrlKey || altKey || metaKey || (target instanceof Element && target.matches("input, select, textarea"));
}
