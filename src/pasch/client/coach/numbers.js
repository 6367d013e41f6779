// Shares of the victory as people read them: a chance in per cent, or a grade where a game has grades.

import { language, say } from "../ui/i18n.js";

const SURE = 1.96; // standard errors to each side that hold 95 of 100 true values
const ROUGH = 0.25; // of the whole, to each side: more would tell nothing

let best = 0;

// The best grade of the game at this page; 0 where shares are chances.
/** @param {number} grades */
export function gradeUpTo(grades) {
  best = grades;
}

/** @param {number} share */
export function worth(share) {
  return best ? say("{grade} of {best}", { grade: number(share), best }) : `${number(share)} %`;
}

/** Return the shares that get a line in a chart, each with its label.
 *  @returns {[number, string][]} */
export function ticks() {
  const parts = best || 4;
  const shares = Array.from({ length: parts + 1 }, (_, n) => n / parts);
  return shares.map((share, n) => [share, best ? String(n) : `${digits(100 * share, 0)} %`]);
}

/** Write a difference with its sign, as a gain or a loss.
 *  @param {number} share */
export function change(share) {
  const amount = number(Math.abs(share));
  const sign = !/[1-9]/.test(amount) ? "±" : share > 0 ? "+" : "−";
  return `${sign}${amount}${best ? "" : " %"}`;
}

/** @param {number} error */
export function isRough(error) {
  return SURE * error > ROUGH;
}

/** Write the uncertainty of an estimate, rounded up.
 *  @param {number} error */
export function interval(error) {
  const step = best ? 0.01 / best : 0.001;
  return `± ${number(Math.ceil((SURE * error) / step) * step)}${best ? "" : " %"}`;
}

/** @param {number} share */
function number(share) {
  return best ? digits(best * share, 2) : digits(100 * share, 1);
}

/** @param {number} value @param {number} places */
function digits(value, places) {
  const text = value.toLocaleString(language(), { minimumFractionDigits: places, maximumFractionDigits: places });
  return text.replace("-", "−");
}
