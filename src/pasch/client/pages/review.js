// A finished match looked at again: how much was luck, how much was skill.

import { button, el } from "../ui/dom.js";
import { eventSlider } from "../ui/fields.js";
import { say } from "../ui/i18n.js";
import { icon, withIcons } from "../ui/icons.js";
import { settings } from "../device/settings.js";
import { get, reasonOf, seatToken } from "../connection/api.js";
import { playOn, playOnWords } from "../connection/tables.js";
import { Chart, sample } from "../coach/chart.js";
import { change, gradeUpTo, interval, worth } from "../coach/numbers.js";
import { chancesWords } from "../coach/panel.js";
import { costs, remark, reviewOf } from "../coach/remarks.js";
import { open } from "./layout.js";

/** @import { Mark } from "../coach/chart.js" */
/** @import { Child } from "../ui/dom.js" */

const ID = location.pathname.split("/")[2];

open(draw);

/** @param {HTMLElement} main */
async function draw(main) {
  const review = await made(main, await look());
  const info = await look(); // grades are known once there is a review
  gradeUpTo(info.grades);
  main.replaceChildren(
    heading(info, review),
    moments(info, review),
    el("div", { class: "accounts" }, review.accounts.map((account, seat) => accountCard(review, account, seat))),
    el("p", { class: "card soft" },
      say("Luck is what the dice and cards changed. A choice costs what the best one would have been worth more."),
      " ",
      say("The start, luck and choices add up to the result."),
    ),
  );
}

/** @param {HTMLElement} main @param {messages.TableInfo} info */
function made(main, info) {
  document.title = say("Review: {title}", { title: info.title });
  const bar = el("progress", { max: 1, value: 0, "aria-label": say("Review: {title}", { title: info.title }) });
  const words = say("The coach goes through the match. This takes up to a minute.");
  const place = el("p", { class: "soft", hidden: true });
  const wait = el("section", { class: "card stack", role: "status" }, el("p", {}, words), place, bar);
  return reviewOf(ID, ({ done, of, before }) => {
    if (!wait.isConnected) main.replaceChildren(title(info), wait);
    place.hidden = !before;
    place.textContent = say("{n} before you", { n: before });
    bar.max = of;
    bar.value = done;
  });
}

/** @returns {Promise<messages.TableInfo>} */
function look() {
  return get(`/tables/${ID}`);
}

/** @param {messages.TableInfo} info */
function title(info) {
  return el("h1", {}, icon(info.icon), " ", say("Review: {title}", { title: info.title }));
}

/** @param {messages.TableInfo} info @param {findings.Review} review */
function heading(info, review) {
  const words = review.exact
    ? say("Every number here is exact.")
    : say("The numbers here are estimates: many games played out from every moment.");
  const back = el("a", { class: "button", href: `/t/${ID}` }, say("To the table"));
  return el("section", { class: "welcome review-head" }, el("div", {}, title(info), el("p", {}, words)), back);
}

/** @param {messages.TableInfo} info @param {findings.Review} review */
function moments(info, review) {
  const last = review.chances.length - 1;
  const names = linesOf(review);
  const chances = review.chances.map((shares) => shares.slice(0, names.length));
  const label = say("Everybody's chances of winning, from the first event to the last");
  const chart = new Chart(chances, marksOf(review, names.length), label, (n) => show(n));
  const count = el("span", { class: "count" });
  const caption = el("span", { id: "caption", "aria-live": "polite" });
  const slider = eventSlider("moment", last, (n) => show(n));
  const board = el("a", { class: "button primary", id: "on-board" }, say("Show it on the board"));
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  const onward = button(playOnWords(info), () => goOn(slider.valueAsNumber, trouble), { id: "play-on" });
  const shares = names.map((_, line) => el("strong", { "data-line": line }));
  const show = (/** @type {number} */ n) => {
    slider.valueAsNumber = n;
    chart.show(n);
    count.textContent = `${n} / ${last}`;
    tell(caption, n, () => slider.valueAsNumber === n);
    shares.forEach((value, line) => (value.textContent = worth(chances[n][line])));
    board.href = boardLink(n);
    onward.disabled = n === last;
  };
  show(last);
  return el("section", { class: "card stack", id: "moments" },
    el("h2", {}, chancesWords(info)),
    el("ul", { class: "legend" }, names.map((name, line) => el("li", {}, sample(line), name, " ", shares[line]))),
    chart.element,
    slider,
    el("p", { class: "caption" }, count, " ", caption),
    el("div", { class: "row" }, board, onward),
    trouble,
  );
}

