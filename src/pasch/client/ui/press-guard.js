// While somebody presses, nothing changes under the finger: changes wait until the press has become a click or
// not.

const CLICK_MS = 300; // after the finger has left, its click has come by then
const NEAR = 16; // pixels: a finger that went further clicks on nothing

/** @type {(() => void)[]} */
const waiting = [];
let isPressing = false;
let timer = 0;
let at = { x: 0, y: 0 };

addEventListener("pointerdown", begin, { capture: true });
addEventListener("pointerup", ({ x, y }) => end(Math.hypot(x - at.x, y - at.y) > NEAR ? 0 : CLICK_MS), { capture: true });
for (const type of ["click", "pointercancel"]) addEventListener(type, () => end(0), { capture: true });
addEventListener("blur", () => end(0));

/** @param {() => void} change */
export function afterPress(change) {
  if (isPressing) waiting.push(change);
  else change();
}

/** @param {PointerEvent} event */
function begin({ isPrimary, button, x, y }) {
  if (!isPrimary || button !== 0) return;
  clearTimeout(timer);
  at = { x, y };
  isPressing = true;
}

/** End a press after its click, which comes before the waiting changes.
 *  @param {number} ms */
function end(ms) {
  if (!isPressing) return;
  clearTimeout(timer);
  timer = setTimeout(release, ms);
}

function release() {
  isPressing = false;
  for (const change of waiting.splice(0)) change();
}
