// Areas without a style sheet of their own are as large as the space allows.

import { hasFlag } from "../ui/style-flags.js";

const SMALLEST = 7;
const LARGEST = 40;

/** Find the largest font size with which nothing on the board has to be scrolled; sizes there are in em.
 *  @param {HTMLElement} board */
export function fit(board) {
  if (hasFlag(board, "--fits")) return;
  let [least, most] = [SMALLEST, LARGEST];
  while (most - least > 0.5) {
    const middle = (least + most) / 2;
    board.style.fontSize = `${middle}px`;
    if (board.scrollHeight > board.clientHeight || board.scrollWidth > board.clientWidth) most = middle;
    else least = middle;
  }
  board.style.fontSize = `${least}px`;
}
