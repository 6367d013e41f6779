// Flags that a game's style sheet sets as custom properties. Each is read once, because reading costs a whole
// layout.

/** @type {Map<string, boolean>} */
const known = new Map();

/** @param {Element} element @param {string} property */
export function hasFlag(element, property) {
  const wished = known.get(property) ?? getComputedStyle(element).getPropertyValue(property).trim() !== "";
  known.set(property, wished);
  return wished;
}
