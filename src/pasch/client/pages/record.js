// One's own record on this device: game by game, and the latest results.

import { button, el, withFacts } from "../ui/dom.js";
import { language, say, sayMany } from "../ui/i18n.js";
import { icon } from "../ui/icons.js";
import { sheet } from "../ui/sheets.js";
import { forgetHistory, history } from "../device/history.js";
import { change } from "../coach/numbers.js";

/** @import { Ended } from "../device/history.js" */

const LATEST = 20;

/** @param {Ended[]} games */
export function inShort(games) {
  const contests = games.filter(({ grades }) => !grades);
  const won = contests.filter((game) => game.won).length;
  return contests.length ? say("{won} of {n} won", { won, n: contests.length }) : sayMany("{n} game", "{n} games", games.length);
}

/** @param {() => unknown} forgotten */
export function openRecord(forgotten) {
  const games = history();
  const forget = () => {
    forgetHistory();
    dialog.close();
    forgotten();
  };
  const dialog = sheet(
    say("Your record"),
    el("p", { class: "soft" }, say("Kept on this device only.")),
    el("ul", { class: "record" }, [...Map.groupBy(games, ({ game }) => game).values()].map(summary)),
    el("h3", {}, say("Latest games")),
    el("ul", { class: "tables" }, games.slice(0, LATEST).map(result)),
    button(say("Forget all this"), forget, { id: "forget" }),
  );
}

/** @param {Ended[]} games */
function summary(games) {
  const [{ icon: sign, title }] = games;
  const graded = games.filter(({ grades }) => grades);
  const best = graded.reduce((a, b) => (b.grade > a.grade ? b : a), graded[0]);
  const facts = [
    graded.length < games.length && inShort(games),
    best && say("best grade {grade} of {best}", { grade: best.grade, best: best.grades }),
    accuracy(games),
  ];
  return el("li", {}, icon(sign), el("strong", {}, title), el("span", { class: "soft" }, facts.filter(Boolean).join(" · ")), overTime(games));
}

/** Draw skill and luck of the games that the coach has seen, the latest last.
 *  @param {Ended[]} games */
function overTime(games) {
  const judged = games.filter(({ decisions, luck }) => decisions && luck !== undefined).slice(0, LATEST).reverse();
  if (judged.length < 2) return null;
  const columns = judged.map(({ at, fine = 0, decisions = 1, luck = 0 }) => {
    const skill = Math.round((100 * fine) / decisions);
    const day = new Date(at).toLocaleDateString(language(), { dateStyle: "medium" });
    const words = say("{day}: {skill} % good choices, luck {luck}", { day, skill, luck: change(luck) });
    const bar = withFacts(el("i", { class: luck < 0 ? "luck bad" : "luck" }), { "--part": Math.min(1, Math.abs(luck)) });
    return withFacts(el("li", { title: words, "aria-label": words }, el("i", { class: "skill" }), bar), { "--skill": skill / 100 });
  });
  return el("div", { class: "over-time" }, el("ol", {}, columns), el("small", { class: "soft" }, say("Above: good choices. Below: luck, good or bad.")));
}

/** @param {Ended[]} games */
function accuracy(games) {
  const decisions = sum(games.map((game) => game.decisions ?? 0));
  const fine = sum(games.map((game) => game.fine ?? 0));
  return decisions > 0 && say("{percent} % good choices", { percent: Math.round((100 * fine) / decisions) });
}

/** @param {Ended} game */
function result({ id, icon: sign, title, at, won, line, names }) {
  const day = new Date(at).toLocaleDateString(language(), { dateStyle: "medium" });
  return el("li", { class: "table-line" },
    icon(won ? "🏆" : sign),
    el("div", {}, el("strong", {}, title), el("small", {}, [line, names.join(", "), day].filter(Boolean).join(" · "))),
    el("a", { class: "button", href: `/t/${id}` }, say("See")),
  );
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}
