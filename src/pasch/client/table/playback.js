// Shows moments one after another, slowly enough to follow the turns of the others.

import { byId } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { curtain } from "../ui/sheets.js";
import { notifyTurn } from "../device/notifications.js";
import { settings } from "../device/settings.js";
import { soundOf } from "../device/sound.js";
import { moveTo, pause } from "../board/motion.js";
import { renderPrompt } from "./seats.js";
import { isAsked, nearest } from "./state.js";

/** @import { Actions, Page } from "./act.js" */
/** @import { TableView } from "./render.js" */
/** @import { Heard, Shown } from "./state.js" */
/** @import { Story } from "./story.js" */

const OTHERS_CHOICE = 650;
const AFTER_ROLL = 250;
const FACTORS = { slow: 1.8, normal: 1, fast: 0.35 };
const TOO_MANY = 30;
const FULL_HASTE = 20;
const MOST_HASTE = 0.3;

/** @typedef {Page & { view: TableView, actions: Actions, change: (shown: Shown) => void }} Screen */

const table = byId("table");

export class Playback {
  /** @param {Screen} page @param {games.GameFacts} game */
  constructor(page, game) {
    this.page = page;
    this.game = game;
    /** @type {Heard[]} */
    this.queue = [];
    this.running = false;
    /** @type {scene.Scene | null} */
    this.replayed = null;
  }

  get isCaughtUp() {
    return !this.queue.length;
  }

  /** @param {Heard} moment */
  add(moment) {
    if (moment.kind === "sync") this.queue = [];
    this.queue.push(moment);
    this.run();
  }

  async run() {
    if (this.running) return;
    this.running = true;
    document.body.dataset.busy = "true";
    while (this.queue.length) await this.next();
    this.running = false;
    document.body.dataset.busy = "false";
    this.page.live.rest();
  }

  async next() {
    const waiting = this.queue;
    const jump = waiting[0].kind === "sync" || waiting.length > TOO_MANY || document.hidden;
    const taken = waiting.splice(0, jump ? waiting.length : 1);
    const newest = taken[taken.length - 1];
    const pace = this.pace;
    const started = performance.now();
    await this.show(newest, taken, jump, pace);
    await this.hold(newest, jump, pace, performance.now() - started);
  }

  /** Hide the table until the next person has the device, where players have secrets.
   *  @param {messages.Snapshot} moment */
  async handOver({ scene }) {
    const { info, own, me } = this.page.state;
    const next = nearest(info, scene, me);
    if (!this.game.secrets || own.seats.length < 2 || next === null || next === me) return;
    await curtain(table, say("Now it is the turn of {name}", { name: scene.seats[next].name }), say("Here I am"));
  }

  /** Show a moment: what is told of it, the way there, and last what can be done.
   *  @param {Heard} moment @param {Heard[]} taken The moments it stands for. @param {boolean} jump @param {number} pace */
  async show(moment, taken, jump, pace) {
    const { view } = this.page;
    const { scene } = moment;
    const before = jump ? null : this.page.state.shown?.scene;
    await this.handOver(moment);
    this.page.change({ t: "shown", d: moment });
    const { state } = this.page;
    renderStory(view.story, taken, scene, state.me);
    view.coach.clear();
    view.offer(moment, false);
    if (!jump) soundOf(moment, isAsked(state, moment));
    await moveTo(table, before, scene, () => view.draw(scene), { rolled: moment.kind === "chance", pace });
    view.offer(moment, this.isCaughtUp);
    view.countdown.run(moment.left, moment.heard);
    document.body.dataset.event = String(moment.event);
    view.coach.renderMoment(moment, this.isCaughtUp);
    if (moment.over) view.renderTable(this.page.state);
    if (this.isCaughtUp) this.page.actions.playForced(moment);
    this.notify(moment);
  }

  /** Show a moment of a finished match once more.
   *  @param {messages.Snapshot} moment @param {boolean} isForward */
  async showAgain(moment, isForward) {
    const before = isForward ? this.replayed : null;
    const { scene } = moment;
    const { info, me, own } = this.page.state;
    this.replayed = scene;
    renderPrompt(byId("prompt"), info, own, moment);
    if (moment.told.length) this.page.view.story.announce(moment.told, scene, me);
    await moveTo(table, before, scene, () => this.page.view.draw(scene), { rolled: moment.kind === "chance" });
  }

  /** @param {messages.Snapshot} moment */
  notify(moment) {
    const { state } = this.page;
    if (document.hidden && settings.notify && isAsked(state, moment)) notifyTurn(state.info.id, state.info.title).catch(() => {});
  }

  // How slowly moments are shown: 1 is leisurely, and the more are waiting, the less.
  get pace() {
    return FACTORS[settings.pace] * Math.max(MOST_HASTE, 1 - this.queue.length / FULL_HASTE);
  }

  /** @param {Heard} moment @param {boolean} jump @param {number} pace @param {number} spent */
  async hold(moment, jump, pace, spent) {
    if (jump || moment.isMine || moment.scene.choices.length) return;
    const whole = moment.kind === "chance" ? spent + AFTER_ROLL * pace : OTHERS_CHOICE * pace;
    await pause(Math.max(0, whole - spent));
  }
}

/** Draw what is told of these moments; a synchronisation or an undo brings the whole story anew.
 *  @param {Story} story @param {Heard[]} moments @param {scene.Scene} scene @param {number | null} me */
function renderStory(story, moments, scene, me) {
  const start = moments.findLastIndex(({ kind }) => kind === "sync" || kind === "undo");
  const lines = moments.slice(Math.max(0, start)).flatMap(({ told }) => told);
  if (start >= 0) story.restart(lines, scene, me);
  else story.add(lines, scene, me);
}
