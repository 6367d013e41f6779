// Nothing is kept here; a page that can't be reached is answered by one that says so.

/** @typedef {Event & { request: Request, respondWith: (answer: Promise<Response>) => void }} FetchEvent */

const OFFLINE = "{offline}";

addEventListener("fetch", (event) => {
  const { request, respondWith } = /** @type {FetchEvent} */ (event);
  if (request.mode === "navigate") respondWith.call(event, fetch(request).catch(offline));
});

function offline() {
  return new Response(OFFLINE, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
