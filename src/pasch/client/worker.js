// Nothing is kept here; a page that can't be reached is answered by one that says so. Whoever taps on the
// notice that it is their turn comes to the table.

/** @typedef {Event & { request: Request, respondWith: (answer: Promise<Response>) => void }} FetchEvent */
/** @typedef {{ url: string, focus: () => Promise<unknown> }} Shown */
/** @typedef {Event & { notification: Notification, waitUntil: (work: Promise<unknown>) => void }} NoticeEvent */
/** @typedef {{ matchAll: (of: object) => Promise<Shown[]>, openWindow: (path: string) => Promise<unknown> }} Windows */

const OFFLINE = "{offline}";

addEventListener("fetch", (event) => {
  const { request, respondWith } = /** @type {FetchEvent} */ (event);
  if (request.mode === "navigate") respondWith.call(event, fetch(request).catch(offline));
});

addEventListener("notificationclick", (event) => {
  const { notification, waitUntil } = /** @type {NoticeEvent} */ (event);
  notification.close();
  waitUntil.call(event, open(`/t/${notification.tag}`));
});

/** @param {string} table */
async function open(table) {
  const windows = /** @type {Windows} */ (Reflect.get(globalThis, "clients"));
  const shown = await windows.matchAll({ type: "window", includeUncontrolled: true });
  const there = shown.find(({ url }) => new URL(url).pathname === table);
  return there ? there.focus() : windows.openWindow(table);
}

function offline() {
  return new Response(OFFLINE, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
