// The link to a table, to copy or to read from a picture.

import { get, reasonOf } from "./api.js";
import { el } from "./dom.js";
import { say } from "./words.js";

/** @import { Info } from "./own.js" */

/** @param {() => string} text */
export function copyButton(text) {
  const button = el("button", { type: "button" }, say("Copy"));
  button.addEventListener("click", async () => {
    await copy(text());
    button.textContent = say("Copied");
  });
  return button;
}

// Browsers keep their clipboard from pages of a home network; an older way still works there.
/** @param {string} text */
function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = el("textarea", { readonly: true }, text);
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  return field.remove();
}

/** @param {string} label @param {string} link */
function linkField(label, link) {
  const field = el("input", { type: "text", readonly: true, value: link, "aria-label": label });
  return el("p", { class: "link" }, field, copyButton(() => field.value));
}

/** @type {Map<string, string>} */
const links = new Map();

/** @param {Element} box @param {Info} info @param {string} token */
export async function renderShare(box, info, token) {
  try {
    box.replaceChildren(...invitation(info, await linkTo(info.id), token));
  } catch (error) {
    box.textContent = reasonOf(error);
  }
}

/** @param {Info} info @param {string} link @param {string} token */
function invitation(info, link, token) {
  const isMine = info.seats.some((seat) => seat.mine);
  return [
    el("p", {}, say("Send this link, or let a phone read the picture. Who opens it can sit down or watch.")),
    linkField(say("Link to this table"), link),
    el("img", { class: "qr", src: `/tables/${info.id}/qr.svg`, alt: say("The link as a QR code") }),
    ...(isMine ? [ownSeat(`${link}#${token}`)] : []),
  ];
}

/** @param {string} id */
async function linkTo(id) {
  const known = links.get(id);
  if (known) return known;
  /** @type {share.Link} */
  const { link } = await get(`/tables/${id}/link`);
  links.set(id, link);
  return link;
}

/** @param {string} link */
function ownSeat(link) {
  return el(
    "details",
    { class: "own-seat" },
    el("summary", {}, say("Your own seat on another device")),
    el("p", {}, say("This link is your seat. Open it on your other device, and keep it to yourself.")),
    linkField(say("Link to your seat"), link),
  );
}
