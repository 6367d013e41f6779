// The page of a lesson: the same table, with a teacher beside it.

import { byId, el } from "../ui/dom.js";
import { say, speak } from "../ui/i18n.js";
import { keepLearned, learned } from "../device/lesson-progress.js";
import { apply, settings } from "../device/settings.js";
import { ApiError, get, reasonOf } from "../connection/api.js";
import { playNow } from "../connection/tables.js";
import { thing } from "../board/board.js";
import { toast } from "../table/dialogs.js";
import { loadStyle, TablePage, turnAway } from "../table/hear.js";
import { Lesson } from "../lesson/lesson.js";
import { Tutor } from "../lesson/tutor.js";

const table = byId("table");

class Teaching {
  /** @param {games.GameFacts} game @param {string} name @param {messages.LessonShown} shown */
  constructor(game, name, shown) {
    this.game = game;
    this.name = name;
    this.steps = shown.steps;
    this.tutor = new Tutor(table, shown.steps.length, {
      back: () => this.page.live.jump(this.page.live.now - 1),
      onward: () => this.page.live.onward(),
      skip: () => location.assign("/"),
    });
    const teacher = { told: (/** @type {number} */ n) => this.tell(n), refused: (/** @type {string} */ reason) => this.tutor.refuse(reason) };
    this.page = new TablePage(shown.table, game, (hears) => new Lesson(shown, hears, teacher));
    document.title = `${shown.title} · ${game.title}`;
  }

  /** Open the lesson at the step where the learner was. */
  open() {
    this.page.open();
    this.page.view.renderConnection(true);
    this.page.live.jump(learned(this.game.key, this.name).step % this.steps.length);
  }

  /** @param {number} n */
  tell(n) {
    const isLast = n === this.steps.length - 1;
    keepLearned(this.game.key, this.name, { step: isLast ? 0 : n, done: isLast });
    this.tutor.tell(n, this.steps[n], () => spotsOf(this.steps[n], this.page.state.shown?.scene));
    if (isLast) this.tutor.end(ways(this.game, this.name));
    document.body.dataset.step = String(n);
  }
}

/** Show the table at a step with nothing to do, as an example in the rules.
 *  @param {games.GameFacts} game @param {messages.LessonShown} shown @param {number} n */
function showStill(game, shown, n) {
  const told = () => shown.steps[n].spots.forEach((key) => thing(table, key)?.classList.add("lit"));
  const page = new TablePage(shown.table, game, (hears) => new Lesson(shown, hears, { told, refused: () => {} }));
  document.body.dataset.still = "true";
  page.open();
  page.view.renderConnection(true);
  page.live.jump(n);
}

/** Return the things that a step speaks of, and last where the learner is to act.
 *  @param {messages.StepShown} step @param {scene.Scene | undefined} scene */
function spotsOf({ spots, choice }, scene) {
  const wanted = scene?.choices.find(({ action }) => action === choice);
  const goal = choice === null ? null : document.querySelector(`#buttons [data-choice="${choice}"]`) ?? thing(table, wanted?.at ?? "");
  const found = [...spots.map((key) => thing(table, key)), goal];
  return /** @type {HTMLElement[]} */ (found.filter((each) => each instanceof HTMLElement && each.checkVisibility()));
}

/** Draw the ways on from the end of a lesson: again, the next one, or a game.
 *  @param {games.GameFacts} game @param {string} name */
function ways(game, name) {
  const next = game.lessons[game.lessons.findIndex((each) => each.name === name) + 1];
  const again = el("a", { class: "button", id: "lesson-again", href: location.pathname }, say("Again"));
  const onward = next && el("a", { class: "button", id: "lesson-onward", href: `/learn/${game.key}/${next.name}` }, say("Next: {title}", { title: next.title }));
  const play = el("button", { type: "button", class: "primary", id: "lesson-play", onclick: () => playNow(game).catch((error) => toast(reasonOf(error))) }, say("Play a game"));
  return [again, ...(onward ? [onward] : []), play];
}

/** @param {string} key @param {string} name */
async function open(key, name) {
  await speak(settings.language);
  const asked = `language=${settings.language}`;
  const learner = encodeURIComponent(settings.name);
  /** @type {[messages.LessonShown, games.GameFacts[]]} */
  const [shown, games] = await Promise.all([get(`/games/${key}/lessons/${name}?${asked}&learner=${learner}`), get(`/games?${asked}`)]);
  const game = games.find((each) => each.key === key);
  if (!game) throw new ApiError("", "game");
  await loadStyle(game.board);
  const still = Number(new URLSearchParams(location.search).get("still") ?? "0");
  if (still >= 1 && still <= shown.steps.length) showStill(game, shown, still - 1);
  else new Teaching(game, name, shown).open();
}

apply();
const [, , key, name] = location.pathname.split("/");
open(key, name).catch((error) => turnAway(reasonOf(error)));
