import { expect, test } from 'vitest';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { openLimits } from '#server/platform/limits/limits.ts';
import { database, databases, openMailbox, openRestaurant } from '#server/testing/restaurant.ts';
import { noticeNewDevice } from './new-device.queries.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const now = new Date('2026-05-01T10:00:00Z');

const openHouse = async () => {
  const restaurant = await openRestaurant({ timezone: 'Asia/Kolkata' });
  const { tenantId, username } = restaurant;
  const { rows } = await database.query<{ id: number }>('select id from members where username = $1', [username]);
  const { emails, send } = openMailbox();
  const limit = openLimits().open('new-device-tenant');
  const around = {
    readAcrossTenants: databases.readAcrossTenants,
    sendEmail: (email: Parameters<typeof send>[0]) => void send(email),
    emails: limit,
  };
  const notice = (memberId = rows[0]!.id, userAgent = CHROME) =>
    noticeNewDevice(around, { tenantId, memberId, address: '192.0.2.7', userAgent, now });
  return { ...restaurant, ownerId: rows[0]!.id, emails, notice };
};

test('the owner is told who signed in where, by the store’s clock', async () => {
  const { username, emails, notice, colleague } = await openHouse();
  await notice();
  expect(emails).toMatchObject([{ to: username, subject: 'A sign-in from a new device' }]);
  expect(emails[0]!.text).toContain('Hello Test kitchen,\n\nYou signed in');
  expect(emails[0]!.text).toContain('Device: Chrome on Windows\nAddress: 192.0.2.7\nTime: 1 May 2026, 15:30 (Asia/Kolkata)');

  const { username: name } = await colleague('POS');
  const { rows } = await database.query<{ id: number }>(
    "update members set name = 'VERIFY http://evil.example/x' where username = $1 returning id",
    [name],
  );
  await notice(rows[0]!.id, 'see http://evil.example/y');
  expect(emails[1]).toMatchObject({ to: username });
  expect(emails[1]!.text).toContain('VERIFY http evil example x signed in');
  expect(emails[1]!.text).not.toMatch(/https?:|evil\.example/);
});

test('no e-mail to an address that nobody confirmed, nor to an owner who wants none, nor more than ten an hour', async () => {
  const { admin, staff, username, emails, notice } = await openHouse();
  await database.query('update members set confirmed_at = null where username = $1', [username]);
  await notice();
  await database.query('update members set confirmed_at = now() where username = $1', [username]);
  // only the owner decides about the owner's e-mails
  const manager = await staff('SETTINGS');
  expect((await manager(saveStoreSetting, { body: { newDeviceLetter: false } })).status).toBe(403);
  expect((await manager(saveStoreSetting, { body: { newDeviceLetter: true, address: 'Lane 1' } })).status).toBe(200);
  expect((await admin(getStoreSetting, {})).reply.newDeviceLetter).toBe(true);
  expect((await admin(saveStoreSetting, { body: { newDeviceLetter: false } })).status).toBe(200);
  expect((await admin(getStoreSetting, {})).reply.newDeviceLetter).toBe(false);
  await notice();
  expect(emails).toEqual([]);

  await admin(saveStoreSetting, { body: { newDeviceLetter: true } });
  for (let time = 0; time < 12; time++) await notice();
  expect(emails).toHaveLength(10);
});
