// A table on the screen: what is told goes onto the board, what somebody taps goes back.

import { ApiError, reasonOf, seatToken } from "./api.js";
import { renderGoal, renderTools } from "./bar.js";
import { alarm, alarmOf, alarmOfEarlier, alarmOfRounds } from "./alarm.js";
import { areasOf } from "./board.js";
import { Choices, isMeantOtherwise } from "./choices.js";
import { Clock } from "./clock.js";
import { Coach } from "./coach.js";
import { curtain } from "./curtain.js";
import { el, one, settle } from "./dom.js";
import { End } from "./end.js";
import { fit } from "./fit.js";
import { Gathering } from "./gather.js";
import { choice, grown, whole } from "./frames.js";
import { Help } from "./help.js";
import { icon } from "./icons.js";
import { moveTo, skip } from "./motion.js";
import { tellTurn } from "./notice.js";
import { withOwners } from "./own.js";
import { Pace } from "./pace.js";
import { forgetSalts, keepCourse, keepFault, kept } from "./proof.js";
import { renderEnvelope, showDialog, showRules, toast, watchersLine } from "./panels.js";
import { nearest, renderMe, renderOthers } from "./seats.js";
import { earlier, watch } from "./rounds.js";
import { renderSettings, settings } from "./settings.js";
import { renderShare } from "./share.js";
import { openSide } from "./side.js";
import { showSign, signButton } from "./signs.js";
import { fanfare, sound, yourTurn } from "./sound.js";
import { Story } from "./story.js";
import { renderTaps, typed } from "./taps.js";
import { withIcons } from "./texts.js";
import { say } from "./words.js";

/** @import { Hears } from "./live.js" */
/** @import { Heard, How } from "./pace.js" */
/** @import { Fault } from "./proof.js" */

/**
 * @typedef {object} Line Where what one does goes to, and what is told comes from.
 * @property {boolean} playsForced Whether what can't be chosen otherwise is done without a tap.
 * @property {(type: string, data?: object, version?: number) => Promise<unknown>} send
 * @property {() => Promise<void>} hello
 * @property {(token: string) => Promise<void>} become
 * @property {() => void} close
 * @property {() => void} rest Everything told has been shown.
 */

const FORCED = 900; // milliseconds to see what will be done
const at = (/** @type {string} */ id) => one(`#${id}`, HTMLElement);
const button = (/** @type {string} */ id) => one(`#${id}`, HTMLButtonElement);
const dialog = one("#dialog", HTMLDialogElement);
const envelope = one("#envelope", HTMLDetailsElement);

/** @template {Line} L */
export class TablePage {
  /** @param {messages.TableInfo} info @param {games.GameFacts} game @param {(hears: Hears, token: string) => L} connect */
  constructor(info, game, connect) {
    this.id = info.id;
    this.token = seatToken(info.id);
    /** @type {messages.ViewerSeats} */
    this.own = { seats: [], undo: false, taps: [] };
    this.info = withOwners(info, this.own);
    /** @type {messages.Snapshot | null} */
    this.newest = null;
    /** @type {scene.Told[]} */
    this.told = [];
    /** @type {Heard | null} */
    this.shown = null;
    /** @type {scene.Scene | null} */
    this.replayed = null;
    this.game = game;
    /** @type {number | null} The seat nearest to the viewer. */
    this.me = null;
    this.isSending = false;
    this.watching = Promise.resolve();
    this.clock = new Clock(at("clock"));
    this.story = new Story(at("banner"), at("story"));
    this.choices = new Choices(at("table"), at("buttons"), at("choices"), {
      choose: (action) => this.choose(action),
      tried: (key) => this.tried(key),
    });
    this.help = new Help(at("table"), (keys) => this.tell("help", { at: keys }));
    this.coach = new Coach(one("#coach", HTMLDetailsElement), (type, data) => this.live.send(type, data, this.shown?.version), (error) => this.complain(error));
    this.end = new End(this.story, {
      token: () => this.token,
      show: (moment, forward) => this.showAgain(moment, forward),
      send: (type) => this.send(type),
      complain: (error) => this.complain(error),
    });
    this.pace = new Pace((moment, how) => this.show(moment, how), () => this.live.rest());
    this.gathering = new Gathering(at("gather"), game, {
      id: info.id,
      token: () => this.token,
      become: (token) => this.become(token),
      send: (type, data) => this.live.send(type, data),
      complain: (error) => this.complain(error),
    });
    this.live = connect({
      table: (told) => this.hearTable(told),
      own: (own) => this.hearOwn(own),
      moment: (moment, version) => this.hearMoment(moment, version),
      frames: (frames, version) => this.hearFrames(frames, version),
      sign: (sign) => showSign(at("table"), sign),
      why: ({ reason, clause }) => toast(reason, clause),
      help: ({ text }) => toast(text || say("There is nothing to say about this.")),
      hint: (hint) => this.coach.hearHint(hint),
      chances: (chances) => this.coach.hearChances(chances),
      waits: ({ before }) => this.coach.hearPlace(before),
      forked: (n) => this.alarm({ why: "fork", n }),
      state: (isOn) => this.connection(isOn),
      trouble: (error) => {
        this.coach.giveUp();
        this.complain(error);
      },
      turnedAway: (error) => this.turnedAway(error),
    }, this.token);
  }

