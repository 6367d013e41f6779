// The link to a table, to copy or to read from a picture.

import { get } from "./api.js";
import { el } from "./dom.js";
import { say } from "./words.js";

export function copyButton(text) {
  const onclick = async ({ target }) => {
    await copy(text());
    target.textContent = say("Copied");
  };
  return el("button", { type: "button", onclick }, say("Copy"));
}

// Browsers keep their clipboard from pages of a home network; an older way still works there.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = el("textarea", { readonly: true }, text);
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  return field.remove();
}

function linkField(label, link) {
  const field = el("input", { type: "text", readonly: true, value: link, "aria-label": label });
  return el("p", { class: "link" }, field, copyButton(() => field.value));
}

const links = new Map();

export async function renderShare(box, info, token) {
  if (!links.has(info.id)) links.set(info.id, (await get(`/tables/${info.id}/link`)).link);
  const link = links.get(info.id);
  const isMine = info.seats.some((seat) => seat.mine);
  box.replaceChildren(
    el("p", {}, say("Send this link, or let a phone read the picture. Who opens it can sit down or watch.")),
    linkField(say("Link to this table"), link),
    el("img", { class: "qr", src: `/tables/${info.id}/qr.svg`, alt: say("The link as a QR code") }),
    isMine ? ownSeat(`${link}#${token}`) : "",
  );
}

function ownSeat(link) {
  return el(
    "details",
    { class: "own-seat" },
    el("summary", {}, say("Your own seat on another device")),
    el("p", {}, say("This link is your seat. Open it on your other device, and keep it to yourself.")),
    linkField(say("Link to your seat"), link),
  );
}
