// The page of one table: what the server tells goes onto the board, what somebody taps goes back.

import { playOn, playOnWords, sitAgain } from "./again.js";
import { ApiError, get, reasonOf, seatToken } from "./api.js";
import { drawBoard } from "./board.js";
import { Choices } from "./choices.js";
import { Clock } from "./clock.js";
import { Coach } from "./coach.js";
import { el, one } from "./dom.js";
import { Gathering } from "./gather.js";
import { grown, whole } from "./frames.js";
import { icon } from "./icons.js";
import { Live } from "./live.js";
import { moveTo } from "./motion.js";
import { withOwners } from "./own.js";
import { Pace } from "./pace.js";
import { renderEnvelope, renderSeats, Story, toast, watchersLine } from "./panels.js";
import { showDialog, showRules } from "./panels.js";
import { Replay } from "./replay.js";
import { renderResult } from "./result.js";
import { apply, renderSettings, settings } from "./settings.js";
import { renderShare } from "./share.js";
import { fanfare, rattle, tap, yourTurn } from "./sound.js";
import { renderTaps } from "./taps.js";
import { withIcons } from "./texts.js";
import { say, speak } from "./words.js";

/** @import { Heard, How } from "./pace.js" */

const at = (/** @type {string} */ id) => one(`#${id}`, HTMLElement);
const dialog = one("#dialog", HTMLDialogElement);
const envelope = one("#envelope", HTMLDetailsElement);

class TablePage {
  /** @param {messages.TableInfo} info @param {games.GameFacts} game */
  constructor(info, game) {
    this.id = info.id;
    this.token = seatToken(info.id);
    /** @type {messages.Own} */
    this.own = { seats: [], undo: false, taps: [] };
    this.info = withOwners(info, this.own);
    /** @type {messages.Moment | null} */
    this.newest = null;
    /** @type {string[]} */
    this.told = [];
    /** @type {Heard | null} */
    this.shown = null;
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {scene.Scene | null} */
    this.replayed = null;
    /** @type {string | null | undefined} */
    this.resultOf = undefined;
    this.isSending = false;
    this.isFollowing = false;
    this.clock = new Clock(at("clock"));
    this.story = new Story(at("story"));
    this.choices = new Choices(at("choices"), at("menu"), (action) => this.choose(action));
    this.coach = new Coach(one("#coach", HTMLDetailsElement), (type, data) => this.live.send(type, data, this.shown?.version), (error) => this.complain(error));
    this.pace = new Pace((moment, how) => this.show(moment, how));
    this.gathering = new Gathering(at("gather"), dialog, game, {
      id: info.id,
      token: () => this.token,
      become: (token) => this.become(token),
      send: (type, data) => this.live.send(type, data),
      complain: (error) => this.complain(error),
    });
    this.live = new Live(this.id, this.token, settings.language, {
      table: (told) => this.hearTable(told),
      own: (own) => this.hearOwn(own),
      moment: (moment, version) => this.hearMoment(moment, version),
      frames: (frames, version) => this.hearFrames(frames, version),
      hint: (hint) => this.coach.hearHint(hint),
      chances: (chances) => this.coach.hearChances(chances),
      state: (isOn) => this.connection(isOn),
      trouble: (error) => this.complain(error),
      turnedAway: (error) => this.turnedAway(error),
    });
  }

  open() {
    this.labels();
    this.renderPhase();
    this.renderTable();
  }

  labels() {
    at("tools").setAttribute("aria-label", say("Table"));
    at("tools").replaceChildren(
      tool("rules", "📖", say("Rules"), () => showRules(dialog, this.info.game, this.info.title)),
      tool("share", "🔗", say("Invite"), () => this.showShare()),
      tool("settings", "⚙", say("Settings"), () => this.showSettings()),
      tool("leave", "🚪", say("Leave"), () => this.leave()),
    );
    at("turn").setAttribute("aria-label", say("Your choices"));
    at("players").setAttribute("aria-label", say("Seats"));
    at("side").setAttribute("aria-label", say("What happened"));
    at("stage").setAttribute("aria-label", say("The table"));
    at("choices").title = say("The keys 1 to 9 choose as well");
    at("undo").replaceChildren("↶ ", say("Take back"));
    at("undo").addEventListener("click", () => this.send("undo"));
    this.connection(false);
  }