  open() {
    kept(this.id).faults?.forEach(alarmOf);
    this.watchDice();
    this.labels();
    this.renderPhase();
    this.renderTable();
  }

  labels() {
    at("table").dataset.game = this.info.game;
    renderTools(at("tools"), {
      help: () => this.askHelp(),
      rules: () => showRules(dialog, this.info.game, this.info.title),
      share: () => this.showShare(),
      settings: () => this.showSettings(),
      leave: () => this.leave(),
    });
    at("others").setAttribute("aria-label", say("The others"));
    at("me").setAttribute("aria-label", say("Your seat"));
    at("acts").setAttribute("aria-label", say("Your choices"));
    at("side").setAttribute("aria-label", say("What happened"));
    at("board").setAttribute("aria-label", say("The table"));
    at("helpers").replaceChildren(
      helper("undo", "↶", say("Take back"), () => this.send("undo")),
      this.coach.button,
      ...signButton((sign) => this.tell("sign", { sign })),
    );
    at("banner").addEventListener("click", () => openSide(true));
    at("progress").addEventListener("click", () => at("progress").classList.add("seen"));
    at("side-close").setAttribute("aria-label", say("Close"));
    at("side-close").addEventListener("click", () => openSide(false));
    document.addEventListener("keydown", (event) => this.type(event));
    at("table").addEventListener("pointerdown", () => this.pace.running && skip());
    new ResizeObserver(() => fit(at("board"))).observe(at("board"));
    this.connection(false);
  }

  // Real dice: what they show can be typed.
  /** @param {KeyboardEvent} event */
  type(event) {
    const tap = isMeantOtherwise(event) || this.pace.running ? undefined : typed(this.own.taps, event.key);
    if (tap) this.choose(tap.action);
  }

  askHelp() {
    toast(say("Tap what you want to know about."));
    this.help.begin();
  }

  // Something that changes nothing on the table.
  /** @param {string} type @param {object} data */
  async tell(type, data) {
    try {
      await this.live.send(type, data, this.shown?.version ?? 0);
    } catch (error) {
      this.complain(error);
    }
  }

  // A thing was tapped that is not open: why not, at one's own turn; else one points at it.
  /** @param {string} key */
  tried(key) {
    if (this.info.phase !== "playing" || !this.isSeated) return;
    if (this.shown && this.isAsked(this.shown)) this.tell("why", { at: key });
    else if (this.hasCompany) this.tell("sign", { at: key });
  }

  // Somebody else who would see a sign.
  get hasCompany() {
    return this.info.seats.filter(({ kind }) => kind === "person").length > 1;
  }

  /** @param {boolean} isOn */
  connection(isOn) {
    document.body.dataset.connection = isOn ? "on" : "off";
    if (!isOn) {
      const words = say("No connection to the table: trying again …");
      if (document.body.dataset.ready) this.story.say(words, icon("🔗"));
      return;
    }
    document.body.dataset.ready = "true";
    this.coach.follow();
  }

