import { expect, test } from 'vitest';
import { openApp } from '#server/testing/restaurant.ts';

const send = async (url: string, bytes: number) => {
  const app = await openApp();
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'x'.repeat(bytes) }),
  });
  return [response.statusCode, (response.json() as { code: string }).code];
};

test.each(['/auth/signin', '/auth/signup', '/auth/forgot-password', '/superadmin/signin', '/auth/refresh-token'])(
  'what anybody may call takes 64 KB and no more: %s',
  async (url) => {
    expect(await send(url, 1_000_000)).toEqual([413, 'too_large']);
    expect(await send(url, 65_536)).toEqual([413, 'too_large']);
    expect((await send(url, 60_000))[0]).not.toBe(413);
  },
);

test('the payment provider’s letter may be longer than what anybody may send, and a member’s body as long as ever', async () => {
  expect((await send('/auth/stripe-webhook', 200_000))[0]).not.toBe(413);
  expect((await send('/pos/create-order', 900_000))[0]).toBe(401);
});

test('a menu file may be longer than any other body of a member', async () => {
  expect(await send('/pos/create-order', 1_000_000)).toEqual([413, 'too_large']);
  expect((await send('/menu-items/import', 5_900_000))[0]).toBe(401);
  expect(await send('/menu-items/import', 6_000_000)).toEqual([413, 'too_large']);
});
