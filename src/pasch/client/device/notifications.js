// Notifications for players who look elsewhere. On a phone only a service worker may show them.

import { language, say } from "../ui/i18n.js";

/** @param {string} spoken @returns {Promise<ServiceWorkerRegistration> | undefined} */
export function register(spoken) {
  return navigator.serviceWorker?.register(`/worker.js?language=${spoken}`);
}

/** @param {string} spoken */
export async function askToNotify(spoken) {
  await Notification.requestPermission();
  await register(spoken);
}

/** @param {string} table @param {string} title */
export async function notifyTurn(table, title) {
  if (!("Notification" in window) || Notification.permission !== "granted" || !navigator.serviceWorker) return;
  await register(language());
  const worker = await navigator.serviceWorker.ready;
  await worker.showNotification(title, { body: say("Your turn"), tag: table, icon: "/static/icons/pasch-192.png" });
}
