// The coach beside the board: everybody's chances, and what each open choice is worth.

import { button, byId, el, fill, withFacts } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { icon, pictured, withIcons } from "../ui/icons.js";
import { openSide } from "../ui/sheets.js";
import { read, write } from "../device/storage.js";
import { ApiError } from "../connection/api.js";
import { speakOf, thing } from "../board/board.js";
import { isMeantOtherwise } from "../board/choices.js";
import { gradeUpTo, interval, isRough, worth } from "./numbers.js";

const KEPT_AS = "pasch.coach";
const TIE = 1e-9;

export class Coach {
  // `send(type, data)` asks the table; `complain(error)` tells what came of it.
  /** @param {HTMLDetailsElement} box @param {(type: string, data: object) => Promise<unknown>} send @param {(error: unknown) => void} complain */
  constructor(box, send, complain) {
    this.box = box;
    this.send = send;
    this.complain = complain;
    /** @type {messages.TableInfo | null} */
    this.info = null;
    /** @type {messages.Snapshot | null} */
    this.moment = null;
    /** @type {encoding.Chances[]} */
    this.found = [];
    this.button = button(null, () => this.ask(), { id: "hint", class: "helper" });
    this.chances = el("ul", { class: "chances" });
    this.basis = el("small", { class: "soft" });
    this.advice = el("div", { id: "advice", "aria-live": "polite" });
    this.table = byId("table");
    // Above the board, in place of what happened, where the advice is a sheet over both.
    this.word = button(null, () => openSide(true), { id: "word", hidden: true });
    byId("banner").before(this.word);
    box.replaceChildren(el("summary", {}, say("Coach")), el("div", { class: "coach" }, this.advice, this.chances, this.basis));
    box.open = read("localStorage", KEPT_AS) === "open";
    box.addEventListener("toggle", () => this.toggled());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  toggled() {
    write("localStorage", KEPT_AS, this.box.open ? "open" : "shut");
    if (this.box.open) this.follow();
    else this.tell("chances", { on: false });
  }

  /** Ask for the chances, which the server computes only for viewers who look at them. */
  follow() {
    if (this.box.open && this.isAllowed) this.tell("chances", { on: true });
  }

  /** @param {string} type @param {object} data */
  async tell(type, data) {
    if (!this.isAllowed) return;
    try {
      await this.send(type, data);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "offline")) this.complain(error);
    }
  }

  get isAllowed() {
    return this.info !== null && this.info.settings.coach && this.info.phase !== "over";
  }

  /** @param {messages.TableInfo} info */
  renderTable(info) {
    this.info = info;
    gradeUpTo(info.grades);
    this.chances.setAttribute("aria-label", chancesWords(info));
    this.box.hidden = !this.isAllowed || info.phase !== "playing";
    this.button.hidden = this.box.hidden;
  }

  /** Remove the advice about an earlier moment. */
  clear() {
    this.advice.replaceChildren();
    this.explain(null);
    this.label(false);
  }

  /** @param {messages.Snapshot} moment @param {boolean} isNewest */
  renderMoment(moment, isNewest) {
    this.moment = moment;
    this.label(isNewest && moment.scene.choices.length > 0);
    this.renderChances();
  }

  /** @param {boolean} isMyTurn */
  label(isMyTurn, isThinking = false, before = 0) {
    this.button.disabled = !isMyTurn || isThinking;
    this.button.setAttribute("aria-busy", String(isThinking));
    this.button.replaceChildren(...pictured("💡", isThinking ? thinking(before) : say("Hint")));
    this.button.title = isMyTurn ? say("Key {n}", { n: "H" }) : say("When it is your turn");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isMeant = event.key.toLowerCase() === "h" && !isMeantOtherwise(event) && !document.querySelector("dialog[open]");
    if (isMeant && !this.button.disabled && !this.box.hidden) this.ask();
  }

  async ask() {
    openSide(true);
    this.box.open = true;
    this.wait();
    try {
      await this.send("hint", {});
    } catch (error) {
      this.giveUp();
      this.complain(error);
    }
  }

  /** Say that the coach is thinking, also in the sheet, which may cover the button. */
  wait(before = 0) {
    this.label(true, true, before);
    this.advice.replaceChildren(el("p", { class: "soft" }, thinking(before)));
  }

  get isWaiting() {
    return this.button.getAttribute("aria-busy") === "true";
  }

  /** Show how many others the coach thinks for first.
   *  @param {number} before */
  hearPlace(before) {
    if (this.isWaiting) this.wait(before);
  }

  /** Stop waiting for a hint. */
  giveUp() {
    if (!this.isWaiting) return;
    this.label(true);
    this.advice.replaceChildren();
  }

  /** @param {Extract<messages.Message, { t: "hint" | "chances" | "waits" }>} message */
  hear({ t: type, d: data }) {
    if (type === "hint") this.hearHint(data);
    else if (type === "chances") this.hearChances(data);
    else this.hearPlace(data.before);
  }

  /** @param {encoding.Hint} hint */
  hearHint({ event, advice }) {
    if (this.moment?.event !== event) return;
    this.label(true);
    const [best] = advice.choices;
    const rows = distinct(advice.choices).map((choice) => this.row(choice, choice.value >= best.value - TIE, advice.exact));
    fill(this.advice, advice.why && el("p", { class: "why" }, withIcons(advice.why.text)), el("ol", { class: "worths" }, rows));
    this.mark(best.action);
    this.explain(advice.why);
    this.box.scrollIntoView({ block: "nearest" });
  }

  /** Light what the reason speaks of.
   *  @param {findings.Reason | null} why */
  explain(why) {
    this.word.hidden = !why;
    this.word.replaceChildren(icon("💡"), el("span", {}, withIcons(why?.text ?? "")));
    speakOf(this.table, why?.lights ?? []);
  }

  /** @param {findings.RatedChoice} choice @param {boolean} isBest @param {boolean} isExact */
  row(choice, isBest, isExact) {
    const parts = [
      el("span", { class: "words" }, isBest && el("span", { class: "tag" }, say("best")), " ", withIcons(choice.called)),
      el("strong", {}, worth(choice.value)),
      el("small", {}, surety(isExact, choice.error)),
    ];
    const row = button(parts, () => this.point(choice.action), { class: isBest ? "worth best" : "worth", "data-worth": choice.action });
    return el("li", {}, withFacts(row, { "--part": `${(100 * choice.value).toFixed(1)}%` }));
  }

  /** Show where a choice lies without choosing it.
   *  @param {number} action */
  point(action) {
    this.mark(action);
    openSide(false);
  }

  /** @param {number} action */
  mark(action) {
    for (const pointed of document.querySelectorAll(".pointed")) pointed.classList.remove("pointed");
    const choice = this.moment?.scene.choices.find((each) => each.action === action);
    const found = (choice && thing(this.table, choice.at)) ?? document.querySelector(`#buttons [data-choice="${action}"]`);
    found?.classList.add("pointed");
  }

  /** @param {encoding.Chances} chances */
  hearChances(chances) {
    this.found.push(chances);
    this.renderChances();
  }

  /** Draw the chances, never ahead of the board: they would give away how the dice fall. */
  renderChances() {
    const { info, moment } = this;
    const newest = moment && this.found.findLast(({ event }) => event <= moment.event);
    if (!info || !newest) return;
    this.found = this.found.slice(this.found.indexOf(newest));
    const { seats } = moment.scene;
    const isTeam = info.together && seats.length > 1;
    const sides = isTeam ? [{ name: say("All together"), icon: "🏆" }] : seats;
    this.chances.replaceChildren(...sides.map((seat, i) => bar(seat, newest.shares[i])));
    this.basis.textContent = basis(newest.exact, Math.max(...newest.errors));
  }
}