  /** @param {boolean} isOn */
  connection(isOn) {
    at("connection").dataset.state = isOn ? "on" : "off";
    at("connection").textContent = isOn ? say("connected") : say("connecting …");
    if (!isOn) return;
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
    if (this.isFollowing && info.rematch) this.follow(info.rematch);
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
    at("board").hidden = isGathering;
    at("story").hidden = isGathering;
    if (isGathering) this.renderGathering();
    else at("gather").replaceChildren();
    this.renderProgress();
    this.renderSides();
    this.coach.renderTable(info);
    if (info.phase === "over") this.renderEnd();
  }

  renderGathering() {
    this.gathering.render(this.info);
    this.prompt(say("Waiting for everybody to sit down"), false);
  }

  renderProgress() {
    const { phase, progress } = this.info;
    const waits = phase === "playing" && progress !== null;
    at("progress").hidden = !waits;
    if (!waits) return;
    const why = say("The bots that think and the coach are getting ready. This happens once on this computer.");
    const [done, of] = progress;
    at("progress").replaceChildren(
      el("p", {}, why),
      el("progress", { value: done, max: of, "aria-label": say("Preparing") }),
    );
  }

  renderSides() {
    const standIn = (/** @type {number} */ seat) => this.send("stand_in", { seat });
    if (this.info.phase !== "gathering") renderSeats(at("seats"), this.info, this.shown?.scene, standIn);
    at("watchers").textContent = watchersLine(this.info);
    this.renderNotice();
  }

  renderNotice() {
    const { phase, seats } = this.info;
    const replaced = seats.some((seat) => seat.mine && seat.away);
    const watching = phase === "playing" && !this.isSeated;
    const onclick = () => this.live.hello();
    const back = el("button", { type: "button", id: "back", class: "primary", onclick }, say("I am back"));
    at("notice").replaceChildren(
      ...(replaced ? [icon("🤖"), " ", say("A bot plays for you."), " ", back] : []),
      ...(watching ? [icon("👀"), " ", say("You are watching.")] : []),
    );
  }

  // What is this viewer's own belongs to the newest of what was heard.
  /** @param {messages.Own} own */
  hearOwn(own) {
    const isSeatedAnew = own.seats.join() !== this.own.seats.join();
    this.own = own;
    this.info = withOwners(this.info, own);
    if (isSeatedAnew) this.renderTable();
    if (this.shown && !this.pace.running) this.offer(this.shown, true);
  }

  /** @param {messages.Frame[]} frames @param {number} version */
  hearFrames(frames, version) {
    for (const frame of frames) {
      if (!this.newest) return;
      this.told.splice(this.told.length - (frame.untold ?? 0), Infinity, ...frame.told);
      const moment = grown(this.newest, frame);
      this.queue(frame.kind === "undo" ? { ...moment, told: [...this.told] } : moment, version);
    }
  }

  /** @param {messages.Moment} moment @param {number} version */
  hearMoment(moment, version) {
    this.told = [...moment.told];
    this.queue(whole(moment), version);
  }

  /** @param {messages.Moment} moment @param {number} version */
  queue(moment, version) {
    this.newest = moment;
    const isMine = moment.seat !== null && this.info.seats[moment.seat].mine;
    this.pace.add({ ...moment, heard: performance.now(), version, isMine });
  }

  /** @param {Heard} moment @param {How} how */
  async show(moment, { told, jump, pace }) {
    const before = jump ? null : this.shown?.scene;
    if (told.isWhole) this.story.restart(told.lines);
    else this.story.add(told.lines);
    this.shown = moment;
    this.coach.clear();
    this.prompt(moment.scene.prompt, this.isAsked(moment));
    this.renderSides();
    this.offer(moment, false);
    this.sounds(moment, jump);
    const redraw = () => this.draw(moment.scene);
    await moveTo(at("board"), before, moment.scene, redraw, { rolled: moment.kind === "chance", pace });
    this.offer(moment, !this.pace.queue.length);
    this.clock.run(moment.left, moment.heard);
    document.body.dataset.event = String(moment.event);
    this.coach.renderMoment(moment, !this.pace.queue.length);
    if (moment.over) this.renderTable();
  }

  /** @param {scene.Scene} scene */
  draw(scene) {
    drawBoard(at("board"), scene, (choices, element) => this.choices.act(choices, element));
  }

  // What one may do, once it is the newest that is shown.
  /** @param {Heard} moment @param {boolean} isNow */
  offer(moment, isNow) {
    const { taps, undo } = this.own;
    this.choices.render(isNow ? moment.scene.choices : []);
    renderTaps(at("taps"), isNow ? taps : [], (action) => this.choose(action));
    at("undo").hidden = !isNow || !undo;
    at("turn").dataset.empty = String(!this.isAsked(moment) && !undo);
  }

