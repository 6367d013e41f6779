// What the browser remembers; where it may not, everything works but is forgotten.

/** @typedef {"localStorage" | "sessionStorage"} Place */

/** @param {Place} storage @param {string} key */
export function read(storage, key) {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Return what is stored as JSON, or the fallback where nothing can be read.
 *  @template T @param {string} key @param {T} fallback @returns {T} */
export function readJson(key, fallback) {
  try {
    return JSON.parse(read("localStorage", key) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/** Store a text; return whether it was stored.
 *  @param {Place} storage @param {string} key @param {string} text */
export function write(storage, key, text) {
  try {
    window[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
