// Fields of a form, each telling what it became.

import { LONGEST_NAME } from "./defaults.js";
import { button, el } from "./dom.js";
import { say } from "./i18n.js";

/** @import { Attributes, Child } from "./dom.js" */
/** @typedef {(value: boolean | number | string) => unknown} Became */
/** @typedef {(id: string, option: games.OptionFacts, value: unknown, became: Became) => Child} Draw */

/** @param {string} title @param {Child[]} content */
export function step(title, ...content) {
  return el("fieldset", { class: "card step" }, el("legend", {}, title), el("div", { class: "stack" }, ...content));
}

/** Draw a few answers: side by side as pills, or below each other with the meaning of each.
 *  @template {string} V @param {"pill" | "radio"} look @param {string} name @param {[value: V, text: string, meaning?: string][]} answers @param {V} chosen @param {(value: V) => unknown} became */
export function radios(look, name, answers, chosen, became) {
  const fields = answers.map(([value, text, meaning]) =>
    el("label", { class: look },
      el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => became(value) }),
      el("span", {}, meaning ? [el("strong", {}, text), el("small", {}, meaning)] : text),
    ),
  );
  return el("div", { class: `${look}s` }, fields);
}

/** @template {string} V @param {Record<string, string>} attributes @param {[V, string][]} answers @param {V} chosen @param {(value: V) => unknown} became */
export function select(attributes, answers, chosen, became) {
  return el("select", { ...attributes, onchange: ({ currentTarget }) => became(answers[currentTarget.selectedIndex][0]) },
    answers.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
  );
}

/** Draw a field for the name of a player.
 *  @param {Attributes<HTMLInputElement>} attributes */
export function nameField(attributes) {
  return el("input", { type: "text", maxlength: LONGEST_NAME, ...attributes });
}

/** Draw a control with its label.
 *  @param {Child} label @param {HTMLElement} control */
export function setting(label, control) {
  return el("label", { class: "setting" }, el("span", {}, label), control);
}

/** Draw a switch.
 *  @param {Record<string, string>} attributes @param {boolean} isOn @param {(isOn: boolean) => unknown} became */
export function onOff(attributes, isOn, became) {
  const onchange = (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => became(currentTarget.checked);
  return el("input", { ...attributes, type: "checkbox", role: "switch", class: "switch", checked: isOn, onchange });
}

/** Draw the slider through the events of a match; it begins at the last.
 *  @param {string} id @param {number} last @param {(event: number) => unknown} became */
export function eventSlider(id, last, became) {
  return el("input", {
    type: "range",
    id,
    min: 0,
    max: last,
    value: last,
    "aria-label": say("Event of the game"),
    oninput: ({ currentTarget }) => became(currentTarget.valueAsNumber),
  });
}

/** Draw one option of a game by its kind: yes-no, number, text or file.
 *  @param {games.OptionFacts} option @param {unknown} value @param {Became} became */
export function optionField(option, value, became) {
  const id = `option-${option.name}`;
  /** @type {Record<games.OptionFacts["kind"], Draw>} */
  const draws = { "yes-no": () => onOff({ id }, value === true, became), number: stepper, file: fileChoice, text: longText };
  return el("div", { class: "option", "data-option": option.name },
    el("label", { class: "words", for: id }, el("span", { class: "summary" }, option.meaning)),
    draws[option.kind](id, option, value, became),
  );
}

/** @type {Draw} */
function stepper(id, option, value, became) {
  const [min, max] = option.between ?? [null, null];
  const field = el("input", {
    id,
    type: "number",
    inputmode: "numeric",
    required: true,
    min,
    max,
    value: String(value),
    oninput: ({ currentTarget }) => became(currentTarget.valueAsNumber),
  });
  const by = (/** @type {number} */ change) => () => {
    if (change < 0) field.stepDown();
    else field.stepUp();
    became(field.valueAsNumber);
  };
  return el("div", { class: "stepper" },
    button("−", by(-1), { "aria-label": say("less") }),
    field,
    button("+", by(1), { "aria-label": say("more") }),
  );
}

/** @type {Draw} */
function longText(id, option, value, became) {
  return el("textarea", { id, rows: 2, spellcheck: "false", value: String(value), oninput: ({ currentTarget }) => became(currentTarget.value) });
}

// A name the server knows, or the text of a file of one's own.
/** @type {Draw} */
function fileChoice(id, option, value, became) {
  const own = "\n";
  const known = option.choices.find((name) => name === value);
  const file = el("input", {
    type: "file",
    "aria-label": say("Your file"),
    hidden: known !== undefined,
    onchange: async ({ currentTarget: { files } }) => files?.[0] && became(await files[0].text()),
  });
  /** @type {[string, string][]} */
  const names = option.choices.map((name) => [name, name]);
  return [
    select({ id }, [...names, [own, say("a file of mine")]], known ?? own, (chosen) => {
      file.hidden = chosen !== own;
      file.required = chosen === own;
      if (chosen !== own) became(chosen);
    }),
    file,
  ];
}
