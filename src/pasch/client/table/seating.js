// The waiting room: how others find the table, who sits where, bots, the start.

import { button, el } from "../ui/dom.js";
import { select } from "../ui/fields.js";
import { say, sayMany } from "../ui/i18n.js";
import { glyph, icon } from "../ui/icons.js";
import { anotherName, myName } from "../device/player-name.js";
import { yourTurn } from "../device/sound.js";
import { keepCourse } from "../connection/dice-proof.js";
import { takeSeat } from "../connection/tables.js";
import { isSeated } from "../connection/updates.js";
import { renderEnvelope } from "./dialogs.js";
import { ownSeat, renderInvitation } from "./invite.js";

/** @import { Info, Seat } from "../connection/updates.js" */
/** @import { Acting } from "./render.js" */

const USUAL_BOT = "steady";
const TICK_MS = 20;

export class Seating {
  /** @param {Element} box @param {games.GameFacts} game @param {Acting} page */
  constructor(box, game, page) {
    this.box = box;
    this.page = page;
    this.bots = game.bots;
    this.bot = game.table.find((player) => game.bots.some(({ key }) => key === player)) ?? USUAL_BOT;
    this.invite = el("section", {});
    /** @type {Seat[]} */
    this.seats = [];
  }

  /** @param {Info} info */
  render(info) {
    const focused = document.activeElement?.closest("[data-key]")?.getAttribute("data-key");
    if (!this.invite.hasChildNodes()) renderInvitation(this.invite, info);
    this.greet(info.seats);
    const seal = el("details", { class: "seal" });
    renderEnvelope(seal, info);
    this.box.replaceChildren(
      this.invite,
      el("section", { class: "at-table" },
        el("h2", {}, this.heading(info)),
        el("ol", { class: "places" }, info.seats.map((seat, i) => this.place(info, seat, i))),
        this.level(info),
      ),
      el("div", { class: "begin" }, this.starter(info)),
      el("footer", { class: "fine" }, seal, isSeated(info) && ownSeat(info, this.page.token)),
    );
    /** @type {HTMLElement | null} */
    const again = focused ? this.box.querySelector(`[data-key="${focused}"]`) : null;
    again?.focus();
  }

  /** Play a sound when somebody sits down on another device.
   *  @param {Seat[]} seats */
  greet(seats) {
    const arrived = this.seats.some(({ kind }, i) => kind === "open" && seats[i]?.kind === "person" && !seats[i].mine);
    this.seats = seats;
    if (!arrived) return;
    yourTurn();
    if (navigator.userActivation.hasBeenActive) navigator.vibrate?.(TICK_MS);
  }

  /** @param {Info} info */
  heading({ seats }) {
    const taken = seats.filter(({ kind }) => kind !== "open").length;
    return say("At the table: {taken} of {n}", { taken, n: seats.length });
  }

  /** @param {Info} info @param {Seat} seat @param {number} i */
  place(info, seat, i) {
    return el("li", { class: `place ${seat.kind} ${seat.here && !seat.mine ? "here" : ""}`, "data-seat": i },
      icon({ person: "🙂", bot: "🤖", open: "🪑" }[seat.kind]),
      el("div", {}, el("b", {}, seat.name || say("Open seat")), el("small", {}, this.status(seat))),
      this.actions(info, seat, i),
    );
  }

  /** @param {Seat} seat */
  status(seat) {
    if (seat.kind === "open") return seat.name ? say("kept free") : say("waiting for somebody");
    if (seat.kind === "bot") return this.bots.find(({ key }) => key === seat.bot)?.name ?? say("bot");
    if (seat.mine) return say("on this device");
    return seat.here ? say("here ✓") : say("Not connected.");
  }

  /** @param {Info} info @param {Seat} seat @param {number} i */
  actions(info, seat, i) {
    const seated = isSeated(info);
    if (seat.kind === "open") return this.openActions(seated, i);
    const holdsUp = info.closed && !info.salts[i];
    if (!seated || (seat.kind === "person" && !seat.mine && seat.here && !holdsUp)) return null;
    const free = () => this.do("open", { seat: i });
    if (seat.mine) return button(say("Stand up"), free, { "data-key": `away ${i}` });
    const label = say("Send {name} away", { name: seat.name });
    return button("×", free, { class: "knob", title: label, "aria-label": label, "data-key": `away ${i}` });
  }

  /** @param {boolean} seated @param {number} i */
  openActions(seated, i) {
    if (!seated) return button(say("Sit here"), () => this.sit(i, myName), { class: "primary", "data-sit": i, "data-key": `sit ${i}` });
    const [bot, here] = [say("+ Bot on seat {n}", { n: i + 1 }), say("+ Here, at this device: another person on seat {n}", { n: i + 1 })];
    return [
      button(say("+ Bot"), () => this.do("bot", { seat: i, bot: this.bot }), { "aria-label": bot, "data-bot": i, "data-key": `bot ${i}` }),
      button(say("+ Here"), () => this.sit(i, anotherName), { "aria-label": here, title: here, "data-sit": i, "data-key": `sit ${i}` }),
    ];
  }

  /** Draw the level of the bots that are added next.
   *  @param {Info} info */
  level(info) {
    if (!isSeated(info) || !openSeats(info).length) return null;
    const levels = this.bots.map(({ key, name, words }) => /** @type {[string, string]} */ ([key, `${name}: ${words}`]));
    const choice = select({ id: "level", "data-key": "level" }, levels, this.bot, (bot) => (this.bot = bot));
    return el("label", { class: "level" }, el("span", {}, say("Bots play")), choice);
  }

  /** @param {Info} info */
  starter(info) {
    if (!isSeated(info)) return el("p", { class: "state" }, say("Take a seat, or stay and watch."));
    if (info.closed) return el("p", { class: "state" }, say("The dice wait for the device of {names}. Wake it up, or free the seat with ×.", { names: awaited(info) }));
    const open = openSeats(info).length;
    const words = open
      ? sayMany("Start, a bot takes the open seat", "Start, {n} bots take the open seats", open)
      : say("Start");
    const go = open ? () => this.fill(info) : () => this.do("start");
    return button([glyph("start"), words], go, { id: open ? "fill" : "start", class: "primary", "data-key": "start" });
  }

  /** Seat somebody of this device, who is asked for a name.
   *  @param {number} seat @param {() => Promise<string>} ask */
  async sit(seat, ask) {
    const { actions, state, token } = this.page;
    const name = await ask();
    if (!name) return;
    try {
      await this.page.become(await takeSeat(state.info.id, { name, seat, token }));
    } catch (error) {
      actions.complain(error);
    }
  }

  /** @param {Info} info */
  async fill(info) {
    for (const seat of openSeats(info)) if (!(await this.do("bot", { seat, bot: this.bot }))) return;
    await this.do("start");
  }

  /** @param {string} type @param {object} [data] */
  async do(type, data = {}) {
    if (type === "open") keepCourse(this.page.state.info.id, { ended: "ours" });
    try {
      await this.page.live.send(type, data);
      return true;
    } catch (error) {
      this.page.actions.complain(error);
      return false;
    }
  }
}

/** Return the names of people whose device has not opened its salt.
 *  @param {Info} info */
function awaited({ seats, salts }) {
  return seats.flatMap(({ kind, name }, i) => (kind === "person" && !salts[i] ? [name] : [])).join(", ");
}

/** @param {Info} info */
function openSeats({ seats }) {
  return seats.map(({ kind }, i) => (kind === "open" ? i : -1)).filter((i) => i >= 0);
}
