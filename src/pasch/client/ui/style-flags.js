// What a game's style sheet asks for by a property of its own. Read once: to ask costs a whole layout.

/** @type {Map<string, boolean>} */
const known = new Map();

/** @param {Element} element @param {string} property */
export function wishes(element, property) {
  const wished = known.get(property) ?? getComputedStyle(element).getPropertyValue(property).trim() !== "";
  known.set(property, wished);
  return wished;
}