/** Return one choice for each name: the best.
 *  @param {findings.RatedChoice[]} choices */
function distinct(choices) {
  return choices.filter(({ called }, i) => choices.findIndex((choice) => choice.called === called) === i);
}

/** Name the numbers.
 *  @param {messages.TableInfo} info */
export function chancesWords(info) {
  return info.grades ? say("Expected grade") : say("Chances of winning");
}

/** @param {number} before */
function thinking(before) {
  return before ? say("{n} before you", { n: before }) : say("Thinking …");
}

/** Name the numbers at length.
 *  @param {boolean} isExact @param {number} error */
function basis(isExact, error) {
  if (isExact || isRough(error)) return surety(isExact, error);
  return say("estimated {interval}, and in 95 of 100 cases not off by more", { interval: interval(error) });
}

/** @param {boolean} isExact @param {number} error */
function surety(isExact, error) {
  if (isExact) return say("exact");
  return isRough(error) ? say("a rough guess") : say("estimated {interval}", { interval: interval(error) });
}

/** @param {{ name: string, icon: string }} seat @param {number} share */
function bar({ name, icon: sign }, share) {
  return el("li", {},
    el("span", { class: "token" }, icon(sign || "👤")),
    el("span", { class: "name" }, name),
    el("strong", {}, worth(share)),
    withFacts(el("span", { class: "share" }), { "--part": `${(100 * share).toFixed(1)}%` }),
  );
}
