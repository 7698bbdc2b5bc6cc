import { matchRoutes, type RouteObject } from 'react-router';
import { RELEASE } from '#web/platform/page-facts.ts';
import { cacheShell } from '#web/platform/cache-shell.ts';
import { readStored, writeStored } from '#web/platform/storage.ts';

/** Loads the code of the screens at `paths`, one after the other. False where the network went: a screen says so when it is opened. */
const fetchScreens = async (routes: RouteObject[], paths: readonly string[]): Promise<boolean> => {
  for (const path of paths)
    for (const { route } of matchRoutes(routes, path) ?? [])
      if (typeof route.lazy === 'function')
        try {
          await route.lazy();
        } catch {
          return false;
        }
  return true;
};

const FETCHED = 'comanda_fetched_ahead';
const isControlled = (): boolean => 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;

/**
 * Has the screens at `paths` open at once, and without network. Once for each release: what the service worker keeps is there after a reload,
 * and to run all screens again takes a cheap tablet seconds in which somebody sells.
 */
export const fetchScreensAhead = async (routes: RouteObject[], paths: readonly string[]): Promise<void> => {
  const wanted = [RELEASE, ...paths].join(' ');
  if (isControlled() && readStored(FETCHED, '') === wanted) return;
  await cacheShell();
  // what is loaded past a worker is kept by nobody
  const isKept = isControlled();
  if ((await fetchScreens(routes, paths)) && isKept) writeStored(FETCHED, wanted);
};
