// Areas without a style sheet of their own are as large as the space allows.

import { wishes } from "../ui/style-flags.js";

const SMALLEST = 7;
const LARGEST = 40;

// Sizes on the board are in em: the largest is sought with which nothing has to be scrolled.
/** @param {HTMLElement} board */
export function fit(board) {
  if (wishes(board, "--fits")) return;
  let [least, most] = [SMALLEST, LARGEST];
  while (most - least > 0.5) {
    const middle = (least + most) / 2;
    board.style.fontSize = `${middle}px`;
    if (board.scrollHeight > board.clientHeight || board.scrollWidth > board.clientWidth) most = middle;
    else least = middle;
  }
  board.style.fontSize = `${least}px`;
}
