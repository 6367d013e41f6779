// The side with history and coach: always there on a wide screen, elsewhere a sheet over the table.

import { byId } from "./dom.js";

const ZONES = ["others", "banner", "board", "ask", "me", "acts"];

/** @param {boolean} isOpen */
export function openSide(isOpen) {
  document.body.dataset.side = isOpen ? "open" : "shut";
  const isSheet = getComputedStyle(byId("side")).position === "fixed";
  seal((isOpen && isSheet) || !byId("result").hidden);
}

/** Make the zones unreachable while something covers them.
 *  @param {boolean} isCovered */
export function seal(isCovered) {
  for (const zone of ZONES) byId(zone).inert = isCovered;
}
