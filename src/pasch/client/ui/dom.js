// Elements without markup strings: text stays text, so no name can ever become HTML.

/** @typedef {Node | string | false | null | undefined | Child[]} Child What isn't shown is left out. */
/** @typedef {string | number | boolean | null | undefined} Value Of an attribute: true is "", nothing and false leave it out. */

/** @template {HTMLElement} E
 *  @typedef {{ [N in keyof HTMLElementEventMap as `on${N}`]?: (event: HTMLElementEventMap[N] & { currentTarget: E }) => unknown }} Listeners */
/** @template {HTMLElement} E
 *  @typedef {Listeners<E> & { [name: string]: Value | ((event: never) => unknown) }} Attributes */

// Elements are made in a document that loads no pictures: `settle` drops most of them again.
const DRAFTS = document.implementation.createHTMLDocument();

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Attributes<HTMLElementTagNameMap[T]>} [attributes] @param {Child[]} children */
export function el(tag, attributes = {}, ...children) {
  const element = DRAFTS.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...shown(children));
  return element;
}

/** @param {Child} label @param {(event: MouseEvent & { currentTarget: HTMLButtonElement }) => unknown} onclick @param {Record<string, Value>} [attributes] */
export function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", ...attributes, onclick }, label);
}

/** @param {HTMLElement} element @param {string} name @param {Value | ((event: never) => unknown)} value */
function set(element, name, value) {
  if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else if (name === "value") Object.assign(element, { value });
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
}

/** Give an element custom properties for its style sheet.
 *  @template {HTMLElement} E @param {E} element @param {Record<string, string | number>} facts */
export function withFacts(element, facts) {
  for (const [name, value] of Object.entries(facts)) element.style.setProperty(name, String(value));
  return element;
}

/** @type {Map<string, boolean>} Each flag is read once, because reading costs a whole layout. */
const flags = new Map();

/** Return whether a game's style sheet sets this flag, a custom property.
 *  @param {Element} element @param {string} property */
export function hasFlag(element, property) {
  const isSet = flags.get(property) ?? getComputedStyle(element).getPropertyValue(property).trim() !== "";
  flags.set(property, isSet);
  return isSet;
}

/** @template {keyof SVGElementTagNameMap} T @param {T} tag @param {Record<string, string | number>} attributes @param {(Node | Node[])[]} children */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.flat());
  return element;
}

/** Return the children that are shown.
 *  @param {Child[]} children @returns {(Node | string)[]} */
export function shown(children) {
  return children.flatMap((child) => (Array.isArray(child) ? shown(child) : child || []));
}

/** Put these children into an element, in place of what was there.
 *  @param {Element} element @param {Child[]} children */
export function fill(element, ...children) {
  element.replaceChildren(...shown(children));
}

// These become the children of the box. What is there already and looks the same stays: to style, lay out
// and paint all anew takes a phone long. (Listeners stay with what they were added to.)
/** @param {Node} box @param {Node[]} wanted */
export function settle(box, wanted) {
  const there = [...box.childNodes];
  wanted.forEach((fresh, n) => {
    const old = there[n];
    if (!old) box.appendChild(fresh);
    else if (!old.isEqualNode(fresh)) {
      if (old.cloneNode(false).isEqualNode(fresh.cloneNode(false))) settle(old, [...fresh.childNodes]);
      else box.replaceChild(fresh, old);
    }
  });
  for (const gone of there.slice(wanted.length)) box.removeChild(gone);
}

/** Return the element with this id, which the page must have.
 *  @param {string} id */
export function byId(id) {
  return one(`#${id}`, HTMLElement);
}

/** Return the element of this kind, which the page must have.
 *  @template {Element} E @param {string} selector @param {{ new (): E }} kind @param {ParentNode} [within] */
export function one(selector, kind, within = document) {
  const found = within.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`expected ${selector} to be one ${kind.name}, got ${found?.constructor.name ?? "nothing"}`);
}
