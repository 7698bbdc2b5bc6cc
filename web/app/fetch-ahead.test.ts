import { expect, onTestFinished, test } from 'vitest';
import type { RouteObject } from 'react-router';
import { fetchScreensAhead } from './fetch-ahead.ts';

/** Routes of which each counts how often its code was run; one may be out of reach. */
const screens = (...lost: string[]) => {
  const run: string[] = [];
  const routes: RouteObject[] = ['/pos', '/kitchen', '/reports'].map((path) => ({
    path,
    lazy: async () => {
      if (lost.includes(path)) throw new TypeError('Failed to fetch');
      run.push(path);
      return {};
    },
  }));
  return { routes, run };
};

/** As on https, where a worker stands between the page and the network, or as without one. */
const setWorker = (controller: object | null) => {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
};

test('screens that a worker keeps are not run again after a reload, and others of a new member are', async () => {
  setWorker({});
  const first = screens();
  await fetchScreensAhead(first.routes, ['/pos', '/kitchen']);
  expect(first.run).toEqual(['/pos', '/kitchen']);
  const reloaded = screens();
  await fetchScreensAhead(reloaded.routes, ['/pos', '/kitchen']);
  expect(reloaded.run).toEqual([]);
  await fetchScreensAhead(reloaded.routes, ['/pos', '/kitchen', '/reports']);
  expect(reloaded.run).toEqual(['/pos', '/kitchen', '/reports']);
});

test('what did not come is asked for again', async () => {
  setWorker({});
  await fetchScreensAhead(screens('/kitchen').routes, ['/pos', '/kitchen']);
  const { routes, run } = screens();
  await fetchScreensAhead(routes, ['/pos', '/kitchen']);
  expect(run).toEqual(['/pos', '/kitchen']);
});

test('without a worker nobody keeps anything', async () => {
  const { routes, run } = screens();
  await fetchScreensAhead(routes, ['/pos']);
  setWorker(null);
  await fetchScreensAhead(routes, ['/pos']);
  // a page that was loaded past its worker leaves nothing behind for the next one
  setWorker({});
  await fetchScreensAhead(routes, ['/pos']);
  expect(run).toEqual(['/pos', '/pos', '/pos']);
});
