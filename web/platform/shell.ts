/**
 * Has the browser keep the application's shell (web/public/service-worker.js), where it may: on https, and on the machine itself. What this
 * page has loaded already came before the worker was there, and is handed to it.
 */
export const keepShell = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    const ours = files.filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'));
    await Promise.all(ours.map((file) => fetch(file)));
  } catch {
    // forbidden, no room, or no network: it works as without
  }
};
