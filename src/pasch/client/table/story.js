// What happened: the newest in one line above the board, all of it in the history.

import { el, fill } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { icon, withIcons } from "../ui/icons.js";
import { token } from "./seats.js";

export class Story {
  /** @param {Element} banner @param {Element} box */
  constructor(banner, box) {
    this.banner = banner;
    this.lines = el("ol");
    box.setAttribute("aria-label", say("What happened"));
    box.replaceChildren(this.lines);
  }

  /** @param {scene.Told[]} told @param {scene.Scene} scene @param {number | null} me */
  add(told, scene, me) {
    this.lines.append(...told.map((each) => el("li", { "data-kind": each.kind }, line(each, scene))));
    if (told.length) this.announce(told, scene, me);
  }

  /** @param {scene.Told[]} told @param {scene.Scene} scene @param {number | null} me */
  restart(told, scene, me) {
    this.lines.replaceChildren();
    this.banner.replaceChildren();
    this.add(told, scene, me);
    if (!told.length && scene.goal) this.show(scene.goal);
  }

  /** Show the story of a finished game; each line leads to its event.
   *  @param {scene.Told[][]} told By event. @param {scene.Scene} scene @param {(event: number) => unknown} go */
  follow(told, scene, go) {
    const lead = (/** @type {scene.Told} */ each, /** @type {number} */ event) =>
      el("li", { "data-event": event }, el("button", { type: "button", onclick: () => go(event) }, line(each, scene)));
    this.lines.replaceChildren(...told.flatMap((lines, n) => lines.map((each) => lead(each, n + 1))));
  }

  /** Show the story up to an event, and scroll to its newest line.
   *  @param {number} event */
  upTo(event) {
    const lines = /** @type {HTMLElement[]} */ ([...this.lines.children]);
    for (const each of lines) each.hidden = Number(each.dataset.event) > event;
    lines.findLast((each) => !each.hidden)?.scrollIntoView({ block: "nearest" });
  }

  /** Show the last line in the banner, or the last that was good or bad for somebody.
   *  @param {scene.Told[]} told @param {scene.Scene} scene @param {number | null} me */
  announce(told, scene, me) {
    const last = told.findLast(({ mood }) => mood) ?? told[told.length - 1];
    this.show(last.text, signOf(last, scene));
    const hit = last.to ?? last.seat;
    this.banner.setAttribute("data-mood", hit === me ? last.mood : "");
  }

  /** @param {string} text @param {Node | null} [sign] */
  show(text, sign = null) {
    fill(this.banner, sign, el("span", { class: "what" }, withIcons(text)));
    this.banner.setAttribute("aria-label", `${text} ${say("What happened")}`);
    this.banner.setAttribute("data-mood", "");
  }
}

/** @param {scene.Told} told @param {scene.Scene} scene */
function line(told, scene) {
  return [signOf(told, scene), el("span", {}, withIcons(told.text))];
}

/** @param {scene.Told} told @param {scene.Scene} scene */
function signOf({ seat, icon: sign }, scene) {
  if (seat !== null) return token(scene.seats[seat]);
  return sign ? el("span", { class: "token" }, icon(sign)) : null;
}
