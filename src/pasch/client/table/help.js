// Help about a thing: by a long press, a right click, the key "?", or the menu and then a tap.

import { isMeantOtherwise } from "../board/choices.js";

const LONG = 500; // milliseconds
const NEAR = 8; // pixels that are still a press
const KINDS = ["piece", "cell", "area"];

export class Help {
  // `ask` is told the keys of the thing, of the cell it lies in, of the area.
  /** @param {HTMLElement} table @param {(keys: string[]) => unknown} ask */
  constructor(table, ask) {
    this.ask = ask;
    this.timer = 0;
    this.at = { x: 0, y: 0 };
    this.began = 0;
    this.isSwallowing = false;
    /** @type {Element | null} */
    this.under = null;
    table.addEventListener("pointerdown", (event) => this.press(event));
    table.addEventListener("pointerover", ({ target }) => (this.under = target instanceof Element ? target : null));
    addEventListener("pointermove", ({ clientX, clientY }) => Math.hypot(clientX - this.at.x, clientY - this.at.y) > NEAR && clearTimeout(this.timer));
    addEventListener("pointerup", (event) => this.release(event));
    addEventListener("pointercancel", () => clearTimeout(this.timer));
    table.addEventListener("click", (event) => this.swallow(event), { capture: true });
    table.addEventListener("contextmenu", (event) => this.rightClick(event));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Let the next tap ask and do nothing else. */
  begin() {
    document.body.dataset.asking = "true";
  }

  /** Start a long press; a mouse has its right button instead.
   *  @param {PointerEvent} event */
  press({ target, clientX: x, clientY: y, pointerType, timeStamp }) {
    clearTimeout(this.timer);
    this.at = { x, y };
    this.began = timeStamp;
    this.isSwallowing = false;
    const keys = keysOf(target);
    if (!keys.length || pointerType === "mouse") return;
    this.timer = setTimeout(() => {
      this.isSwallowing = true;
      this.ask(keys);
    }, LONG);
  }

  /** End a press; a short one stays a tap even if a busy page learns of it late.
   *  @param {PointerEvent} event */
  release({ timeStamp }) {
    clearTimeout(this.timer);
    this.isSwallowing &&= timeStamp - this.began >= LONG;
  }

  /** @param {Event} event */
  swallow(event) {
    const isAsking = document.body.dataset.asking === "true";
    if (!this.isSwallowing && !isAsking) return;
    delete document.body.dataset.asking;
    this.isSwallowing = false;
    event.stopPropagation();
    event.preventDefault();
    if (isAsking) this.ask(keysOf(event.target));
  }

  /** Ask by a right click; on a touch screen the same event follows a long press.
   *  @param {MouseEvent} event */
  rightClick(event) {
    const keys = keysOf(event.target);
    if (!keys.length) return;
    event.preventDefault();
    if (event.button === 2 && !this.isSwallowing) this.ask(keys);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "?" || isMeantOtherwise(event) || document.querySelector("dialog[open]")) return;
    const keys = [document.activeElement, this.under].map(keysOf).find(({ length }) => length > 0);
    if (keys) this.ask(keys);
    else this.begin();
  }
}

/** @param {EventTarget | null} target @returns {string[]} */
function keysOf(target) {
  if (!(target instanceof Element)) return [];
  return KINDS.flatMap((kind) => {
    const found = target.closest(`[data-${kind}]`);
    return found instanceof HTMLElement ? [found.dataset[kind] ?? ""] : [];
  });
}
