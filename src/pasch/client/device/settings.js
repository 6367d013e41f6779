// A person's settings, kept in this browser.

import { fill } from "../ui/dom.js";
import { nameField, onOff, select, setting } from "../ui/fields.js";
import { say } from "../ui/i18n.js";
import { askToNotify } from "./notifications.js";
import { readJson, write } from "./storage.js";

const KEPT_AS = "pasch.settings";

/** @typedef {{ name: string, language: "en" | "de", theme: "auto" | "light" | "dark", sound: boolean, motion: "auto" | "off", pace: "slow" | "normal" | "fast", forced: boolean, signs: boolean, notify: boolean }} Settings */

/** @type {Settings} */
const DEFAULTS = { name: "", language: systemLanguage(), theme: "auto", sound: false, motion: "auto", pace: "normal", forced: true, signs: true, notify: false };

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...readJson(KEPT_AS, {}) };

export function apply() {
  const root = document.documentElement;
  root.lang = settings.language;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
}

/** Return whether the person or the system wants no motion. */
export function calm() {
  return settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Change a setting and fire a "settings" event on document, {detail: name of the setting}. Another language loads
 *  the page anew, unless the page prevents that and draws itself again.
 *  @template {keyof Settings} N @param {N} name @param {Settings[N]} value */
export function change(name, value) {
  settings[name] = value;
  write("localStorage", KEPT_AS, JSON.stringify(settings));
  apply();
  const event = new CustomEvent("settings", { detail: name, cancelable: true });
  if (document.dispatchEvent(event) && name === "language") location.reload();
}

/** @param {Element} container */
export function renderSettings(container) {
  fill(
    container,
    setting(say("Your name"), ownName()),
    setting(say("Language"), choose("language", [["en", "English"], ["de", "Deutsch"]])),
    setting(say("Colours"), choose("theme", [["auto", say("like the system")], ["light", say("light")], ["dark", say("dark")]])),
    setting(say("Motion"), choose("motion", [["auto", say("like the system")], ["off", say("none")]])),
    setting(say("Pace"), choose("pace", [["slow", say("slow")], ["normal", say("normal")], ["fast", say("fast")]])),
    setting(say("Sound"), toggle("sound")),
    setting(say("Play moves without an alternative by themselves"), toggle("forced")),
    setting(say("Show the others' signs"), toggle("signs")),
    "Notification" in window && setting(say("Tell me when it is my turn"), toggle("notify", () => askToNotify(settings.language))),
  );
}

function ownName() {
  return nameField({
    autocomplete: "nickname",
    placeholder: say("Guest"),
    value: settings.name,
    onchange: ({ currentTarget }) => change("name", currentTarget.value.trim()),
  });
}

/** @template {"language" | "theme" | "motion" | "pace"} N @param {N} name @param {[Settings[N], string][]} answers */
function choose(name, answers) {
  return select({}, answers, settings[name], (value) => change(name, value));
}

/** @param {"sound" | "forced" | "signs" | "notify"} name @param {() => unknown} [asked] */
function toggle(name, asked = () => {}) {
  return onOff({}, settings[name], (isOn) => {
    change(name, isOn);
    if (isOn) asked();
  });
}

/** @returns {"en" | "de"} */
function systemLanguage() {
  return navigator.language.startsWith("de") ? "de" : "en";
}
