import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { pageOf, smallMenu } from './testing-menu.ts';
import { useMenu } from './use-menu.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** The hook with a pretend server that answers when it is told to: each request with a menu of that name. */
const show = () => {
  const requests: PromiseWithResolvers<Response>[] = [];
  globalThis.fetch = () => {
    const request = Promise.withResolvers<Response>();
    requests.push(request);
    return request.promise;
  };
  const page = pageOf();
  const { result } = renderHook(() => useMenu(page));
  void result.current.refresh();
  void result.current.refresh();
  const answer = (request: number, name: string) =>
    act(async () => {
      const menu = { ...smallMenu, storeSettings: { ...smallMenu.storeSettings, store_name: name } };
      requests[request]!.resolve(Response.json(menu, { headers: { etag: name } }));
    });
  const refuse = (request: number, response: Response) => act(async () => requests[request]!.resolve(response));
  const fail = (request: number) => act(async () => requests[request]!.reject(new TypeError('Failed to fetch')));
  return { answer, refuse, fail, shown: () => result.current.menu?.storeSettings.store_name };
};

test('an older menu that comes after a newer one is dropped', async () => {
  const { answer, shown } = show();
  await answer(1, 'newer');
  expect(shown()).toBe('newer');

  await answer(0, 'older');

  expect(shown()).toBe('newer');
});

test('menus that come one after the other are both shown', async () => {
  const { answer, shown } = show();
  await answer(0, 'older');
  expect(shown()).toBe('older');

  await answer(1, 'newer');

  expect(shown()).toBe('newer');
});

test('an older menu counts when the newer one did not arrive', async () => {
  const { answer, fail, shown } = show();
  await fail(1);

  await answer(0, 'older');

  expect(shown()).toBe('older');
});

test('a proxy that knows no server at the moment takes no menu away', async () => {
  const { answer, refuse, shown } = show();
  await answer(0, 'older');

  await refuse(1, new Response('404 page not found', { status: 404 }));
  expect(shown()).toBe('older');
});

test('a menu whose code was replaced goes', async () => {
  const { refuse, shown } = show();

  await refuse(0, Response.json({ success: false, code: 'not_found', message: 'Broken Link!' }, { status: 404 }));
  expect(shown()).toBeUndefined();
});
