// What of this page can't be seen or reached: a list of complaints.
() => {
  const name = (/** @type {Element} */ element) => {
    const classes = [...element.classList].map((each) => `.${each}`).join("");
    const id = element.id ? `#${element.id}` : "";
    return `${element.tagName.toLowerCase()}${id}${classes} "${element.textContent.trim().slice(0, 40)}"`;
  };
  const isShown = (/** @type {Element} */ element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getClientRects().length > 0 && !element.closest(".visually-hidden, #choices, [inert]");
  const all = [...document.querySelectorAll("body *")].filter(isShown);

  const holdsText = (/** @type {Element} */ element) =>
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim());
  // A name or a line of what happened may end in an ellipsis; all of it can be read elsewhere.
  const cuts = (/** @type {Element} */ element) => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
    const ends = ["hidden", "clip"].includes(overflowX) || element.closest("button, .button");
    return ends && textOverflow !== "ellipsis" && webkitLineClamp === "none";
  };
  const clipped = all
    .filter((element) => holdsText(element) && element.tagName !== "OPTION")
    .filter((element) => cuts(element) && element.scrollWidth > element.clientWidth + 1)
    .map((element) => `clipped: ${name(element)}`);

  // What one reads first breaks between words, or where it has a hyphen.
  const torn = all.filter((element) => element.matches("h1, h2, h3, button, .button, label, summary")).flatMap((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!(text instanceof Text) || !text.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+[^\p{L}\p{N}\s]*/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) found.push(`torn: ${word} in ${name(element)}`);
      }
    }
    return found;
  });

  const beside = all
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > innerWidth + 1) && !insideScroller(element);
    })
    .map((element) => `beside the page: ${name(element)}`);
  /** @param {Element} element */
  function insideScroller(element) {
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(box).overflowX)) return true;
    }
    return false;
  }

  const before = all
    .filter((element) => element.scrollTop || element.scrollLeft)
    .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
  const parts = "a[href], button, input, select, textarea, summary, .can";
  const covered = all.filter((element) => element.matches(parts) && !element.matches(":disabled")).flatMap((element) => {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = element.getClientRects()[0];
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const reached = there && (element.contains(there) || there.closest("label")?.control === element);
    return reached ? [] : [`covered: ${name(element)} by ${there ? name(there) : "nothing"}`];
  });
  for (const element of all) element.scrollTo({ top: 0, left: 0, behavior: "instant" });
  for (const { element, top, left } of before) element.scrollTo({ top, left, behavior: "instant" });
  scrollTo({ top: 0, behavior: "instant" });

  const sideways = document.documentElement.scrollWidth > innerWidth
    ? [`sideways: ${document.documentElement.scrollWidth} > ${innerWidth}`] : [];
  return [...sideways, ...beside, ...clipped, ...torn, ...covered];
}
