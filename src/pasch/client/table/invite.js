// Inviting: the way to a table as a picture, as a code and as a link.

import { button, el, fill } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { glyph } from "../ui/icons.js";
import { get, reasonOf } from "../connection/api.js";
import { isSeated } from "../connection/updates.js";

/** @import { Info } from "../connection/updates.js" */

const COPIED_MS = 2000;
const ONLY_HERE = ["localhost", "127.0.0.1", "[::1]"];

/** Draw a button that copies a text, or shows it where the browser forbids copying.
 *  @param {string} words @param {string} text */
export function copyButton(words, text) {
  const label = el("span", {}, words);
  const copier = el("button", { type: "button", class: "copy" }, glyph("copy"), label);
  copier.addEventListener("click", async () => {
    if (!(await copy(text))) return copier.replaceWith(el("input", { type: "text", readonly: true, value: text, "aria-label": words }));
    label.textContent = say("Copied ✓");
    setTimeout(() => label.replaceChildren(words), COPIED_MS);
  });
  return copier;
}

/** Copy a text; pages of a home network may not use the clipboard, but the older way works there.
 *  @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el("textarea", { readonly: true }, text);
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** @type {Map<string, Promise<tables.Link>>} */
const links = new Map();

/** Draw the ways to a table, and with a seat's token the way to that seat.
 *  @param {Element} box @param {Info} info @param {string} [token] */
export async function renderInvitation(box, info, token = "") {
  box.className = "invite";
  try {
    fill(box, invitation(info, await linkTo(info.id)), token && isSeated(info) && ownSeat(info, token));
  } catch (error) {
    box.textContent = reasonOf(error);
  }
}

/** @param {Info} info @param {string} link */
function invitation(info, link) {
  const { host, hostname } = new URL(link);
  const code = info.id.replace(/^(.{4})(.{4})$/, "$1 $2");
  return [
    el("img", { class: "qr", src: `/tables/${info.id}/qr.svg`, alt: say("The link as a QR code") }),
    el("div", { class: "how" },
      el("p", {}, say("Scan it, or open {host} and type", { host })),
      el("p", { class: "code", "aria-label": say("The code of this table") }, code),
      el("div", { class: "ways" }, copyButton(say("Copy link"), link), shareButton(info.title, link)),
      ONLY_HERE.includes(hostname) && el("p", { class: "soft" }, say("Only this computer can open this link.")),
    ),
  ];
}

/** @param {string} title @param {string} url */
function shareButton(title, url) {
  if (!navigator.share) return null;
  const onclick = () => navigator.share({ title, url }).catch(() => {}); // somebody thought better of it
  return button([glyph("send"), say("Share")], onclick, { class: "send" });
}

/** Return the link to a table, asked for once.
 *  @param {string} id */
async function linkTo(id) {
  const asked = links.get(id) ?? get(`/tables/${id}/link`);
  links.set(id, asked);
  const { link } = await asked;
  return link;
}

/** @param {Info} info @param {string} token */
export function ownSeat({ id }, token) {
  const way = el("div", { class: "way" });
  const show = async () => {
    const link = `${await linkTo(id)}#${token}`;
    way.replaceChildren(
      el("p", {}, say("This link is your seat. Open it on your other device, and keep it to yourself.")),
      el("input", { type: "text", readonly: true, value: link, "aria-label": say("Link to your seat") }),
      copyButton(say("Copy the link to your seat"), link),
    );
  };
  return el("details", { class: "own-seat", ontoggle: show }, el("summary", {}, say("Your own seat on another device")), way);
}
