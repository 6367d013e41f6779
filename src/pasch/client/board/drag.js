// A piece that may go somewhere can be dragged there.

import { el } from "../ui/dom.js";

const NEAR = 8; // pixels that are still a tap
const AT_ONCE = 100; // milliseconds

export class Dragging {
  /** @param {HTMLElement} table @param {(piece: string) => scene.Choice[]} goals @param {(action: number) => unknown} choose */
  constructor(table, goals, choose) {
    this.goals = goals;
    this.choose = choose;
    /** @type {{ piece: HTMLElement, x: number, y: number, copy: HTMLElement | null } | null} */
    this.held = null;
    this.dropped = -Infinity;
    table.addEventListener("pointerdown", (event) => this.start(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.drop(event));
    addEventListener("pointercancel", () => this.stop());
  }

  /** @param {PointerEvent} event */
  start({ target, clientX: x, clientY: y }) {
    const piece = target instanceof Element ? target.closest(".grip") : null;
    if (piece instanceof HTMLElement && this.goals(piece.dataset.piece ?? "").length) this.held = { piece, x, y, copy: null };
  }

  /** @param {PointerEvent} event */
  move({ clientX, clientY }) {
    if (!this.held) return;
    const { piece, x, y } = this.held;
    if (!this.held.copy && Math.hypot(clientX - x, clientY - y) < NEAR) return;
    this.held.copy ??= this.lift(piece);
    this.held.copy.style.translate = `${clientX - x}px ${clientY - y}px`;
  }

  /** @param {HTMLElement} piece */
  lift(piece) {
    const { left, top } = piece.getBoundingClientRect();
    const copy = /** @type {HTMLElement} */ (piece.cloneNode(true));
    copy.removeAttribute("data-piece");
    copy.classList.remove("grip", "can");
    Object.assign(copy.style, { position: "fixed", left: `${left}px`, top: `${top}px`, margin: "0", fontSize: getComputedStyle(piece).fontSize });
    document.querySelector("#flight")?.append(el("div", { class: "dragged" }, copy));
    piece.classList.add("lifted");
    return copy;
  }

  /** @param {PointerEvent} event */
  drop({ clientX, clientY, timeStamp }) {
    const { held } = this;
    this.stop();
    if (!held?.copy) return;
    this.dropped = timeStamp;
    const under = document.elementFromPoint(clientX, clientY);
    const choice = this.goals(held.piece.dataset.piece ?? "").find(({ at }) => under?.closest(`[data-cell="${CSS.escape(at)}"], [data-piece="${CSS.escape(at)}"]`));
    if (choice) this.choose(choice.action);
  }

  // The click that ends a drag is none.
  /** @param {Event} event */
  ended({ timeStamp }) {
    return timeStamp - this.dropped < AT_ONCE;
  }

  stop() {
    this.held?.copy?.parentElement?.remove();
    this.held?.piece.classList.remove("lifted");
    this.held = null;
  }
}
