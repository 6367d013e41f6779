// The game is over: the result over the board, or the board again, from event to event.

import { playOn, playOnWords, sitAgain } from "./again.js";
import { get } from "./api.js";
import { checkDice } from "./check.js";
import { one } from "./dom.js";
import { remember } from "./history.js";
import { gradeUpTo } from "./numbers.js";
import { decisionsOf } from "./remarks.js";
import { Replay } from "./replay.js";
import { renderNext, renderResult } from "./result.js";
import { seal } from "./side.js";
import { language } from "./words.js";

/** @import { Info } from "./own.js" */
/** @import { Story } from "./story.js" */

/**
 * @typedef {object} Page The page at whose end this stands.
 * @property {() => string} token
 * @property {(moment: messages.Snapshot, forward: boolean) => Promise<void>} show
 * @property {(type: string) => unknown} send
 * @property {(error: unknown) => void} complain
 */

const result = one("#result", HTMLElement);
const again = one("#again", HTMLElement);
const dialog = one("#dialog", HTMLDialogElement);

export class End {
  /** @param {Story} story @param {Page} page */
  constructor(story, page) {
    this.story = story;
    this.page = page;
    /** @type {Replay | null} */
    this.replay = null;
    this.isShown = false;
    this.isFollowing = false;
  }

  // Once; then only the next table is new.
  /** @param {Info} info @param {messages.Snapshot} moment */
  render(info, moment) {
    const follow = (/** @type {string} */ table) => this.follow(info, table);
    if (!this.isShown) this.open(info, moment);
    renderNext(one(".next", HTMLElement, result), info, { rematch: () => this.rematch(), follow });
  }

  /** @param {Info} info @param {messages.Snapshot} moment */
  open(info, moment) {
    this.isShown = true;
    this.cover(true);
    const actions = {
      lookBack: () => this.lookBack(info, moment).catch(this.page.complain),
      check: () => checkDice(dialog, info).catch(this.page.complain),
    };
    renderResult(result, info, moment, actions)
      .then(({ ladder }) => remember(info, moment, ladder))
      .catch(this.page.complain);
    this.openAsked(info, moment);
  }

  /** @param {boolean} isCovered */
  cover(isCovered) {
    result.hidden = !isCovered;
    again.hidden = isCovered;
    one("#table", HTMLElement).toggleAttribute("data-again", !isCovered);
    seal(isCovered);
  }

  // A link may lead to one of its moments.
  /** @param {Info} info @param {messages.Snapshot} moment */
  openAsked(info, moment) {
    const asked = new URLSearchParams(location.search);
    const event = asked.get("at");
    if (event !== null) this.lookBack(info, moment, Number(event) || 0, asked.has("reviewed")).catch(this.page.complain);
  }

  // The board again, with the slider through its events instead of the result.
  /** @param {Info} info @param {messages.Snapshot} moment @param {number} [event] @param {boolean} [isReviewed] */
  async lookBack(info, moment, event, isReviewed = false) {
    this.cover(false);
    this.replay ??= await this.openReplay(info, moment, isReviewed);
    if (event !== undefined) await this.replay.stopAt(event);
  }

  // Who comes from the review hears on the board what the coach said there; any other link starts none.
  /** @param {Info} info @param {messages.Snapshot} moment @param {boolean} isReviewed */
  async openReplay(info, moment, isReviewed) {
    /** @type {scene.Told[][]} */
    const told = await get(`/tables/${info.id}/story?language=${language()}`);
    gradeUpTo(info.grades);
    const replay = new Replay(info.id, moment.event, {
      show: async (then, forward) => {
        this.story.upTo(then.event);
        await this.page.show(then, forward);
      },
      decisions: isReviewed ? await decisionsOf(info.id) : new Map(),
      onward: { words: playOnWords(info), go: (from) => playOn(info.id, from, this.page.token()).catch(this.page.complain) },
      leave: () => this.cover(true),
      complain: this.page.complain,
    });
    this.story.follow(told, moment.scene, (n) => replay.stopAt(n));
    again.replaceChildren(replay.render());
    return replay;
  }

  async rematch() {
    this.isFollowing = true;
    await this.page.send("rematch");
  }

  // Everybody of this window takes the seat that is kept at the next table.
  /** @param {Info} info @param {string} table */
  async follow(info, table) {
    this.isFollowing = false;
    const mine = info.seats.filter((seat) => seat.mine);
    try {
      await sitAgain(table, this.page.token(), mine.map(({ name }) => name));
    } catch (error) {
      this.page.complain(error);
    }
    location.assign(`/t/${table}`);
  }
}
