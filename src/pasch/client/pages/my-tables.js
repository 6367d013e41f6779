// The tables of this device at which a game goes on.

import { button, el, fill } from "../ui/dom.js";
import { say, sayMany } from "../ui/i18n.js";
import { icon } from "../ui/icons.js";
import { sheet } from "../ui/sheets.js";
import { settings } from "../device/settings.js";
import { ApiError, forgetTable, get, myTables } from "../connection/api.js";
import { keepCourse } from "../connection/dice-proof.js";

/** Draw the strip of tables that go on, if there are any.
 *  @param {Element} box */
export async function showMyTables(box) {
  const found = await Promise.all(myTables().map(unfinished));
  const tables = found.filter((table) => table !== null);
  const again = () => showMyTables(box);
  fill(box, tables.length === 1 ? oneTable(tables[0], again) : tables.length > 1 && several(tables, again));
}

/** @param {string} id */
async function unfinished(id) {
  try {
    /** @type {messages.TableInfo} */
    const table = await get(`/tables/${id}?language=${settings.language}`);
    if (table.phase !== "over") return table;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== "table") return null;
  }
  forgetTable(id);
  return null;
}

/** @param {messages.TableInfo} table @param {() => unknown} changed */
function oneTable(table, changed) {
  return el("section", { class: "strip go-on", id: "mine", "data-table": table.id },
    icon(table.icon),
    el("div", {}, el("b", {}, table.title), el("small", {}, withWhom(table))),
    el("a", { class: "button primary", href: `/t/${table.id}` }, say("Go on")),
    away(table, changed),
  );
}

/** @param {messages.TableInfo[]} tables @param {() => unknown} changed */
function several(tables, changed) {
  const titles = [...new Set(tables.map(({ title }) => title))];
  return el("section", { class: "strip go-on", id: "mine" },
    icon(tables[0].icon),
    el("div", {}, el("b", {}, sayMany("Go on: {n} table", "Go on: {n} tables", tables.length)), el("small", {}, titles.join(", "))),
    button(say("Go on"), () => openList(tables, changed), { class: "primary", id: "go-on" }),
  );
}

/** @param {messages.TableInfo[]} tables @param {() => unknown} changed */
function openList(tables, changed) {
  const lines = tables.map((table) => {
    const line = el("li", { class: "table-line", "data-table": table.id },
      icon(table.icon),
      el("div", {}, el("strong", {}, table.title), el("small", {}, withWhom(table))),
      el("a", { class: "button", href: `/t/${table.id}` }, say("Go on"), el("span", { class: "visually-hidden" }, table.title)),
      away(table, () => {
        line.remove();
        changed();
      }),
    );
    return line;
  });
  sheet(say("Go on playing"), el("ul", { class: "tables" }, lines));
}

/** Draw the button that takes a table off the list; its game goes on.
 *  @param {messages.TableInfo} table @param {() => unknown} changed */
function away({ id, title }, changed) {
  const words = say("Take {title} off the list", { title });
  const onclick = () => {
    forgetTable(id);
    keepCourse(id, { ended: "ours" });
    changed();
  };
  return button("×", onclick, { class: "knob", "data-away": id, "aria-label": words, title: words });
}

/** @param {messages.TableInfo} table */
function withWhom({ seats, phase }) {
  const state = phase === "gathering" ? say("not started yet") : say("under way");
  const names = seats.map(({ name }) => name).filter((name) => name && name !== settings.name);
  return [names.join(", "), state].filter(Boolean).join(" · ");
}
