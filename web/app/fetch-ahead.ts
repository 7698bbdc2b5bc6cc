import { matchRoutes, type RouteObject } from 'react-router';

/** Loads the code of the screens at `paths`, one after the other, so that they open at once, and without network. */
export const fetchScreensAhead = async (routes: RouteObject[], paths: readonly string[]): Promise<void> => {
  for (const path of paths)
    for (const { route } of matchRoutes(routes, path) ?? [])
      if (typeof route.lazy === 'function')
        try {
          await route.lazy();
        } catch {
          return; // no network: the screen says so when it is opened
        }
};
