// Words for people: English in the source, other languages from the server's catalogue.

/** @typedef {Record<string, string | string[]>} Catalogue Of a plural, its forms. */
/** @typedef {Record<string, string | number>} Values */

/** @type {Catalogue} */
let texts = {};
let spoken = "en";

/** @param {string} wanted */
export async function speak(wanted) {
  texts = wanted === "en" ? {} : await catalogue(wanted);
  spoken = wanted;
}

export function language() {
  return spoken;
}

/** @param {string} message @param {Values} [values] */
export function say(message, values = {}) {
  const text = texts[message];
  return fill(typeof text === "string" ? text : message, values);
}

/** @param {string} one @param {string} more @param {number} n @param {Values} [values] */
export function sayMany(one, more, n, values = {}) {
  const forms = texts[one];
  const [single, several] = Array.isArray(forms) ? forms : [one, more];
  return fill(n === 1 ? single : several, { n, ...values });
}

/** @param {string} wanted @returns {Promise<Catalogue>} */
async function catalogue(wanted) {
  const answer = await fetch(`/words/${wanted}.json`);
  return answer.ok ? answer.json() : {};
}

/** @param {string} text @param {Values} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (slot, name) => String(values[name] ?? slot));
}
