// What somebody may do, on the board: outlined things to tap, click, drag or reach by keyboard; what has
// no place there is a button. For those who can't see the board there is a list.

import { el, fill, hasFlag } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { withIcons } from "../ui/icons.js";
import { thing } from "./board.js";
import { Dragging } from "./drag.js";
import { pieceElement } from "./pieces.js";

/**
 * @typedef {object} Hears
 * @property {(action: number) => unknown} choose Somebody picked this.
 * @property {(key: string) => unknown} tried Somebody tapped a thing of which nothing is open.
 */

export class Choices {
  /** @param {HTMLElement} table @param {HTMLElement} buttons @param {HTMLElement} list @param {Hears} hears */
  constructor(table, buttons, list, hears) {
    this.table = table;
    this.buttons = buttons;
    this.list = list;
    this.hears = hears;
    /** @type {scene.Choice[]} */
    this.offered = [];
    /** @type {Map<HTMLElement, scene.Choice[]>} */
    this.places = new Map();
    /** @type {scene.Choice[]} Those of the place that was tapped first, to be confirmed. */
    this.looked = [];
    /** @type {string} The piece that was tapped to see where it may go. */
    this.held = "";
    this.keepsFocus = false;
    table.addEventListener("click", (event) => this.click(event));
    table.addEventListener("pointerover", (event) => this.look(event));
    table.addEventListener("pointerout", () => this.preview(this.looked[0]));
    table.addEventListener("focusin", (event) => this.look(event));
    document.addEventListener("keydown", (event) => this.key(event));
    this.dragging = new Dragging(table, (piece) => this.goals(piece), (action) => hears.choose(action));
  }

  /** Offer these choices on a board that has just been drawn.
   *  @param {scene.Choice[]} offered */
  render(offered) {
    const active = document.activeElement;
    this.keepsFocus = this.table.contains(active) || (this.keepsFocus && active === document.body);
    this.offered = offered;
    this.looked = [];
    this.held = "";
    this.dragging.stop();
    this.mark();
    this.renderButtons();
    this.preview(undefined);
    fill(this.list, offered.length > 0 && this.listed());
    if (this.keepsFocus && offered.length) this.first()?.focus({ preventScroll: true });
  }

  first() {
    return [...this.places.keys()].at(0) ?? this.buttons.querySelector("button");
  }

  listed() {
    const buttons = this.offered.map((choice) => {
      const attributes = { type: "button", "data-choice": choice.action, onclick: () => this.hears.choose(choice.action) };
      return el("li", {}, el("button", attributes, withIcons(choice.text)));
    });
    return [el("h2", {}, say("Your choices as a list")), el("ol", {}, buttons)];
  }

  /** Outline what can be tapped. Where several choices share a place, the loud ones come first; while a piece is
   *  held, only its places stay open. */
  mark() {
    for (const element of this.places.keys()) unmark(element);
    const open = this.held ? this.goals(this.held) : this.offered;
    this.places = new Map();
    for (const choice of open.toSorted((one, other) => Number(one.quiet) - Number(other.quiet))) {
      for (const element of this.spots(choice)) this.places.set(element, [...(this.places.get(element) ?? []), choice]);
    }
    for (const [element, choices] of this.places) mark(element, choices);
    for (const piece of this.offered.flatMap(movers)) thing(this.table, piece)?.classList.add("grip");
    if (this.held) thing(this.table, this.held)?.classList.add("held");
  }

  /** Return where a choice can be tapped: at its piece, and at pieces beside it that look alike.
   *  @param {scene.Choice} choice */
  spots({ at }) {
    const element = thing(this.table, at);
    const beside = element?.dataset.piece ? (element.closest(".cell")?.querySelectorAll("[data-piece]") ?? []) : [];
    const others = /** @type {HTMLElement[]} */ ([...beside]).filter((piece) => piece.title === element?.title && piece !== element);
    const twins = others.filter((piece) => !this.offered.some((choice) => choice.at === piece.dataset.piece));
    return element ? [element, ...twins] : [];
  }

  /** @param {string} piece */
  goals(piece) {
    return this.offered.filter((choice) => movers(choice).includes(piece));
  }

  /** Draw the buttons of choices without a place, or of those at the place that was tapped. */
  renderButtons() {
    const shown = this.looked.length ? this.looked : this.offered.filter(({ at }) => !thing(this.table, at));
    this.table.dataset.buttons = String(shown.length);
    this.buttons.classList.toggle("asking", this.looked.length > 0);
    this.buttons.replaceChildren(...shown.map((choice) => this.button(choice)));
  }

  /** @param {scene.Choice} choice */
  button(choice) {
    const line = choice.label || choice.text;
    const small = this.looked.includes(choice) && !thing(this.table, choice.at) ? say("Tap again") : choice.small;
    const seen = `${line} ${small}`.trim();
    const attributes = {
      type: "button",
      class: choice.quiet ? "act quiet" : "act",
      "data-choice": choice.action,
      "aria-label": choice.label ? `${seen}; ${choice.text}` : seen,
      onclick: () => this.press(choice),
      onpointerenter: () => this.preview(choice),
      onfocus: () => this.preview(choice),
    };
    return el("button", attributes, el("span", { class: "line" }, withIcons(line)), small ? [" ", el("small", {}, withIcons(small))] : null);
  }

  /** Choose, or show the choice first: a button that asks is pressed twice.
   *  @param {scene.Choice} choice */
  press(choice) {
    if (!choice.asks || this.looked.includes(choice)) {
      this.hears.choose(choice.action);
      return;
    }
    this.looked = [choice];
    this.renderButtons();
    this.buttons.querySelector("button")?.focus();
  }

