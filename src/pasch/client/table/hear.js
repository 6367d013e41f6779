// The page of a table: what the table sends changes its state, and what changed is drawn.

import { byId, el } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { seatToken } from "../connection/api.js";
import { alarm, alarmOf, alarmOfEarlier, alarmOfRounds } from "../connection/dice-alarm.js";
import { keepFault, kept } from "../connection/dice-proof.js";
import { earlier, watch } from "../connection/dice-rounds.js";
import { Actions } from "./act.js";
import { toast } from "./dialogs.js";
import { Playback } from "./playback.js";
import { showReaction } from "./reactions.js";
import { TableView } from "./render.js";
import { begin, next } from "./state.js";

/** @import { ApiError } from "../connection/api.js" */
/** @import { Hears, Sent } from "../connection/connection.js" */
/** @import { Fault } from "../connection/dice-proof.js" */
/** @import { Line } from "./act.js" */
/** @import { MakeEnding } from "./render.js" */
/** @import { News, Shown } from "./state.js" */

/** @template {Line} L */
export class TablePage {
  /** @param {messages.TableInfo} info @param {games.GameFacts} game @param {(hears: Hears, token: string) => L} connect @param {MakeEnding} [makeEnding] */
  constructor(info, game, connect, makeEnding) {
    this.token = seatToken(info.id);
    this.state = begin(info);
    this.watching = Promise.resolve();
    this.playback = new Playback(this, game);
    this.actions = new Actions(this);
    this.view = new TableView(this, game, makeEnding);
    this.live = connect({
      sent: (message) => this.hear(message),
      forked: (n) => this.alarm({ why: "fork", n }),
      state: (isOn) => this.view.renderConnection(isOn),
      trouble: (error) => this.trouble(error),
      turnedAway: (error) => this.turnedAway(error),
    }, this.token);
  }

  open() {
    kept(this.state.info.id).faults?.forEach(alarmOf);
    this.watchDice();
    this.view.open();
    this.view.render(this.state, null);
  }

  /** @param {Sent} message */
  hear(message) {
    switch (message.t) {
      case "table":
      case "own":
      case "moment":
      case "frames":
        return this.change({ ...message, heard: performance.now() });
      case "sign":
        return showReaction(byId("table"), message.d);
      case "why":
        return toast(message.d.reason, message.d.clause);
      case "help":
        return toast(message.d.text || say("There is nothing to say about this."));
      default:
        return this.view.coach.hear(message);
    }
  }

  /** @param {News | Shown} message */
  change(message) {
    const before = this.state;
    this.state = next(before, message);
    this.view.render(this.state, before);
    if (this.state.info !== before.info) this.watchDice();
    for (const moment of this.state.arrived) this.playback.add(moment);
  }

  /** Sit at this window with another token from now on.
   *  @param {string} token */
  async become(token) {
    this.token = token;
    await this.live.become(token);
  }

  // What the table refuses now is asked for again when the table changes next.
  watchDice() {
    const { info } = this.state;
    if (info.phase !== "over") earlier(info).forEach(alarmOfEarlier);
    const page = {
      send: (/** @type {string} */ type, /** @type {object} */ data) => this.live.send(type, data),
      alarm: alarmOf,
      unkept: () => alarm(say("This browser keeps nothing for itself: its part of the dice can be checked only as long as this page stays open.")),
    };
    this.watching = this.watching
      .then(() => watch(info, page))
      .catch(() => {})
      .then(() => alarmOfRounds(kept(info.id)));
  }

  /** @param {Fault} fault */
  alarm(fault) {
    keepFault(this.state.info.id, fault);
    alarmOf(fault);
  }

  /** @param {ApiError} error */
  trouble(error) {
    this.view.coach.giveUp();
    this.actions.complain(error);
  }

  /** @param {ApiError} error */
  turnedAway({ reason }) {
    this.live.close();
    turnAway(reason);
  }
}

/** @param {string} reason */
export function turnAway(reason) {
  byId("prompt").textContent = reason;
  byId("buttons").replaceChildren(el("a", { class: "act", href: "/" }, say("To the games")));
  document.body.dataset.ready = "true";
}

/** Load the game's own style sheet; a table can be played without it.
 *  @param {string} href @returns {Promise<void>} */
export function loadStyle(href) {
  return new Promise((done) => {
    if (!href) done();
    else document.head.append(el("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }));
  });
}
