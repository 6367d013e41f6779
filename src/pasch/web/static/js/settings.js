// What a person likes, kept in this browser.

import { el } from "./dom.js";
import { read, write } from "./storage.js";
import { say } from "./words.js";

const KEPT_AS = "pasch.settings";
const DEFAULTS = { name: "", language: systemLanguage(), theme: "auto", sound: false, motion: "auto" };

export const settings = { ...DEFAULTS, ...kept() };

export function save() {
  write("localStorage", KEPT_AS, JSON.stringify(settings));
}

export function apply() {
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
}

// Whether things should stay still: the person or the system says so.
export function calm() {
  return settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// A change is told as a "settings" event on document, {detail: name of the setting}. Another
// language loads the page anew, unless the page prevents that and does it more gently.
export function change(name, value) {
  settings[name] = value;
  save();
  apply();
  const event = new CustomEvent("settings", { detail: name, cancelable: true });
  if (document.dispatchEvent(event) && name === "language") location.reload();
}

export function renderSettings(container) {
  container.replaceChildren(
    row(say("Your name"), nameField()),
    row(say("Language"), choose("language", [["en", "English"], ["de", "Deutsch"]])),
    row(
      say("Colours"),
      choose("theme", [["auto", say("like the system")], ["light", say("light")], ["dark", say("dark")]]),
    ),
    row(say("Motion"), choose("motion", [["auto", say("like the system")], ["off", say("none")]])),
    row(say("Sound"), soundSwitch()),
  );
}

function row(label, control) {
  return el("label", { class: "setting" }, el("span", {}, label), control);
}

function nameField() {
  return el("input", {
    type: "text",
    maxlength: 30,
    autocomplete: "nickname",
    placeholder: say("Guest"),
    value: settings.name,
    onchange: (event) => change("name", event.target.value.trim()),
  });
}

function choose(name, answers) {
  const select = el(
    "select",
    { onchange: (event) => change(name, event.target.value) },
    answers.map(([value, text]) => el("option", { value, selected: settings[name] === value }, text)),
  );
  return select;
}

function soundSwitch() {
  return el("input", {
    type: "checkbox",
    role: "switch",
    class: "switch",
    checked: settings.sound,
    onchange: (event) => change("sound", event.target.checked),
  });
}

function systemLanguage() {
  return navigator.language.startsWith("de") ? "de" : "en";
}

function kept() {
  try {
    return JSON.parse(read("localStorage", KEPT_AS) ?? "{}");
  } catch {
    return {};
  }
}