  /** @param {messages.Moment} moment */
  isAsked(moment) {
    return moment.scene.choices.length > 0 || this.own.taps.length > 0;
  }

  /** @param {string} text @param {boolean} isMyTurn */
  prompt(text, isMyTurn) {
    const badge = isMyTurn ? [el("strong", { class: "tag turn" }, say("Your turn")), " "] : [];
    at("prompt").replaceChildren(...badge, ...withIcons(text));
    document.title = [isMyTurn ? say("Your turn") : "", this.info.title].filter(Boolean).join(" · ");
  }

  /** @param {Heard} moment @param {boolean} jump */
  sounds(moment, jump) {
    if (jump) return;
    if (moment.over) fanfare();
    else if (moment.kind === "chance") rattle();
    else if (this.isAsked(moment)) yourTurn();
    else tap();
  }

  renderEnd() {
    const { info, shown } = this;
    if (!shown?.over) return;
    at("result").hidden = false;
    const actions = { rematch: () => this.rematch(), follow: (/** @type {string} */ table) => this.follow(table) };
    if (this.resultOf !== info.rematch) renderResult(at("result"), info, shown, actions);
    this.resultOf = info.rematch;
    this.replay ??= this.openReplay(shown.event);
  }

  /** @param {number} last */
  openReplay(last) {
    const go = (/** @type {number} */ event) => playOn(this.id, event, this.token).catch((error) => this.complain(error));
    const on = { words: playOnWords(this.info), go };
    const replay = new Replay(this.id, last, (moment, forward) => this.showAgain(moment, forward), on);
    at("again").replaceChildren(replay.render());
    at("again").hidden = false;
    const asked = new URLSearchParams(location.search).get("at");
    if (asked !== null) {
      replay.go(Number(asked) || 0);
      at("again").scrollIntoView();
    }
    return replay;
  }

  /** @param {messages.Moment} moment @param {boolean} forward */
  async showAgain(moment, forward) {
    const before = forward ? this.replayed : null;
    this.replayed = moment.scene;
    renderSeats(at("seats"), this.info, moment.scene, () => {});
    const redraw = () => this.draw(moment.scene);
    await moveTo(at("board"), before, moment.scene, redraw, { rolled: moment.kind === "chance" });
  }

  async rematch() {
    this.isFollowing = true;
    await this.send("rematch");
  }

  // Everybody of this window takes the seat that is kept at the next table.
  /** @param {string} table */
  async follow(table) {
    this.isFollowing = false;
    const mine = this.info.seats.filter((seat) => seat.mine);
    try {
      await sitAgain(table, this.token, mine.map(({ name }) => name));
    } catch (error) {
      this.complain(error);
    }
    location.assign(`/t/${table}`);
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
    const isEarly = this.info.phase === "gathering";
    const words = isEarly ? say("Your seat will be open again.") : say("A bot will play on for you.");
    const go = async () => {
      await this.send("leave");
      location.assign("/");
    };
    const stay = el("button", { type: "button", onclick: () => dialog.close() }, say("Stay"));
    const away = el("button", { id: "leave-now", class: "primary", onclick: go }, say("Leave the table"));
    showDialog(dialog, say("Leave"), el("p", {}, words), el("p", { class: "actions" }, stay, away));
  }
}

/** @param {string} id @param {string} sign @param {string} words @param {() => unknown} onclick */
function tool(id, sign, words, onclick) {
  const attributes = { type: "button", id, title: words, "aria-label": words, onclick };
  return el("button", attributes, icon(sign), el("span", { class: "words" }, words));
}

/** @param {string} reason */
function turnAway(reason) {
  at("prompt").textContent = reason;
  at("notice").replaceChildren(el("a", { class: "button primary", href: "/" }, say("To the games")));
  document.body.dataset.ready = "true";
}

/** @param {string} id */
async function open(id) {
  const asked = `language=${settings.language}`;
  /** @type {[messages.TableInfo, games.GameFacts[]]} */
  const [info, games] = await Promise.all([get(`/tables/${id}?${asked}`), get(`/games?${asked}`)]);
  const game = games.find(({ key }) => key === info.game);
  if (!game) throw new ApiError("", "game");
  new TablePage(info, game).open();
}

apply();
await speak(settings.language);
await open(location.pathname.split("/")[2]).catch((error) => turnAway(reasonOf(error)));
