// Before the game: who sits where, bots, the link to share, the start.

import { keepSeat, post, randomSalt } from "./api.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { showDialog } from "./panels.js";
import { renderShare } from "./share.js";
import { myName } from "./person.js";
import { say, sayMany } from "./words.js";

/** @import { Info, Seat } from "./own.js" */

const USUAL_BOT = "steady";

/**
 * @typedef {object} At The table one gathers at.
 * @property {string} id
 * @property {() => string} token
 * @property {(token: string) => Promise<void>} become
 * @property {(type: string, data: object) => Promise<unknown>} send
 * @property {(error: unknown) => void} complain
 */

export class Gathering {
  /** @param {Element} box @param {HTMLDialogElement} dialog @param {games.GameFacts} game @param {At} table */
  constructor(box, dialog, game, table) {
    this.box = box;
    this.dialog = dialog;
    this.table = table;
    this.bots = game.bots;
    this.usualBot = game.table.find((player) => game.bots.some(({ key }) => key === player)) ?? USUAL_BOT;
  }

  /** @param {Info} info */
  render(info) {
    const focused = document.activeElement?.closest("[data-key]")?.getAttribute("data-key");
    const share = el("div", { class: "share" });
    renderShare(share, info, this.table.token());
    this.box.replaceChildren(
      el(
        "div",
        { class: "paper" },
        el("h2", {}, say("Who plays?")),
        el("ul", { class: "places" }, info.seats.map((seat, i) => this.place(info, seat, i))),
        this.starters(info),
      ),
      el("div", { class: "paper" }, el("h2", {}, say("Invite")), share),
    );
    /** @type {HTMLElement | null} */
    const again = focused ? this.box.querySelector(`[data-key="${focused}"]`) : null;
    again?.focus();
  }

  /** @param {Info} info @param {Seat} seat @param {number} i */
  place(info, seat, i) {
    return el(
      "li",
      { class: `place ${seat.kind}`, "data-seat": i },
      el("span", { class: "token" }, icon({ person: "👤", bot: "🤖", open: "🪑" }[seat.kind])),
      el("div", { class: "who" }, el("strong", {}, seat.name || say("Seat {n}", { n: i + 1 })), this.status(seat)),
      el("div", { class: "actions" }, this.actions(info, seat, i)),
    );
  }

  /** @param {Seat} seat */
  status(seat) {
    if (seat.kind === "open") return el("p", { class: "state" }, seat.name ? say("kept free") : say("open seat"));
    if (seat.kind === "bot") return el("p", { class: "state" }, this.botWords(seat.bot));
    const here = seat.here ? say("here") : say("Not connected.");
    return el("p", { class: "state" }, seat.mine ? say("you, or somebody at this device") : here);
  }

  /** @param {string} bot */
  botWords(bot) {
    return this.bots.find(({ key }) => key === bot)?.words ?? say("bot");
  }

  /** @param {Info} info @param {Seat} seat @param {number} i */
  actions(info, seat, i) {
    const seated = info.seats.some(({ mine }) => mine);
    if (seat.kind === "open") return this.openActions(seated, i);
    if (!seated || (seat.kind === "person" && !seat.mine)) return [];
    const label = seat.kind === "bot" ? say("Remove") : say("Stand up");
    return [button(label, () => this.do("open", { seat: i }))];
  }

  /** @param {boolean} seated @param {number} i */
  openActions(seated, i) {
    const sit = seated ? say("Another person at this device") : say("Sit here");
    const classes = seated ? "" : "primary";
    return [
      button(sit, () => this.sit(i, seated), { class: classes, "data-sit": i, "data-key": `sit ${i}` }),
      seated ? this.botPicker(i) : null,
    ];
  }

  /** @param {number} i */
  botPicker(i) {
    return el(
      "select",
      {
        "data-bot": i,
        "data-key": `bot ${i}`,
        "aria-label": say("Put a bot on seat {n}", { n: i + 1 }),
        onchange: ({ currentTarget }) => this.do("bot", { seat: i, bot: currentTarget.value }),
      },
      el("option", { value: "" }, say("Put a bot here …")),
      this.bots.map(({ key, name, words }) => el("option", { value: key, title: words }, name)),
    );
  }

  /** @param {Info} info */
  starters(info) {
    const seated = info.seats.some(({ mine }) => mine);
    const open = info.seats.filter(({ kind }) => kind === "open").length;
    if (!seated) return el("p", { class: "state" }, say("Take a seat, or stay and watch."));
    if (!open) return starter("start", say("Start the game"), () => this.do("start"));
    return el(
      "div",
      { class: "starters" },
      el("p", { class: "state" }, sayMany("{n} seat is still open.", "{n} seats are still open.", open)),
      starter("fill", say("Fill with bots and start"), () => this.fill(info)),
    );
  }

  /** @param {number} seat @param {boolean} another */
  async sit(seat, another) {
    const name = another ? await askName(this.dialog) : await myName();
    if (name) await this.take(seat, name);
  }

  /** @param {number} seat @param {string} name */
  async take(seat, name) {
    const token = this.table.token();
    const body = { seat, name, salt: randomSalt(), ...(token ? { token } : {}) };
    try {
      /** @type {tables.Seated} */
      const taken = await post(`/tables/${this.table.id}/seats`, body);
      keepSeat(this.table.id, taken.token);
      await this.table.become(taken.token);
    } catch (error) {
      this.table.complain(error);
    }
  }

  /** @param {Info} info */
  async fill(info) {
    const open = info.seats.map(({ kind }, i) => (kind === "open" ? i : -1)).filter((i) => i >= 0);
    for (const seat of open) if (!(await this.do("bot", { seat, bot: this.usualBot }))) return;
    await this.do("start");
  }

  /** @param {string} type @param {object} [data] */
  async do(type, data = {}) {
    try {
      await this.table.send(type, data);
      return true;
    } catch (error) {
      this.table.complain(error);
      return false;
    }
  }
}

/** @param {string} label @param {() => unknown} onclick @param {Record<string, string | number>} [attributes] */
function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, label);
}

/** @param {string} id @param {string} label @param {() => unknown} onclick */
function starter(id, label, onclick) {
  return button(label, onclick, { id, "data-key": "start", class: "primary big" });
}

// Of somebody else at this device: not remembered.
/** @param {HTMLDialogElement} dialog @returns {Promise<string>} */
function askName(dialog) {
  const field = el("input", { type: "text", id: "another", maxlength: 30, required: true, autocomplete: "off" });
  const submit = el("button", { class: "primary", value: "sit" }, say("Sit down"));
  const label = el("label", { class: "stack", for: "another" }, say("Name, as the others will see it"), field);
  dialog.returnValue = "";
  showDialog(dialog, say("Who sits here?"), el("form", { method: "dialog", class: "stack" }, label, submit));
  field.focus();
  return new Promise((answer) => {
    const done = () => answer(dialog.returnValue === "sit" ? field.value : "");
    dialog.addEventListener("close", done, { once: true });
  });
}
