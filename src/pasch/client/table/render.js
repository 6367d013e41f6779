// A table's state on the screen: only what differs from the state before is drawn anew.

import { Countdown } from "../ui/countdown.js";
import { el, one, settle } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { icon, withIcons } from "../ui/icons.js";
import { openSide } from "../ui/side-panel.js";
import { areasOf } from "../board/board.js";
import { Choices } from "../board/choices.js";
import { renderTaps } from "../board/dice-input.js";
import { fit } from "../board/fit.js";
import { Coach } from "../coach/panel.js";
import { nameZones, renderEnvelope, renderGoal, renderPreparation, renderTools, watchersLine } from "./dialogs.js";
import { signButton } from "./reactions.js";
import { Seating } from "./seating.js";
import { renderMe, renderOthers, renderPrompt } from "./seats.js";
import { hasCompany, isSeated } from "./state.js";
import { Story } from "./story.js";

/** @import { Info } from "../connection/owners.js" */
/** @import { Actions, Page } from "./act.js" */
/** @import { Heard, State } from "./state.js" */

/** @typedef {Page & { actions: Actions, become: (token: string) => Promise<void> }} Acting */
/** @typedef {{ render: (info: Info, last: Heard | null) => void }} Ending What is shown when the game is over. */
/** @typedef {(view: TableView, page: Acting) => Ending} MakeEnding */

const at = (/** @type {string} */ id) => one(`#${id}`, HTMLElement);
const button = (/** @type {string} */ id) => one(`#${id}`, HTMLButtonElement);

export class TableView {
  /** @param {Acting} page @param {games.GameFacts} game @param {MakeEnding} [makeEnding] */
  constructor(page, game, makeEnding) {
    const { actions } = page;
    this.page = page;
    this.countdown = new Countdown(at("clock"));
    this.story = new Story(at("banner"), at("story"));
    this.choices = new Choices(at("table"), at("buttons"), at("choices"), {
      choose: (action) => actions.choose(action),
      tried: (key) => actions.tried(key),
    });
    this.coach = new Coach(one("#coach", HTMLDetailsElement), (type, data) => actions.ask(type, data), (error) => actions.complain(error));
    this.ending = makeEnding?.(this, page);
    this.seating = new Seating(at("gather"), game, page);
  }

  /** Draw what stays: names of the zones, the menu, the buttons for help. */
  open() {
    const { actions } = this.page;
    nameZones();
    at("table").dataset.game = this.page.state.info.game;
    renderTools(at("tools"), actions);
    at("helpers").replaceChildren(
      helper("undo", "↶", say("Take back"), () => actions.send("undo")),
      this.coach.button,
      ...signButton((sign) => actions.tell("sign", { sign })),
    );
    at("banner").addEventListener("click", () => openSide(true));
    at("progress").addEventListener("click", () => at("progress").classList.add("seen"));
    at("side-close").addEventListener("click", () => openSide(false));
    new ResizeObserver(() => fit(at("board"))).observe(at("board"));
    this.renderConnection(false);
  }

  /** @param {boolean} isOn */
  renderConnection(isOn) {
    document.body.dataset.connection = isOn ? "on" : "off";
    if (isOn) {
      document.body.dataset.ready = "true";
      this.coach.follow();
    } else if (document.body.dataset.ready) this.story.say(say("No connection to the table: trying again …"), icon("🔗"));
  }

  /** Draw what differs from the state before. Moments wait for the playback.
   *  @param {State} state @param {State | null} before */
  render(state, before) {
    const { info } = state;
    if (info.phase !== before?.info.phase) this.renderPhase(info);
    if (info !== before?.info) this.renderTable(state);
    else if (state.own !== before.own && state.shown && !this.page.playback.running) this.offer(state.shown, true);
  }

  /** @param {Info} info */
  renderPhase(info) {
    const envelope = one("#envelope", HTMLDetailsElement);
    document.body.dataset.phase = info.phase;
    renderEnvelope(envelope, info);
    envelope.open = info.phase === "gathering";
  }

  /** @param {State} state */
  renderTable({ info, shown }) {
    const isGathering = info.phase === "gathering";
    at("title").textContent = info.title;
    at("leave").hidden = !isSeated(info) || info.phase === "over";
    at("gather").hidden = !isGathering;
    if (isGathering) this.seating.render(info);
    else at("gather").replaceChildren();
    at("watchers").textContent = watchersLine(info);
    renderPreparation(at("progress"), info);
    if (shown && !this.page.playback.running) {
      this.draw(shown.scene);
      this.offer(shown, this.page.playback.isCaughtUp);
    }
    this.coach.renderTable(info);
    this.ending?.render(info, shown);
  }

  /** @param {scene.Scene} scene */
  draw(scene) {
    const { info, me } = this.page.state;
    const areas = areasOf(scene);
    const remarks = scene.remarks.map((text) => el("li", {}, withIcons(text)));
    Object.assign(at("table").dataset, {
      seats: scene.seats.length,
      me: me ?? "nobody",
      areas: scene.areas.map(({ key }) => key).join(" "),
    });
    settle(at("board"), [...areas(null), ...(remarks.length ? [el("ul", { class: "remarks" }, remarks)] : [])]);
    renderOthers(at("others"), info, scene, me, areas, (seat) => this.page.actions.send("stand_in", { seat }));
    renderMe(at("me"), info, scene, me, areas);
    renderGoal(at("goal"), scene);
    fit(at("board"));
  }

  /** Draw what can be done, once the newest moment is on the screen.
   *  @param {Heard} moment @param {boolean} isNow */
  offer(moment, isNow) {
    const { info, own } = this.page.state;
    const taps = isNow ? own.taps : [];
    renderPrompt(at("prompt"), info, own, moment);
    this.choices.render(isNow ? moment.scene.choices : []);
    renderTaps(at("taps"), taps, (action) => this.page.actions.choose(action));
    at("table").toggleAttribute("data-tapping", taps.length > 0);
    button("undo").disabled = !isNow || !own.undo;
    button("make-sign").hidden = !hasCompany(info);
    if (info.seats.some((seat) => seat.mine && seat.away)) this.offerReturn();
  }

  offerReturn() {
    const onclick = () => this.page.live.hello();
    at("table").dataset.buttons = "1";
    at("prompt").replaceChildren(icon("🤖"), " ", say("A bot plays for you."));
    at("buttons").replaceChildren(el("button", { type: "button", id: "back", class: "act", onclick }, say("I am back")));
  }
}

/** @param {string} id @param {string} sign @param {string} words @param {() => unknown} onclick */
function helper(id, sign, words, onclick) {
  return el("button", { type: "button", id, class: "helper", onclick }, el("span", { "aria-hidden": "true" }, withIcons(sign)), el("span", { class: "words" }, words));
}
