// Joining a table by what somebody sent: its code or its link.

import { el } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { get, reasonOf } from "../connection/api.js";

const CODE = /^[\dA-Za-z]{4}[\s-]*[\dA-Za-z]{4}$/;

export function joinForm() {
  const answer = el("p", { class: "answer", role: "status" });
  const field = el("input", {
    type: "text",
    id: "join-field",
    required: true,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 300,
    placeholder: "7KQ4 M2XP",
    oninput: () => answer.replaceChildren(),
  });
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    join(field.value.trim(), answer);
  };
  return el("form", { class: "join", id: "join", onsubmit },
    el("label", { for: "join-field" }, say("The code or the link that somebody sent you")),
    el("div", { class: "ask" }, field, el("button", { class: "primary" }, say("Join"))),
    answer,
  );
}

/** @param {string} text @param {HTMLElement} answer */
async function join(text, answer) {
  const [id, seat] = tableIn(text);
  answer.dataset.mood = "";
  answer.textContent = say("Just a moment …");
  try {
    /** @type {messages.TableInfo} */
    const { title } = await get(`/tables/${encodeURIComponent(id)}`);
    answer.dataset.mood = "good";
    answer.textContent = say("Found: {title}. Off to the table …", { title });
    location.assign(`/t/${id}${seat}`);
  } catch (error) {
    answer.dataset.mood = "bad";
    answer.textContent = reasonOf(error);
  }
}

/** Return the table's id, and the token of a seat that a link may carry.
 *  @param {string} text @returns {[id: string, seat: string]} */
function tableIn(text) {
  if (CODE.test(text)) return [text.replace(/[\s-]/g, "").toUpperCase(), ""];
  const [, id, seat] = /([\w-]+)\/?(?:\?[^#]*)?(#.*)?$/.exec(text) ?? [];
  return [id ?? text, seat ?? ""];
}