/** Show the story of an event.
 *  @param {Element} caption @param {number} n @param {() => boolean} isStillWanted */
async function tell(caption, n, isStillWanted) {
  if (n === 0) return caption.replaceChildren(say("The game begins."));
  try {
    /** @type {messages.Snapshot} */
    const { told } = await get(`/tables/${ID}/at/${n}?language=${settings.language}`);
    if (isStillWanted()) caption.replaceChildren(...told.flatMap(({ text }) => [...withIcons(text), " "]));
  } catch (error) {
    caption.textContent = reasonOf(error);
  }
}

/** @param {number} event @param {HTMLElement} trouble */
async function goOn(event, trouble) {
  try {
    await playOn(ID, event, seatToken(ID));
  } catch (error) {
    trouble.textContent = reasonOf(error);
    trouble.hidden = false;
  }
}

/** Return a line for each seat, or one for all who win and lose together.
 *  @param {findings.Review} review */
function linesOf(review) {
  return review.together && review.accounts.length > 1 ? [say("All together")] : review.accounts.map(({ name }) => name);
}

/** @param {findings.Review} review @param {number} lines @returns {Mark[]} */
function marksOf(review, lines) {
  /** @type {(event: number, seat: number, kind: Mark["kind"]) => Mark} */
  const mark = (event, seat, kind) => ({ event: event + 1, line: lines === 1 ? 0 : seat, kind });
  return review.accounts.flatMap(({ costliest, luckiest, unluckiest }, seat) => [
    ...costliest.map((event) => mark(event, seat, "decision")),
    ...[luckiest, unluckiest].filter((event) => event !== null).map((event) => mark(event, seat, "roll")),
  ]);
}

/** @param {number} n */
function boardLink(n) {
  return `/t/${ID}?reviewed&at=${n}`;
}

/** @param {findings.Review} review @param {findings.Account} account @param {number} seat */
function accountCard(review, account, seat) {
  return el("section", { class: "card stack account", "data-seat": seat },
    el("h2", {}, account.name),
    el("dl", { class: "sums" }, sums(account, review)),
    mistakes(review, account),
    rolls(review, account, seat),
    account.tip && el("p", { class: "tip" }, icon("💡"), " ", account.tip),
  );
}

/** @param {findings.Account} account @param {findings.Review} review */
function sums(account, { exact: isExact, accounts }) {
  const lines = [
    [say("At the start"), worth(account.start), ""],
    [say("Luck"), isExact ? change(account.luck) : `${change(account.luck)} ${interval(account.luck_error)}`, ""],
    [say("Own choices"), change(account.own), ""],
    ...(accounts.length > 1 ? [[say("Choices of the others"), change(account.others), ""]] : []),
    [say("Result"), worth(account.result), "sum"],
    [say("Result with average luck"), worth(account.result - account.luck), "sum"],
  ];
  return lines.map(([name, value, kind]) => el("div", { class: kind }, el("dt", {}, name), el("dd", {}, value)));
}

/** @param {findings.Review} review @param {findings.Account} account */
function mistakes(review, account) {
  const worst = account.costliest.flatMap((event) => review.decisions.find((decision) => decision.event === event) ?? []);
  const items = worst.filter(costs).map((decision) => finding(decision.event, remark(decision)));
  return [
    el("h3", {}, say("Costliest decisions")),
    items.length ? el("ol", { class: "findings" }, items) : el("p", { class: "soft" }, say("None that cost anything.")),
  ];
}

/** Draw what was found at an event, as a link to the board.
 *  @param {number} event @param {Child[]} parts */
function finding(event, parts) {
  return el("li", {}, el("a", { class: "finding", href: boardLink(event), "data-event": event }, parts));
}

/** @param {findings.Review} review @param {findings.Account} account @param {number} seat */
function rolls(review, account, seat) {
  const rollAt = (/** @type {number | null} */ wanted) => review.rolls.find(({ event }) => event === wanted);
  const found = [
    { words: say("Luckiest roll"), roll: rollAt(account.luckiest) },
    { words: say("Unluckiest roll"), roll: rollAt(account.unluckiest) },
  ].flatMap(({ words, roll }) => (roll ? { words, ...roll } : []));
  const items = found.map(({ words, event, luck, text }) =>
    finding(event + 1, [el("span", {}, words), el("strong", {}, change(luck[seat])), el("span", { class: "soft" }, withIcons(text))]),
  );
  return items.length > 0 && [el("h3", {}, say("Rolls")), el("ul", { class: "findings" }, items)];
}
