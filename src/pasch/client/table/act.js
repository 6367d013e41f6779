// What people do at a table is sent from here: choices, signs, questions, standing up.

import { byId } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { settings } from "../device/settings.js";
import { ApiError, reasonOf } from "../connection/api.js";
import { forgetSalts, keepCourse } from "../connection/dice-proof.js";
import { hasCompany, isSeated } from "../connection/updates.js";
import { isMeantOtherwise } from "../board/choices.js";
import { typed } from "../board/dice-input.js";
import { skip } from "../board/motion.js";
import { askToLeave, toast } from "./dialogs.js";
import { Help } from "./help.js";
import { isAsked } from "./state.js";

/** @import { Playback } from "./playback.js" */
/** @import { Heard, State } from "./state.js" */

/**
 * @typedef {object} Line Where actions go to, and what answers: a server or a lesson.
 * @property {boolean} playsForced Whether a choice without an alternative is made without a tap.
 * @property {(type: string, data?: object, version?: number) => Promise<unknown>} send
 * @property {() => Promise<void>} hello
 * @property {(token: string) => Promise<void>} become
 * @property {() => void} close
 * @property {() => void} rest Everything that arrived has been shown.
 */
/** @typedef {{ state: State, token: string, live: Line, playback: Playback }} Page The page on which people act. */

const FORCED_MS = 900; // to see what will be done

export class Actions {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.isSending = false;
    this.help = new Help(byId("table"), (keys) => this.tell("help", { at: keys }));
    byId("table").addEventListener("pointerdown", () => page.playback.running && skip());
    document.addEventListener("keydown", (event) => this.type(event));
  }

  /** Send a message, one at a time: nothing can be pressed until the table has answered.
   *  @param {string} type @param {object} [data] */
  async send(type, data = {}) {
    if (this.isSending) return;
    this.isSending = true;
    document.body.dataset.sending = "true";
    await this.tell(type, data);
    this.isSending = false;
    delete document.body.dataset.sending;
  }

  /** Send a message that changes nothing at the table.
   *  @param {string} type @param {object} data */
  async tell(type, data) {
    try {
      await this.ask(type, data);
    } catch (error) {
      this.complain(error);
    }
  }

  /** Send a message about the moment on the screen, and fail where the table refuses it.
   *  @param {string} type @param {object} data */
  ask(type, data) {
    return this.page.live.send(type, data, this.page.state.shown?.version ?? 0);
  }

  /** @param {unknown} error */
  complain(error) {
    toast(reasonOf(error), error instanceof ApiError ? error.clause : "");
  }

  /** @param {number} action */
  choose(action) {
    return this.page.playback.isCaughtUp ? this.send("choose", { action }) : null;
  }

  /** Make the only choice there is, unless the person likes to make it or has just taken it back.
   *  @param {Heard} moment */
  playForced(moment) {
    const { choices } = moment.scene;
    const isDue = () => this.page.state.shown === moment && this.page.state.info.phase === "playing" && this.page.state.info.paused === null;
    if (choices.length !== 1 || !settings.forced || !this.page.live.playsForced || moment.kind === "undo") return;
    setTimeout(() => isDue() && this.choose(choices[0].action), FORCED_MS);
  }

  /** Choose what a real die shows, by its key.
   *  @param {KeyboardEvent} event */
  type(event) {
    const { playback, state } = this.page;
    const tap = isMeantOtherwise(event) || playback.running ? undefined : typed(state.own.taps, event.key);
    if (tap) this.choose(tap.action);
  }

  /** Ask why a tapped thing is not open; at somebody else's turn, point at it.
   *  @param {string} key */
  tried(key) {
    const { state } = this.page;
    if (state.info.phase !== "playing" || !isSeated(state.info)) return;
    if (state.shown && isAsked(state, state.shown)) this.tell("why", { at: key });
    else if (hasCompany(state.info)) this.tell("sign", { at: key });
  }

  askHelp() {
    toast(say("Tap what you want to know about."));
    this.help.begin();
  }

  leave() {
    const { id } = this.page.state.info;
    const isEarly = () => this.page.state.info.phase === "gathering";
    const words = isEarly() ? say("Your seat will be open again.") : say("A bot will play on for you.");
    askToLeave(words, async () => {
      await this.send("leave");
      keepCourse(id, { ended: "ours" });
      if (isEarly()) forgetSalts(id); // the game may have begun meanwhile
      location.assign("/");
    });
  }
}
