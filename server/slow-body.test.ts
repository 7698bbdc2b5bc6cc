import { connect as open } from 'node:net';
import { expect, test } from 'vitest';
import { addUser, deleteUser, listUsers, updateUser } from '#contract/users.ts';
import { newAddress, openRestaurant } from '#server/testing/restaurant.ts';
import { openListening } from '#server/testing/sockets.ts';

const LATER = 400; // ms

/** Sends the head of a call and waits; `end` sends its body and answers the status. */
const begin = async (port: number, cookies: Record<string, string>, body: object) => {
  const text = JSON.stringify(body);
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const line = open(port, '127.0.0.1');
  let answer = '';
  line.on('data', (chunk) => (answer += String(chunk)));
  line.write(
    [
      `POST /api/v1${addUser.path} HTTP/1.1`,
      'host: localhost',
      `cookie: ${cookie}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '\r\n',
    ].join('\r\n'),
  );
  await new Promise((resolve) => setTimeout(resolve, LATER));
  return async () => {
    line.write(text);
    await new Promise((resolve) => line.once('close', resolve));
    return Number(answer.split(' ')[1]);
  };
};

test('a body that comes when the session has ended, or the scopes are gone, changes nothing; one that only takes its time does', async () => {
  const app = await openListening();
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { admin, colleague } = await openRestaurant({ app });
  const [deleted, demoted, slow] = [await colleague('SETTINGS'), await colleague('SETTINGS'), await colleague('SETTINGS')];
  const usernames = [newAddress(), newAddress(), newAddress()];
  const ends = await Promise.all(
    [deleted, demoted, slow].map(({ cookies }, place) =>
      begin(port, cookies, { name: 'Ben', username: usernames[place], password: 'correct horse', userScopes: [], rights: [] }),
    ),
  );
  expect((await admin(deleteUser, { params: { username: deleted.username } })).status).toBe(200);
  expect((await admin(updateUser, { params: { username: demoted.username }, body: { name: 'Eve', userScopes: ['POS'] } })).status).toBe(
    200,
  );

  const statuses = [];
  for (const end of ends) statuses.push(await end());

  expect(statuses).toEqual([401, 403, 200]);
  const listed = (await admin(listUsers, {})).reply.map(({ username }) => username);
  expect(usernames.map((username) => listed.includes(username))).toEqual([false, false, true]);
});
