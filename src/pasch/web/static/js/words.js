// Words for people: English in the source, other languages from the server's catalogue.

let texts = {};
let spoken = "en";

export async function speak(language) {
  texts = language === "en" ? {} : await catalogue(language);
  spoken = language;
}

export function language() {
  return spoken;
}

export function say(message, values = {}) {
  return fill(texts[message] ?? message, values);
}

export function sayMany(one, more, n, values = {}) {
  const [single, several] = texts[one] ?? [one, more];
  return fill(n === 1 ? single : several, { n, ...values });
}

async function catalogue(language) {
  const answer = await fetch(`/words/${language}.json`);
  return answer.ok ? answer.json() : {};
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (slot, name) => values[name] ?? slot);
}
