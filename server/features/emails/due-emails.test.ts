import { expect, onTestFinished, test } from 'vitest';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { database, databases, openMailbox, openOwnDatabase, openRestaurant } from '#server/testing/restaurant.ts';
import { insertDueEmail, sendDueEmails } from './due-emails.queries.ts';
import { dueEmail } from './due-emails.rules.ts';

const DAY = 24 * 60 * 60 * 1000; // ms
const sender = { publicUrl: 'https://till.example', supportEmail: 'help@till.example', graceDays: 3 };

/** One round of a node that `now` is told; answers what it sent to this owner. */
const round = async (username: string, now: Date, fails = false) => {
  const { emails, send } = openMailbox();
  const errors: unknown[] = [];
  await sendDueEmails({
    databases,
    mail: {
      send: async (email) => {
        if (fails && email.to === username) throw new Error('no mail server');
        await send(email);
      },
    },
    clock: () => now,
    compose: (due) => dueEmail(due, sender),
    onError: (error) => errors.push(error),
  });
  return emails.filter(({ to }) => to === username);
};

test('an owner is welcomed once and told once that the trial ends, whichever nodes look and however often', async () => {
  const now = new Date();
  const { username, admin } = await openRestaurant({ now });
  await admin(saveStoreSetting, { body: { storeName: 'Da Nonna' } });
  const both = await Promise.all([round(username, now), round(username, now)]);
  const [welcome, ...more] = both.flat();
  expect(more).toEqual([]);
  expect(welcome?.subject).toBe('Welcome to Comanda, Da Nonna');
  expect(welcome?.text).toContain('Sign in: https://till.example/login');
  expect(welcome?.text).toMatch(/^Hello Test kitchen,/);

  expect(await round(username, new Date(now.getTime() + 10 * DAY))).toEqual([]);
  const [end] = await round(username, new Date(now.getTime() + 12 * DAY));
  expect(end?.subject).toMatch(/^The trial of Da Nonna ends on \d+ \w+ \d{4}$/);
  expect(await round(username, new Date(now.getTime() + 13 * DAY))).toEqual([]);
});

test('an end of what was paid for is called no end of a trial', async () => {
  const now = new Date();
  const { username, tenantId } = await openRestaurant({ now });
  const end = new Date(now.getTime() + 2 * DAY);
  await database.query('update tenants set active_until = $2 where id = $1', [tenantId, end]);
  await database.query(
    "insert into subscription_history (tenant_id, created_at, status, starts_on, expires_on) values ($1, $2, 'created', $2, $3)",
    [tenantId, now, end],
  );
  // beside the welcome
  const told = (await round(username, now)).find(({ text }) => text.includes('ends on'));
  expect(told?.subject).toMatch(/^What was paid for Test kitchen ends on /);
  expect(told?.text).not.toMatch(/trial|free days/);
});

test('what cannot be sent is tried again after a while, and what a node left in between, too', async () => {
  const now = new Date();
  const { username } = await openRestaurant({ now });
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(await round(username, now, true)).toEqual([]);
  expect(await round(username, later(10))).toEqual([]);
  expect(await round(username, later(61))).toHaveLength(1);
  expect(await round(username, later(200))).toEqual([]);
});

test('a night or some days without a mail server cost no e-mail', async () => {
  const now = new Date();
  const { username } = await openRestaurant({ now });
  const hours = (count: number) => new Date(now.getTime() + count * 60 * 60_000);
  for (let hour = 0; hour < 4 * 24; hour += 2) expect(await round(username, hours(hour), true)).toEqual([]);
  expect(await round(username, hours(5 * 24))).toHaveLength(1);
});

test('a failed payment is told once a period, and not once it was paid', async () => {
  const now = new Date();
  const [one, other] = [await openRestaurant({ now }), await openRestaurant({ now })];
  for (const { username } of [one, other]) await round(username, now);
  for (const { tenantId } of [one, one, other]) {
    await database.query("update tenants set subscription_id = 'sub_1', active_until = $2 where id = $1", [tenantId, now]);
    await databases.acrossTenants((db) => insertDueEmail(db, { tenantId, kind: 'payment failed', about: now, now }));
  }
  await database.query('update tenants set active_until = $2 where id = $1', [other.tenantId, new Date(now.getTime() + 30 * DAY)]);
  const told = await round(one.username, now);
  expect(told.map(({ subject }) => subject)).toEqual(['The payment for Test kitchen failed']);
  expect(await round(one.username, now)).toEqual([]);
  expect(await round(other.username, now)).toEqual([]);
});

