import { expect, test } from 'vitest';
import { refreshToken, signIn } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { listDevices, removeDevice } from '#contract/devices.ts';
import { listEvents } from '#contract/events.ts';
import { callAs, database, openApp, openRestaurant, type App } from '#server/testing/restaurant.ts';
import { addressPlace } from '#server/platform/http/address-place.ts';

const chrome = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

let people = 0;
const newAddress = () => `device-${process.pid}-${Date.now()}-${++people}@example.com`;
const password = 'correct horse';

const signInWith = async (app: App, username: string, agent: string) => {
  const { response } = await callAs(app, {})(signIn, { body: { username, password } }, { headers: { 'user-agent': agent } });
  return Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
};

const openAccount = async () => {
  let now = new Date('2026-05-01T10:00:00Z');
  const app = await openApp({ clock: () => now });
  const username = newAddress();
  await callAs(app, {})(signUp, { body: { biz_name: 'Chez Ada', username, password } });
  return { app, username, at: (time: string) => (now = new Date(time)) };
};

test('my devices are listed by name, the newest first, without a secret', async () => {
  const { app, username, at } = await openAccount();
  const phone = await signInWith(app, username, chrome);
  at('2026-05-01T10:05:00Z');
  const tablet = await signInWith(app, username, safari);

  const { reply } = await callAs(app, phone)(listDevices, {});

  expect(reply).toEqual([
    {
      device_id: expect.stringMatching(/^[\w-]{21}$/),
      device_ip: '127.0.0.1',
      device_name: 'Safari on iOS',
      device_location: 'Same network as this device',
      created_at: '2026-05-01T10:05:00.000Z',
      last_used_at: '2026-05-01T10:05:00.000Z',
      isMyDevice: false,
    },
    expect.objectContaining({ device_name: 'Chrome on Android', created_at: '2026-05-01T10:00:00.000Z', isMyDevice: true }),
  ]);
  for (const token of [...Object.values(phone), ...Object.values(tablet)].filter((value) => value !== 'true'))
    expect(JSON.stringify(reply)).not.toContain(token);
});

test('a device that goes on working says when it was last used', async () => {
  const { app, username, at } = await openAccount();
  const phone = await signInWith(app, username, chrome);
  at('2026-05-01T10:30:00Z');
  await callAs(app, phone)(refreshToken, {});
  const tablet = await signInWith(app, username, safari);
  const { reply } = await callAs(app, tablet)(listDevices, {});
  expect(reply).toContainEqual(
    expect.objectContaining({ created_at: '2026-05-01T10:00:00.000Z', last_used_at: '2026-05-01T10:30:00.000Z' }),
  );
});

test.each([
  ['192.168.1.7', '192.168.1.7', 'Same network as this device'],
  ['192.168.1.7', '10.0.0.4', 'Another local network'],
  ['fd00::7', '203.0.113.4', 'Another local network'],
  ['203.0.113.4', '192.168.1.7', 'On the internet'],
  [null, '192.168.1.7', null],
])('an address %s seen from %s is: %s', (address, mine, place) => {
  expect(addressPlace(address, mine)).toBe(place);
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['', null],
])('the user agent %s is called %s', async (agent, name) => {
  const { app, username } = await openAccount();
  const device = await signInWith(app, username, agent);
  expect((await callAs(app, device)(listDevices, {})).reply).toMatchObject([{ device_name: name }]);
});

test('a removed device is signed out at its next call and cannot renew its session; the others stay', async () => {
  const { app, username } = await openAccount();
  const [lost, mine] = [await signInWith(app, username, chrome), await signInWith(app, username, safari)];
  const { reply: devices } = await callAs(app, mine)(listDevices, {});
  const { device_id } = devices.find(({ isMyDevice }) => !isMyDevice)!;

  const { reply } = await callAs(app, mine)(removeDevice, { body: { device_id } });

  expect(reply).toEqual({ success: true, message: 'Device removed.' });
  expect((await callAs(app, lost)(listEvents, { query: {} })).status).toBe(401);
  expect((await callAs(app, lost)(refreshToken, {})).status).toBe(401);
  expect((await callAs(app, mine)(listDevices, {})).reply).toHaveLength(1);
  expect((await callAs(app, mine)(removeDevice, { body: { device_id } })).status).toBe(404);
  const { rows } = await database.query(
    "select action from audit_log where entity = 'sessions' and entity_id is not null and action = 'remove' and member_id = (select id from members where username = $1)",
    [username],
  );
  expect(rows).toHaveLength(1);
});

test('removing one’s own device signs out and takes the cookies', async () => {
  const { app, username } = await openAccount();
  const mine = callAs(app, await signInWith(app, username, chrome));
  const { reply: devices } = await mine(listDevices, {});

  const { status, response } = await mine(removeDevice, { body: { device_id: devices[0]!.device_id } });

  expect(status).toBe(200);
  expect(response.cookies.map(({ name, value }) => `${name}=${value}`).sort()).toEqual([
    'comanda_access=',
    'comanda_refresh=',
    'comanda_signed_in=',
    'comanda_socket=',
  ]);
  expect((await mine(listDevices, {})).status).toBe(401);
});

test('a session that has run out is no device any more', async () => {
  const { app, username, at } = await openAccount();
  await signInWith(app, username, chrome);
  at('2026-05-31T10:00:01Z');
  const mine = callAs(app, await signInWith(app, username, safari));
  expect((await mine(listDevices, {})).reply).toMatchObject([{ device_name: 'Safari on iOS' }]);
});

test('everybody sees their own devices only; an admin may remove a colleague’s, a colleague may not', async () => {
  const { app, admin, colleague } = await openRestaurant();
  const [ada, ben] = [await colleague('SETTINGS'), await colleague('POS')];
  const idOf = async (call: typeof admin) => (await call(listDevices, {})).reply[0]!.device_id;
  expect((await admin(listDevices, {})).reply).toHaveLength(1);

  expect((await ada.call(removeDevice, { body: { device_id: await idOf(ben.call) } })).status).toBe(404);
  expect((await ada.call(removeDevice, { body: { device_id: await idOf(admin) } })).status).toBe(404);
  expect((await ben.call(listDevices, {})).status).toBe(200);

  expect((await admin(removeDevice, { body: { device_id: await idOf(ben.call) } })).status).toBe(200);
  expect((await callAs(app, ben.cookies)(listDevices, {})).status).toBe(401);
  expect((await ada.call(listDevices, {})).status).toBe(200);
});

test('a device of another restaurant does not exist', async () => {
  const [mine, theirs] = [await openRestaurant(), await openRestaurant()];
  const { device_id } = (await theirs.admin(listDevices, {})).reply[0]!;

  expect((await mine.admin(removeDevice, { body: { device_id } })).status).toBe(404);
  for (const none of [undefined, null, '', 7, 'x'.repeat(65)])
    expect((await mine.admin(removeDevice, { body: { device_id: none as never } })).status).toBe(400);
  expect((await theirs.admin(listDevices, {})).reply).toHaveLength(1);
});

test('devices are listed and removed while the subscription is inactive too', async () => {
  const { admin, tenantId } = await openRestaurant();
  await database.query('update tenants set is_active = false where id = $1', [tenantId]);
  const { reply } = await admin(listDevices, {});
  expect((await admin(removeDevice, { body: { device_id: reply[0]!.device_id } })).status).toBe(200);
});
