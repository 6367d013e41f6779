// A table's state on the screen: only what differs from the state before is drawn anew.

import { Countdown } from "../ui/countdown.js";
import { button, byId, el, one, settle } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { icon, pictured, withIcons } from "../ui/icons.js";
import { openSide } from "../ui/sheets.js";
import { hasCompany, isSeated } from "../connection/updates.js";
import { areasOf, fit } from "../board/board.js";
import { Choices } from "../board/choices.js";
import { renderDiceInput } from "../board/dice-input.js";
import { Coach } from "../coach/panel.js";
import { nameZones, renderEnvelope, renderGoal, renderPreparation, renderTools, watchersLine } from "./dialogs.js";
import { reactionButton } from "./reactions.js";
import { Seating } from "./seating.js";
import { renderMe, renderOthers, renderPrompt } from "./seats.js";
import { Story } from "./story.js";

/** @import { Info } from "../connection/updates.js" */
/** @import { Actions, Page } from "./act.js" */
/** @import { Heard, State } from "./state.js" */

/** @typedef {Page & { actions: Actions, become: (token: string) => Promise<void> }} Acting */
/** @typedef {{ render: (info: Info, last: Heard | null) => void }} Ending What is shown when the game is over. */
/** @typedef {(view: TableView, page: Acting) => Ending} MakeEnding */

export class TableView {
  /** @param {Acting} page @param {games.GameFacts} game @param {MakeEnding} [makeEnding] */
  constructor(page, game, makeEnding) {
    const { actions } = page;
    this.page = page;
    this.countdown = new Countdown(byId("clock"));
    this.story = new Story(byId("banner"), byId("story"));
    this.choices = new Choices(byId("table"), byId("buttons"), byId("choices"), {
      choose: (action) => actions.choose(action),
      tried: (key) => actions.tried(key),
    });
    this.coach = new Coach(one("#coach", HTMLDetailsElement), (type, data) => actions.ask(type, data), (error) => actions.complain(error));
    this.ending = makeEnding?.(this, page);
    this.seating = new Seating(byId("gather"), game, page);
  }

  /** Draw what stays: names of the zones, the menu, the buttons for help. */
  open() {
    const { actions } = this.page;
    nameZones();
    byId("table").dataset.game = this.page.state.info.game;
    renderTools(byId("tools"), this.page);
    byId("helpers").replaceChildren(
      button(pictured("↶", say("Take back")), () => actions.send("undo"), { id: "undo", class: "helper" }),
      this.coach.button,
      ...reactionButton((sign) => actions.tell("sign", { sign })),
    );
    byId("banner").addEventListener("click", () => openSide(true));
    byId("progress").addEventListener("click", () => byId("progress").classList.add("seen"));
    byId("side-close").addEventListener("click", () => openSide(false));
    new ResizeObserver(() => fit(byId("board"))).observe(byId("board"));
    this.renderConnection(false);
  }

  /** @param {boolean} isOn */
  renderConnection(isOn) {
    document.body.dataset.connection = isOn ? "on" : "off";
    if (isOn) {
      document.body.dataset.ready = "true";
      this.coach.follow();
    } else if (document.body.dataset.ready) this.story.show(say("No connection to the table: trying again …"), icon("🔗"));
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
    byId("title").textContent = info.title;
    byId("leave").hidden = !isSeated(info) || info.phase === "over";
    const mayPause = isSeated(info) && info.phase === "playing" && info.paused === null;
    byId("pause").hidden = !mayPause || !(hasCompany(info) || info.settings.clock); // alone one just stops
    byId("gather").hidden = !isGathering;
    if (isGathering) this.seating.render(info);
    else byId("gather").replaceChildren();
    byId("watchers").textContent = watchersLine(info);
    renderPreparation(byId("progress"), info);
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
    Object.assign(byId("table").dataset, {
      seats: scene.seats.length,
      me: me ?? "nobody",
      areas: scene.areas.map(({ key }) => key).join(" "),
    });
    settle(byId("board"), [...areas(null), ...(remarks.length ? [el("ul", { class: "remarks" }, remarks)] : [])]);
    renderOthers(byId("others"), info, scene, me, areas, (seat) => this.page.actions.send("stand_in", { seat }));
    renderMe(byId("me"), info, scene, me, areas);
    renderGoal(byId("goal"), scene);
    fit(byId("board"));
  }

  /** Draw what can be done, once the newest moment is on the screen.
   *  @param {Heard} moment @param {boolean} isNow */
  offer(moment, isNow) {
    const { info, own } = this.page.state;
    const isRunning = isNow && info.paused === null;
    const taps = isRunning ? own.taps : [];
    renderPrompt(byId("prompt"), info, own, moment);
    this.choices.render(isRunning ? moment.scene.choices : []);
    renderDiceInput(byId("taps"), taps, (action) => this.page.actions.choose(action));
    byId("table").toggleAttribute("data-tapping", taps.length > 0);
    one("#undo", HTMLButtonElement).disabled = !isRunning || !own.undo;
    byId("make-sign").hidden = !hasCompany(info);
    if (info.seats.some((seat) => seat.mine && seat.away)) this.offerReturn();
    else if (info.paused !== null) this.offerToGoOn(info, info.paused);
  }

  /** @param {Info} info @param {number} seat */
  offerToGoOn(info, seat) {
    byId("prompt").replaceChildren(icon("☕"), " ", say("{name} paused the game.", { name: info.seats[seat].name }));
    if (!isSeated(info)) return;
    byId("table").dataset.buttons = "1";
    byId("buttons").replaceChildren(button(say("Go on"), () => this.page.actions.send("pause", { on: false }), { id: "go-on", class: "act" }));
  }

  offerReturn() {
    byId("table").dataset.buttons = "1";
    byId("prompt").replaceChildren(icon("🤖"), " ", say("A bot plays for you."));
    byId("buttons").replaceChildren(button(say("I am back"), () => this.page.live.hello(), { id: "back", class: "act" }));
  }
}