  /** @param {ApiError} error */
  turnedAway({ reason }) {
    this.live.close();
    turnAway(reason);
  }

  get isSeated() {
    return this.info.seats.some((seat) => seat.mine);
  }

  /** @param {string} token */
  async become(token) {
    this.token = token;
    await this.live.become(token);
  }

  /** @param {messages.TableInfo} info */
  hearTable(info) {
    const isNewPhase = this.info.phase !== info.phase;
    this.info = withOwners(info, this.own);
    if (isNewPhase) this.renderPhase();
    this.renderTable();
    this.watchDice();
    if (this.end.isFollowing && info.rematch) this.end.follow(this.info, info.rematch);
  }

  renderPhase() {
    document.body.dataset.phase = this.info.phase;
    renderEnvelope(envelope, this.info);
    envelope.open = this.info.phase === "gathering";
  }

  renderTable() {
    const { info } = this;
    at("title").textContent = info.title;
    at("leave").hidden = !this.isSeated || info.phase === "over";
    const isGathering = info.phase === "gathering";
    at("gather").hidden = !isGathering;
    if (isGathering) this.gathering.render(this.info);
    else at("gather").replaceChildren();
    at("watchers").textContent = watchersLine(info);
    this.renderProgress();
    if (this.shown && !this.pace.running) this.redraw(this.shown);
    this.coach.renderTable(info);
    if (info.phase === "over" && this.shown?.over) this.end.render(info, this.shown);
  }

  renderProgress() {
    const { phase, progress } = this.info;
    const waits = phase === "playing" && progress !== null;
    at("progress").hidden = !waits;
    if (!waits) {
      at("progress").classList.remove("seen"); // what takes its time later is told anew
      return;
    }
    const why = say("Bots that think and the coach are getting ready, once on this computer.");
    const { done, of, before } = progress;
    at("progress").replaceChildren(
      el("span", {}, why, before ? ` ${say("{n} before you", { n: before })}` : ""),
      el("progress", { value: done, max: of, "aria-label": say("Preparing") }),
    );
  }

  // What is this viewer's own belongs to the newest of what was heard.
  /** @param {messages.ViewerSeats} own */
  hearOwn(own) {
    const isSeatedAnew = own.seats.join() !== this.own.seats.join();
    this.own = { ...own, taps: own.taps.map(choice) };
    this.info = withOwners(this.info, own);
    if (isSeatedAnew) {
      this.renderTable();
      this.watchDice();
    } else if (this.shown && !this.pace.running) this.offer(this.shown, true);
  }

  /** @param {messages.Delta[]} frames @param {number} version */
  hearFrames(frames, version) {
    for (const frame of frames) {
      if (!this.newest) return;
      const moment = grown(this.newest, frame);
      this.told.splice(this.told.length - (frame.untold ?? 0), Infinity, ...moment.told);
      this.queue(frame.kind === "undo" ? { ...moment, told: [...this.told] } : moment, version);
    }
  }

  // One after the other. What is refused here is asked for again with the next that is told of the table.
  watchDice() {
    const { info } = this;
    if (info.phase !== "over") earlier(info).forEach(alarmOfEarlier);
    const page = {
      send: (/** @type {string} */ type, /** @type {object} */ data) => this.live.send(type, data),
      alarm: alarmOf,
      unkept: () => alarm(say("This browser keeps nothing for itself: its part of the dice can be checked only as long as this page stays open.")),
    };
    this.watching = this.watching
      .then(() => watch(info, page))
      .catch(() => {})
      .then(() => alarmOfRounds(kept(this.id)));
  }

  /** @param {Fault} fault */
  alarm(fault) {
    keepFault(this.id, fault);
    alarmOf(fault);
  }

  /** @param {messages.Snapshot} sent @param {number} version */
  hearMoment(sent, version) {
    const moment = whole(sent);
    this.told = [...moment.told];
    this.queue(moment, version);
  }

  /** @param {messages.Snapshot} moment @param {number} version */
  queue(moment, version) {
    this.newest = moment;
    const isMine = moment.seat !== null && this.info.seats[moment.seat].mine;
    this.pace.add({ ...moment, heard: performance.now(), version, isMine });
  }

