// What the browser remembers; where it may not, everything works but is forgotten.

export function read(storage, key) {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

export function write(storage, key, text) {
  try {
    window[storage].setItem(key, text);
  } catch {
    return;
  }
}