test('a cancellation is told once, with the days that are left, and not to who has subscribed again', async () => {
  const now = new Date('2026-11-26T23:30:00Z');
  const cancelled = async (set: string) => {
    const { username, tenantId, admin } = await openRestaurant({ now });
    await admin(saveStoreSetting, { body: { storeName: 'Da Nonna', timezone: 'Europe/Rome' } });
    await round(username, now);
    await database.query(`update tenants set ${set} where id = $1`, [tenantId]);
    await databases.acrossTenants((db) => insertDueEmail(db, { tenantId, kind: 'cancelled', about: now, now }));
    const told = await round(username, now);
    expect(await round(username, now)).toEqual([]);
    return told;
  };
  const [told, ...more] = await cancelled('active_until = null');
  expect(more).toEqual([]);
  expect(told?.subject).toBe('The subscription of Da Nonna was cancelled');
  // the day of the store's clock
  expect(told?.text).toContain('ended on 27 November 2026, and nothing more is charged. Nobody there can work any more.');
  expect(told?.text).toContain('All data is kept');

  const [unpaid] = await cancelled("active_until = '2026-12-15T12:00:00Z'");
  expect(unpaid?.text).toContain('It is paid until 15 December 2026. Then it goes on for 3 more days. After that nobody there can work.');
  const [late] = await cancelled("active_until = '2026-11-25T12:00:00Z'");
  expect(late?.text).toContain('It was paid until 25 November 2026. Then it goes on for 3 more days.');
  const [locked] = await cancelled("active_until = '2026-11-05T12:00:00Z'");
  expect(locked?.text).toContain('Nobody there can work any more.');
  expect(await cancelled("subscription_id = 'sub_2'")).toEqual([]);
});

test('who is switched off is told once, with what goes on to be charged, and not when it was taken back at once', async () => {
  const now = new Date('2026-11-26T12:00:00Z');
  const switched = async (set: string) => {
    const { username, tenantId, admin } = await openRestaurant({ now });
    await admin(saveStoreSetting, { body: { storeName: 'Da Nonna' } });
    await round(username, now);
    await database.query(`update tenants set ${set} where id = $1`, [tenantId]);
    await databases.acrossTenants((db) => insertDueEmail(db, { tenantId, kind: 'switched off', about: now, now }));
    await databases.acrossTenants((db) => insertDueEmail(db, { tenantId, kind: 'cancelled', about: now, now }));
    const told = await round(username, now);
    expect(await round(username, now)).toEqual([]);
    return told;
  };
  const [told, ...more] = await switched('is_active = false');
  expect(more).toEqual([]);
  expect(told?.subject).toBe('Da Nonna was switched off');
  expect(told?.text).toContain('switched Da Nonna off on 26 November 2026. Nobody there can work');
  expect(told?.text).not.toContain('charged');
  const [paying] = await switched("is_active = false, subscription_id = 'sub_1'");
  expect(paying?.text).toContain('Its subscription goes on, and is charged, until it is cancelled.');
  expect((await switched('is_active = true')).map(({ subject }) => subject)).toEqual(['The subscription of Da Nonna was cancelled']);
});

test('who is switched off, on and off again within minutes is told once', async () => {
  const now = new Date('2026-11-26T12:00:00Z');
  const { username, tenantId } = await openRestaurant({ now });
  await round(username, now);
  const switchOff = (about: Date) => databases.acrossTenants((db) => insertDueEmail(db, { tenantId, kind: 'switched off', about, now }));
  const later = (days: number, minutes = 0) => new Date(now.getTime() + days * DAY + minutes * 60_000);
  await database.query('update tenants set is_active = false where id = $1', [tenantId]);
  await switchOff(now);
  await switchOff(later(0, 2));
  expect(await round(username, later(0, 5))).toHaveLength(1);
  expect(await round(username, later(1))).toEqual([]);
  // another time is told again
  await switchOff(later(2));
  expect(await round(username, later(2))).toHaveLength(1);
});

test('an address that nobody confirmed gets none', async () => {
  const now = new Date();
  const { username, tenantId } = await openRestaurant({ now });
  await database.query('update members set confirmed_at = null where tenant_id = $1', [tenantId]);
  expect(await round(username, now)).toEqual([]);
  expect(await round(username, new Date(now.getTime() + 12 * DAY))).toEqual([]);
});

test('a node that ends leaves the e-mails that it has not begun to the others', async () => {
  const now = new Date();
  // in a database of its own: what it takes and leaves is due again after an hour
  const { databases: own, close } = await openOwnDatabase();
  onTestFinished(close);
  for (const _ of [1, 2, 3]) await openRestaurant({ databases: own, now });
  let sent = 0;
  const send = async () => void (sent += 1);
  await sendDueEmails({
    databases: own,
    mail: { send },
    clock: () => now,
    compose: (due) => dueEmail(due, sender),
    onError: () => {},
    isStopping: () => sent > 0,
  });
  expect(sent).toBe(1);
});