  /** @param {Heard} moment @param {How} how */
  async show(moment, { told, jump, pace }) {
    const before = jump ? null : this.shown?.scene;
    await this.handOver(moment);
    this.me = nearest(this.info, moment.scene, this.me);
    if (told.isWhole) this.story.restart(told.lines, moment.scene, this.me);
    else this.story.add(told.lines, moment.scene, this.me);
    this.shown = moment;
    this.coach.clear();
    this.offer(moment, false);
    this.sounds(moment, jump);
    const redraw = () => this.draw(moment.scene);
    await moveTo(at("table"), before, moment.scene, redraw, { rolled: moment.kind === "chance", pace });
    this.offer(moment, !this.pace.queue.length);
    this.clock.run(moment.left, moment.heard);
    document.body.dataset.event = String(moment.event);
    this.coach.renderMoment(moment, !this.pace.queue.length);
    if (moment.over) this.renderTable();
    if (!this.pace.queue.length) this.playForced(moment);
    this.notify(moment);
  }

  // At one device for several people, nobody looks into another's hand.
  /** @param {Heard} moment */
  async handOver({ scene }) {
    const next = nearest(this.info, scene, this.me);
    if (!this.game.secrets || this.own.seats.length < 2 || next === null || next === this.me) return;
    const words = say("Now it is the turn of {name}", { name: scene.seats[next].name });
    await curtain(at("table"), words, say("Here I am"));
  }

  // Who sits there, or whose it is, has changed.
  /** @param {Heard} moment */
  redraw(moment) {
    this.me = nearest(this.info, moment.scene, this.me);
    this.draw(moment.scene);
    this.offer(moment, !this.pace.queue.length);
  }

  /** @param {scene.Scene} scene */
  draw(scene) {
    const areas = areasOf(scene);
    const remarks = scene.remarks.map((text) => el("li", {}, withIcons(text)));
    Object.assign(at("table").dataset, {
      seats: scene.seats.length,
      me: this.me ?? "nobody",
      areas: scene.areas.map(({ key }) => key).join(" "),
    });
    settle(at("board"), [...areas(null), ...(remarks.length ? [el("ul", { class: "remarks" }, remarks)] : [])]);
    renderOthers(at("others"), this.info, scene, this.me, areas, (seat) => this.send("stand_in", { seat }));
    renderMe(at("me"), this.info, scene, this.me, areas);
    renderGoal(at("goal"), scene);
    fit(at("board"));
  }

  // What one may do, once it is the newest that is shown.
  /** @param {Heard} moment @param {boolean} isNow */
  offer(moment, isNow) {
    const { taps, undo } = this.own;
    const isAway = this.info.seats.some((seat) => seat.mine && seat.away);
    this.prompt(moment);
    this.choices.render(isNow ? moment.scene.choices : []);
    const open = isNow ? taps : [];
    renderTaps(at("taps"), open, (action) => this.choose(action));
    at("table").toggleAttribute("data-tapping", open.length > 0);
    button("undo").disabled = !isNow || !undo;
    button("make-sign").hidden = !this.hasCompany;
    if (isAway) this.offerReturn();
  }

  offerReturn() {
    const onclick = () => this.live.hello();
    at("table").dataset.buttons = "1";
    at("prompt").replaceChildren(icon("🤖"), " ", say("A bot plays for you."));
    at("buttons").replaceChildren(el("button", { type: "button", id: "back", class: "act", onclick }, say("I am back")));
  }

  /** @param {messages.Snapshot} moment */
  isAsked(moment) {
    return moment.scene.choices.length > 0 || this.own.taps.length > 0;
  }

  // Who is asked, and what.
  /** @param {messages.Snapshot} moment */
  prompt({ scene, over }) {
    const turn = scene.seats.findIndex(({ to_move: toMove }) => toMove);
    const isMine = turn >= 0 && this.info.seats[turn].mine;
    const name = turn < 0 || over ? null : isMine && this.own.seats.length === 1 ? say("You") : scene.seats[turn].name;
    const pill = name ? [el("strong", { class: isMine ? "pill mine" : "pill" }, name)] : [];
    at("prompt").replaceChildren(...pill, el("span", { class: "question" }, withIcons(scene.prompt)));
    document.title = [isMine && !over ? say("Your turn") : "", this.info.title].filter(Boolean).join(" · ");
    document.body.dataset.turn = isMine && !over ? "mine" : "";
  }

