// Words and pieces on the board, and words of the bar, that lie over each other by a quarter or more,
// where they belong to different places; a piece may cover what is printed on its own place.
() => {
  const printed = "#bar h1, #goal strong, #board .label, #board h2, #board .note, #board [data-piece]";
  const boxes = [...document.querySelectorAll(printed)]
    .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  const name = (/** @type {Element} */ element) => element.getAttribute("aria-label") ?? element.textContent.trim();
  /** @type {string[]} */
  const found = [];
  boxes.forEach(({ element: one, box: a }, i) => boxes.slice(i + 1).forEach(({ element: other, box: b }) => {
    const place = one.closest(".cell");
    if (one.contains(other) || other.contains(one) || (place && place === other.closest(".cell"))) return;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const least = Math.min(a.width * a.height, b.width * b.height);
    if (wide > 1 && high > 1 && wide * high > least / 4) found.push(`"${name(one)}" and "${name(other)}" overlap`);
  }));
  return found;
}
