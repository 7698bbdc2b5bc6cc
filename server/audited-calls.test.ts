import { expect, test } from 'vitest';
import { endpointsByName } from '#contract/index.ts';
import { casesFor, send } from '#server/testing/changing-calls.ts';
import { database, openApp } from '#server/testing/restaurant.ts';
import { openTarget, reachesFor } from '#server/testing/target.ts';

/** Calls that change nothing an owner would ask about, and why. */
const silent: Record<string, string> = {
  quoteCart: 'only adds up',
  summariseInvoice: 'only adds up',
  summarisePayment: 'only adds up',
  createCustomerExport: 'reads',
  sendToDisplay: 'shows a cart to its guest',
  addDisplay: 'a code that waits for a till; that it is paired is told',
  markTicketsSeen: 'that a screen showed a ticket',
  confirmPrintJob: 'where a page is on its way',
  addPrintJob: 'where a page is on its way',
  retryPrintJob: 'where a page is on its way',
  sendTestPage: 'where a page is on its way',
  completeTestCheckout: 'a provider of tests; what it changes is told by subscription.test.ts',
  createCheckout: 'leads to the payment provider',
  sendConfirmation: 'a letter to the own address; that it was confirmed is told',
};

/** Calls with a password, a code, a file or a provider behind them, whose entries their own tests look at. */
const elsewhere: Record<string, string> = {
  setPin: 'auth/pins.test.ts',
  signInColleague: 'auth/pins.test.ts',
  updateOwnPassword: 'auth/own-account.test.ts',
  addSecondFactor: 'second-factor/second-factor.test.ts',
  completeSecondFactor: 'second-factor/second-factor.test.ts',
  removeSecondFactor: 'second-factor/second-factor.test.ts',
  addSampleMenu: 'categories/sample-menu.test.ts',
  removeSampleMenu: 'categories/sample-menu.test.ts',
  saveMenuFile: 'categories/menu-import.test.ts',
  saveItemPhoto: 'menu-items/item-photos.test.ts',
  deleteItemPhoto: 'menu-items/item-photos.test.ts',
  saveOwnPhoto: 'auth/own-photo.test.ts',
  deleteOwnPhoto: 'auth/own-photo.test.ts',
  saveStorePhoto: 'store-settings/store-photo.test.ts',
  deleteStorePhoto: 'store-settings/store-photo.test.ts',
  cancelSubscription: 'subscription/subscription.test.ts',
  sendInvitation: 'users/invitations.test.ts',
  removeDevice: 'devices/devices.test.ts',
};

/** What is deleted takes others with it, and goes last. */
const isLast = (name: string) =>
  /^(addVariant|addAddon|toggleSoldOut|updateMenuItem|delete|restore|remove|countDrawer|closeDay|resetQrCode)/.test(name);

test('every call of a restaurant that changes something leaves an entry of the audit log', { timeout: 120_000 }, async () => {
  const target = await openTarget(await openApp());
  const own = casesFor(target);
  const reaches = reachesFor(target);
  const changing = [...endpointsByName].filter(
    ([name, { method, access }]) =>
      method !== 'GET' && access !== 'public' && access !== 'superadmin' && !(name in silent) && !(name in elsewhere),
  );
  const entries = async () =>
    Number((await database.query('select count(*) from audit_log where tenant_id = $1', [target.tenantId])).rows[0]!.count);
  const wrong: string[] = [];
  for (const [name] of changing.toSorted(([a], [b]) => Number(isLast(a)) - Number(isLast(b)))) {
    const input = await Promise.resolve(own[name]?.() ?? reaches[name]?.[0]).catch(
      (fault: unknown) => void wrong.push(`${name}: ${String(fault)}`),
    );
    if (!input) {
      wrong.push(`${name}: say in casesFor() what it takes, or why it needs no entry`);
      continue;
    }
    const before = await entries();
    const { statusCode, body } = await send(target, name, input);
    if (statusCode !== 200) wrong.push(`${name}: ${statusCode} ${body}`);
    else if ((await entries()) === before) wrong.push(`${name}: no entry`);
  }
  expect(wrong).toEqual([]);
  expect(changing.length).toBeGreaterThan(80);
});

test('a guest’s order has no member, and is told all the same', async () => {
  const target = await openTarget(await openApp());
  const { rows } = await database.query("select member_id, action from audit_log where tenant_id = $1 and entity = 'qr_orders'", [
    target.tenantId,
  ]);
  expect(rows).toEqual([{ member_id: null, action: 'place' }]);
});
