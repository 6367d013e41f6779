// Whether everything a decision needs is on the screen: a list of complaints.
() => {
  const table = document.querySelector("#table");
  if (!table) return ["no table"];
  const zones = ["#bar", "#others", "#banner", "#board", "#ask", "#me", "#acts"];
  const isShown = (/** @type {Element} */ element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const name = (/** @type {Element} */ element) =>
    `${element.id || element.getAttribute("data-piece") || element.getAttribute("data-cell") || element.className} "${element.textContent.trim().slice(0, 24)}"`;
  const isOutside = (/** @type {DOMRect} */ { left, top, right, bottom }) =>
    left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  const holdsText = (/** @type {Element} */ element) =>
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim());
  const all = [...table.querySelectorAll("*")].filter((element) => isShown(element) && !element.closest("#side, #tools, #progress"));
  /** @type {string[]} */
  const found = [];

  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight + 1 || scrollWidth > innerWidth + 1) found.push(`the page scrolls: ${scrollWidth}x${scrollHeight}`);
  for (const zone of zones.flatMap((id) => [...table.querySelectorAll(id)]).filter(isShown)) {
    if (zone.scrollHeight > zone.clientHeight + 2 || zone.scrollWidth > zone.clientWidth + 2) {
      found.push(`${zone.id} overflows: ${zone.scrollWidth}x${zone.scrollHeight} in ${zone.clientWidth}x${zone.clientHeight}`);
    }
  }
  for (const element of all) {
    const box = element.getBoundingClientRect();
    const text = holdsText(element);
    if (text && Number.parseFloat(getComputedStyle(element).fontSize) < 11.9) found.push(`small text: ${name(element)}`);
    if ((text || element.matches(".piece")) && isOutside(box)) found.push(`outside: ${name(element)}`);
    if (element.matches("button, a, .can")) {
      const least = element.closest('[data-layout="grid"]') ? 37.5 : 43.5;
      if (box.width < least || box.height < least) found.push(`small target: ${Math.round(box.width)}x${Math.round(box.height)} ${name(element)}`);
    }
    if (element.matches(".can, .act")) {
      const under = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!under || !(element.contains(under) || under.contains(element))) found.push(`covered: ${name(element)} by ${under && name(under)}`);
    }
  }
  const offered = Number(document.querySelectorAll("#choices [data-choice]").length);
  const reachable = table.querySelectorAll(".can, #buttons .act").length;
  if (offered && !reachable) found.push("nothing can be reached");
  return found;
}
