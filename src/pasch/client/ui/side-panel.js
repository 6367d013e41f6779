// The side with history and coach: always there on a wide screen, elsewhere a sheet over the table.

import { one } from "./dom.js";

const ZONES = ["others", "banner", "board", "ask", "me", "acts"];
const at = (/** @type {string} */ id) => one(`#${id}`, HTMLElement);

/** @param {boolean} isOpen */
export function openSide(isOpen) {
  document.body.dataset.side = isOpen ? "open" : "shut";
  const isSheet = getComputedStyle(at("side")).position === "fixed";
  seal((isOpen && isSheet) || !at("result").hidden);
}

/** Make the zones unreachable while something covers them.
 *  @param {boolean} isCovered */
export function seal(isCovered) {
  for (const zone of ZONES) at(zone).inert = isCovered;
}