  /** @param {Heard} moment @param {boolean} jump */
  sounds(moment, jump) {
    if (jump) return;
    if (moment.over) fanfare();
    else if (this.isAsked(moment)) yourTurn();
    else sound(moment.told);
  }

  // With only one thing to do, it is done, unless somebody likes to do it or has just taken it back.
  /** @param {Heard} moment */
  playForced(moment) {
    const { choices } = moment.scene;
    if (choices.length !== 1 || !settings.forced || !this.live.playsForced || this.info.phase !== "playing" || moment.kind === "undo") return;
    setTimeout(() => this.shown === moment && this.choose(choices[0].action), FORCED);
  }

  /** @param {messages.Snapshot} moment */
  notify(moment) {
    if (document.hidden && settings.notify && this.isAsked(moment)) tellTurn(this.id, this.info.title).catch(() => {});
  }

  /** @param {messages.Snapshot} moment @param {boolean} forward */
  async showAgain(moment, forward) {
    const before = forward ? this.replayed : null;
    this.replayed = moment.scene;
    const redraw = () => this.draw(moment.scene);
    this.prompt(moment);
    if (moment.told.length) this.story.announce(moment.told, moment.scene, this.me);
    await moveTo(at("table"), before, moment.scene, redraw, { rolled: moment.kind === "chance" });
  }

  /** @param {number} action */
  choose(action) {
    if (this.pace.queue.length) return null;
    return this.send("choose", { action });
  }

  // One thing at a time: nothing can be pressed until the table has answered.
  /** @param {string} type @param {object} [data] */
  async send(type, data = {}) {
    if (this.isSending) return;
    this.isSending = true;
    document.body.dataset.sending = "true";
    try {
      await this.live.send(type, data, this.shown?.version ?? 0);
    } catch (error) {
      this.complain(error);
    } finally {
      this.isSending = false;
      delete document.body.dataset.sending;
    }
  }

  /** @param {unknown} error */
  complain(error) {
    toast(reasonOf(error), error instanceof ApiError ? error.clause : "");
  }

  showShare() {
    const box = el("div", { class: "share" });
    renderShare(box, this.info, this.token);
    showDialog(dialog, say("Invite"), box);
  }

  showSettings() {
    const box = el("div", {});
    renderSettings(box);
    showDialog(dialog, say("Settings"), box);
  }

  leave() {
    const isEarly = () => this.info.phase === "gathering";
    const words = isEarly() ? say("Your seat will be open again.") : say("A bot will play on for you.");
    const go = async () => {
      await this.send("leave");
      keepCourse(this.id, { ended: "ours" });
      if (isEarly()) forgetSalts(this.id); // it may have begun meanwhile
      location.assign("/");
    };
    const stay = el("button", { type: "button", onclick: () => dialog.close() }, say("Stay"));
    const away = el("button", { id: "leave-now", class: "primary", onclick: go }, say("Leave the table"));
    showDialog(dialog, say("Leave"), el("p", {}, words), el("p", { class: "actions" }, stay, away));
  }
}

/** @param {string} id @param {string} sign @param {string} words @param {() => unknown} onclick */
function helper(id, sign, words, onclick) {
  return el("button", { type: "button", id, class: "helper", onclick }, el("span", { "aria-hidden": "true" }, withIcons(sign)), el("span", { class: "words" }, words));
}

/** @param {string} reason */
export function turnAway(reason) {
  at("prompt").textContent = reason;
  at("buttons").replaceChildren(el("a", { class: "act", href: "/" }, say("To the games")));
  document.body.dataset.ready = "true";
}

// The game's own style sheet; a table can be played without.
/** @param {string} href @returns {Promise<void>} */
export function dressed(href) {
  return new Promise((done) => {
    if (!href) done();
    else document.head.append(el("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }));
  });
}