  /** @param {Event} event */
  place({ target }) {
    if (!(target instanceof Element)) return null;
    for (let element = /** @type {Element | null} */ (target); element && element !== this.table; element = element.parentElement) {
      if (element instanceof HTMLElement && (this.places.has(element) || element.classList.contains("grip"))) return element;
    }
    return null;
  }

  /** @param {Event} event */
  click(event) {
    if (this.dragging.ended(event)) return;
    const element = this.place(event);
    const choices = element && this.places.get(element);
    if (choices) this.act(choices);
    else if (element) this.hold(element.dataset.piece ?? "");
    else this.missed(event);
  }

  /** Choose at the second tap, or where there is nothing to ask; the first tap only shows.
   *  @param {scene.Choice[]} choices */
  act(choices) {
    const isSure = choices.length === 1 && (!choices[0].asks || this.looked[0] === choices[0]);
    if (isSure) {
      this.hears.choose(choices[0].action);
      return;
    }
    this.looked = this.looked[0] === choices[0] ? [] : choices;
    this.renderButtons();
    this.preview(this.looked[0]);
  }

  /** @param {string} piece */
  hold(piece) {
    this.held = this.held === piece ? "" : piece;
    for (const each of this.table.querySelectorAll(".held")) each.classList.remove("held");
    this.mark();
  }

  /** @param {Event} event */
  missed({ target }) {
    if (!(target instanceof HTMLElement) || target.closest("button, a, summary")) return;
    const there = /** @type {HTMLElement | null} */ (target.closest("[data-piece], [data-cell]"));
    const key = there?.dataset.piece ?? there?.dataset.cell;
    if (this.looked.length || this.held) this.unlook();
    else if (key) this.hears.tried(key);
  }

  unlook() {
    this.looked = [];
    this.held = "";
    for (const each of this.table.querySelectorAll(".held")) each.classList.remove("held");
    this.mark();
    this.renderButtons();
    this.preview(undefined);
  }

  /** @param {Event} event */
  look(event) {
    const element = this.place(event);
    const choice = element && this.places.get(element)?.[0];
    if (choice && !this.looked.length) this.preview(choice);
  }

  /** Show what a choice would do: light what it touches, and draw ghosts where pieces would lie.
   *  @param {scene.Choice | undefined} choice */
  preview(choice) {
    for (const lit of this.table.querySelectorAll(".lit:not(.spoken), .looked")) lit.classList.remove("lit", "looked");
    for (const ghost of this.table.querySelectorAll(".ghost")) ghost.remove();
    if (!choice) {
      for (const piece of this.resting()) this.ghost(piece);
      return;
    }
    for (const key of choice.lights) thing(this.table, key)?.classList.add("lit");
    if (this.looked.includes(choice)) thing(this.table, choice.at)?.classList.add("looked");
    for (const piece of choice.ghosts) this.ghost(piece);
  }

  /** Draw the ghosts of all one-tap choices beforehand, where the game's style sheet wants it (--ghosts). */
  resting() {
    return hasFlag(this.table, "--ghosts") ? this.offered.filter(({ asks }) => !asks).flatMap(({ ghosts }) => ghosts) : [];
  }

  /** @param {scene.Piece} piece */
  ghost(piece) {
    const cell = this.table.querySelector(`[data-cell="${CSS.escape(piece.cell)}"]`);
    const slot = piece.slot === null ? null : cell?.querySelector(`[data-slot="${piece.slot}"]`);
    const element = pieceElement(piece);
    element.classList.add("ghost");
    element.removeAttribute("data-piece");
    element.setAttribute("aria-hidden", "true");
    (slot ?? cell?.querySelector(".pieces") ?? cell)?.append(element);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (isMeantOtherwise(event) || document.querySelector("dialog[open]")) return;
    const target = document.activeElement;
    if (event.key === "Escape" && (this.looked.length || this.held)) this.unlook();
    else if ((event.key === "Enter" || event.key === " ") && target instanceof HTMLElement && this.places.has(target)) {
      event.preventDefault();
      this.act(this.places.get(target) ?? []);
      if (this.looked.length) this.buttons.querySelector("button")?.focus();
    } else if (/^[1-9]$/.test(event.key)) {
      const choice = this.offered[Number(event.key) - 1];
      if (choice) this.press(choice);
    }
  }
}

/** Return the pieces that may make this choice.
 *  @param {scene.Choice} choice */
function movers({ by }) {
  return by ? by.split(" ") : [];
}

/** @param {HTMLElement} element @param {scene.Choice[]} choices */
function mark(element, choices) {
  element.classList.add("can");
  element.tabIndex = 0;
  element.setAttribute("role", "button");
  const badge = choices[0].badge;
  const texts = choices.map(({ text }) => text).join("; ");
  // A piece has no text of its own; a screen reader reads a cell's text together with its choices.
  if (element.dataset.piece) element.setAttribute("aria-label", badge ? `${element.title} ${badge}; ${texts}` : texts);
  else element.append(el("span", { class: "visually-hidden deed" }, texts));
  if (badge) element.append(el("span", { class: "badge price" }, withIcons(` ${badge}`)));
}

/** @param {HTMLElement} element */
function unmark(element) {
  element.classList.remove("can");
  element.removeAttribute("tabindex");
  for (const added of element.querySelectorAll(":scope > :is(.price, .deed)")) added.remove();
}

/** Return whether a key belongs to the browser or to a field that somebody types into.
 *  @param {KeyboardEvent} event */
export function isMeantOtherwise({ ctrlKey, altKey, metaKey, target }) {
  return ctrlKey || altKey || metaKey || (target instanceof Element && target.matches("input, select, textarea"));
}
