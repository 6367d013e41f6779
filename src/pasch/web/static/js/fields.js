// Fields of a form, each telling what it became.

import { el } from "./dom.js";
import { say } from "./words.js";

export function step(title, ...content) {
  return el("fieldset", { class: "card step" }, el("legend", {}, title), el("div", { class: "stack" }, ...content));
}

// Few answers side by side; values are texts.
export function pills(name, answers, chosen, became) {
  return el(
    "div",
    { class: "pills" },
    answers.map(([value, text]) =>
      el(
        "label",
        { class: "pill" },
        el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => became(value) }),
        el("span", {}, text),
      ),
    ),
  );
}

// Few answers below each other, each with its meaning.
export function radios(name, answers, chosen, became) {
  return el(
    "div",
    {},
    answers.map(([value, text, meaning]) =>
      el(
        "label",
        { class: "radio" },
        el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => became(value) }),
        el("span", {}, el("strong", {}, text), el("small", {}, meaning)),
      ),
    ),
  );
}

export function select(attributes, answers, chosen, became) {
  return el(
    "select",
    { ...attributes, onchange: (event) => became(event.target.value) },
    answers.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
  );
}

// One option of a game, drawn by its kind: yes-no, number, text or file.
export function optionField(option, value, became) {
  const id = `option-${option.name}`;
  const draw = { "yes-no": yesNo, number: stepper, file: fileChoice }[option.kind] ?? longText;
  return el(
    "div",
    { class: "option", "data-option": option.name },
    el("label", { class: "words", for: id }, el("span", { class: "summary" }, option.meaning)),
    draw(id, option, value, became),
  );
}

function yesNo(id, option, value, became) {
  return el("input", {
    id,
    type: "checkbox",
    role: "switch",
    class: "switch",
    checked: value,
    onchange: (event) => became(event.target.checked),
  });
}

function stepper(id, option, value, became) {
  const [min, max] = option.between ?? [null, null];
  const field = el("input", {
    id,
    type: "number",
    inputmode: "numeric",
    required: true,
    min,
    max,
    value,
    oninput: () => became(field.valueAsNumber),
  });
  const by = (change) => () => {
    if (change < 0) field.stepDown();
    else field.stepUp();
    became(field.valueAsNumber);
  };
  return el(
    "div",
    { class: "stepper" },
    el("button", { type: "button", "aria-label": say("less"), onclick: by(-1) }, "−"),
    field,
    el("button", { type: "button", "aria-label": say("more"), onclick: by(1) }, "+"),
  );
}

function longText(id, option, value, became) {
  return el("textarea", { id, rows: 2, spellcheck: "false", value, oninput: (event) => became(event.target.value) });
}

// A name the server knows, or the text of a file of one's own.
function fileChoice(id, option, value, became) {
  const own = "\n";
  const isOwn = !option.choices.includes(value);
  const file = el("input", {
    type: "file",
    "aria-label": say("Your file"),
    hidden: !isOwn,
    onchange: async () => file.files[0] && became(await file.files[0].text()),
  });
  const names = option.choices.map((name) => [name, name]);
  return [
    select({ id }, [...names, [own, say("a file of mine")]], isOwn ? own : value, (chosen) => {
      file.hidden = chosen !== own;
      file.required = chosen === own;
      if (chosen !== own) became(chosen);
    }),
    file,
  ];
}
