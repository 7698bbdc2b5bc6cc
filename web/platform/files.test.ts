import { afterEach, expect, test, vi } from 'vitest';
import { saveItemPhoto } from '#contract/menu-items.ts';
import { callWithFile } from './files.ts';
import { setNavigate } from './navigation.ts';

afterEach(() => {
  setNavigate(undefined);
  vi.unstubAllGlobals();
});

test('a photo that is sent when the subscription has ended leads to the page that says so', async () => {
  const inactive = { success: false, code: 'subscription_inactive', message: 'The subscription is not active!' };
  vi.stubGlobal('fetch', async () => Response.json(inactive, { status: 402 }));
  const gone = vi.fn();
  setNavigate(gone);
  await expect(callWithFile(saveItemPhoto, '/menu-items/1/photo', new FormData())).rejects.toMatchObject({ status: 402 });
  expect(gone.mock.calls.map(([path]: string[]) => path)).toEqual(['/dashboard/inactive-subscription']);
});

test('a photo that a proxy refuses in the place of the server renews no session, and may be sent again', async () => {
  const asked = vi.fn(async () => new Response('<h1>401 Authorization Required</h1>', { status: 401 }));
  vi.stubGlobal('fetch', asked);
  await expect(callWithFile(saveItemPhoto, '/menu-items/1/photo', new FormData())).rejects.toMatchObject({ status: 502, isPassing: true });
  expect(asked).toHaveBeenCalledTimes(1);
});
