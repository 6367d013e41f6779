// Where a link leads nowhere: what it named, and the ways on.

import { el } from "../ui/dom.js";
import { say } from "../ui/i18n.js";
import { icon } from "../ui/icons.js";
import { joinForm } from "./join.js";
import { open } from "./layout.js";

open(draw);

/** @param {HTMLElement} main */
function draw(main) {
  const [, place, name] = location.pathname.split("/");
  document.title = say("Nothing here");
  const card = el("section", { class: "card stack lost" },
    el("div", { class: "lost-art", "aria-hidden": "true" }, icon("🚪"), icon("🎲")),
    el("h1", {}, say("Nothing here")),
    el("p", {}, why(place, decodeURIComponent(name ?? ""))),
    place === "t" && joinForm(),
    el("div", { class: "row" }, el("a", { class: "button", href: "/" }, say("To the games"))),
  );
  main.replaceChildren(card);
}

/** @param {string} place @param {string} name */
function why(place, name) {
  if (place === "t") return say("There is no table {id}. Was the link cut short? A code has eight signs.", { id: name.slice(0, 40) });
  if (place === "new") return say("There is no game {key}", { key: name.slice(0, 40) });
  return say("This page is not on the table. The link may be old, or a letter is missing.");
}
