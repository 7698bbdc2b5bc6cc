/**
 * Has a service worker cache the application's shell (web/public/service-worker.js), where it may: on https, and on the machine itself. What this
 * page has loaded already came before the worker was there, and is handed to it.
 */
export const cacheShell = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    // a worker that has just come takes the page over in a moment: what is fetched before that passes it by
    if (!navigator.serviceWorker.controller && active?.state === 'activating')
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    const ours = files.filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'));
    await Promise.all(ours.map((file) => fetch(file)));
  } catch {
    // forbidden, no room, or no network: it works as without
  }
};
