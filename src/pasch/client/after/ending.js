// The game is over: the result over the board, or the board again, from event to event.

import { byId, fill, one } from "../ui/dom.js";
import { language } from "../ui/i18n.js";
import { seal } from "../ui/sheets.js";
import { remember } from "../device/history.js";
import { get } from "../connection/api.js";
import { playOn, playOnWords, takeSeatsAgain } from "../connection/tables.js";
import { gradeUpTo } from "../coach/numbers.js";
import { decisionsOf } from "../coach/remarks.js";
import { checkDice } from "./check-dice.js";
import { Replay } from "./replay.js";
import { nextTable, renderResult } from "./result.js";

/** @import { Info } from "../connection/updates.js" */
/** @import { Acting, TableView } from "../table/render.js" */
/** @import { Heard } from "../table/state.js" */

const result = byId("result");
const again = byId("again");

export class Ending {
  /** @param {TableView} view @param {Acting} page */
  constructor({ story }, page) {
    this.story = story;
    this.page = page;
    this.complain = (/** @type {unknown} */ error) => page.actions.complain(error);
    /** @type {Replay | null} */
    this.replay = null;
    this.isShown = false;
    this.isFollowing = false;
  }

  /** Draw the result once; later only the link to the next table.
   *  @param {Info} info @param {Heard | null} moment The last moment, once the screen has come there. */
  render(info, moment) {
    const follow = (/** @type {string} */ table) => this.follow(info, table);
    if (this.isFollowing && info.rematch) follow(info.rematch);
    if (info.phase !== "over" || !moment?.over) return;
    if (!this.isShown) this.open(info, moment);
    fill(one(".next", HTMLElement, result), nextTable(info, { rematch: () => this.rematch(), follow }));
  }

  /** @param {Info} info @param {messages.Snapshot} moment */
  open(info, moment) {
    this.isShown = true;
    this.cover(true);
    const actions = {
      lookBack: () => this.lookBack(info, moment).catch(this.complain),
      check: () => checkDice(info).catch(this.complain),
    };
    renderResult(result, info, moment, actions)
      .then(({ ladder }) => remember(info, moment, ladder))
      .catch(this.complain);
    this.openNamed(info, moment);
  }

  /** @param {boolean} isCovered */
  cover(isCovered) {
    result.hidden = !isCovered;
    again.hidden = isCovered;
    byId("table").toggleAttribute("data-again", !isCovered);
    seal(isCovered);
  }

  /** Open the moment that the address names.
   *  @param {Info} info @param {messages.Snapshot} moment */
  openNamed(info, moment) {
    const asked = new URLSearchParams(location.search);
    const event = asked.get("at");
    if (event !== null) this.lookBack(info, moment, Number(event) || 0, asked.has("reviewed")).catch(this.complain);
  }

  /** Show the board again, with a slider through its events instead of the result.
   *  @param {Info} info @param {messages.Snapshot} moment @param {number} [event] @param {boolean} [isReviewed] */
  async lookBack(info, moment, event, isReviewed = false) {
    this.cover(false);
    this.replay ??= await this.openReplay(info, moment, isReviewed);
    if (event !== undefined) await this.replay.stopAt(event);
  }

  /** Open the replay; only for viewers from the review it shows what the coach said, since that may start a review.
   *  @param {Info} info @param {messages.Snapshot} moment @param {boolean} isReviewed */
  async openReplay(info, moment, isReviewed) {
    /** @type {scene.Told[][]} */
    const told = await get(`/tables/${info.id}/story?language=${language()}`);
    gradeUpTo(info.grades);
    const replay = new Replay(info.id, moment.event, {
      show: async (then, forward) => {
        this.story.upTo(then.event);
        await this.page.playback.showAgain(then, forward);
      },
      decisions: isReviewed ? await decisionsOf(info.id) : new Map(),
      onward: { words: playOnWords(info), go: (from) => playOn(info.id, from, this.page.token).catch(this.complain) },
      leave: () => this.cover(true),
      complain: this.complain,
    });
    this.story.follow(told, moment.scene, (n) => replay.stopAt(n));
    again.replaceChildren(replay.render());
    return replay;
  }

  async rematch() {
    this.isFollowing = true;
    await this.page.actions.send("rematch");
  }

  /** Go to the next table and seat everybody of this window there.
   *  @param {Info} info @param {string} table */
  async follow(info, table) {
    this.isFollowing = false;
    const mine = info.seats.filter((seat) => seat.mine);
    try {
      await takeSeatsAgain(table, this.page.token, mine.map(({ name }) => name));
    } catch (error) {
      this.complain(error);
    }
    location.assign(`/t/${table}`);
  }
}
