import { expect, test } from 'vitest';
import { endpointsByName } from '#contract/index.ts';
import { kindOf } from '#server/features/audit/audit.rules.ts';
import { casesFor, send } from '#server/testing/changing-calls.ts';
import { database, openApp } from '#server/testing/restaurant.ts';
import { type Input, openTarget, reachesFor, type Target } from '#server/testing/target.ts';

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
  addPrintJob: 'where a page is on its way; of a bill it is told (printers/print-kinds.test.ts)',
  retryPrintJob: 'where a page is on its way',
  sendTestPage: 'where a page is on its way',
  completeTestCheckout: 'a provider of tests; what it changes is told by subscription.test.ts',
  createCheckout: 'leads to the payment provider',
  sendConfirmation: 'an e-mail to the own address; that it was confirmed is told',
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

/** Where what is sent elsewhere has no sum. */
const withSums = ({ drawerId }: Target): Record<string, Input> => ({
  addDrawerMovement: { params: { id: drawerId }, body: { kind: 'pay_out', amount: 5 } },
  countDrawer: { params: { id: drawerId }, body: { denominations: [{ value: 5, count: 2 }] } },
});

/**
 * Calls that move money: of which kind the entries are that they leave, the newest first, and what each comes to. A soup is 4.50, with its tax
 * 4.95, and bread 2.00; most bills here are of two soups and one bread.
 */
const sums: Record<string, [kind: string, amount: number | null][]> = {
  createOrder: [['order', 4.95]],
  createOrderAndInvoice: [['payment', 4.95]],
  completeOrders: [['order', 11]],
  reopenOrders: [['order', 11]],
  completeAndPayOrders: [['payment', 11.9]],
  // what was captured is told once; that the bill is settled has no sum
  payCheck: [
    ['order', null],
    ['payment', 11.9],
  ],
  reversePayment: [['refund', 1]],
  refundInvoice: [['refund', 4.95]],
  correctPayment: [['payment', 4.95]],
  updateItemStatus: [['void', 4.5]],
  cancelOrders: [['void', 11]],
  // of a percent of 1, and of what the target has for nothing; rights-matrix.test.ts has them with sums
  addAdjustment: [['discount', 0.11]],
  removeAdjustment: [['discount', 0]],
  restoreAdjustment: [['discount', 0]],
  removeCharge: [['discount', 0]],
  restoreCharge: [['discount', 0]],
  openDrawer: [['drawer', 5]],
  addDrawerMovement: [['drawer', 5]],
  countDrawer: [['drawer', 10]],
};

/** What is deleted takes others with it, and goes last. */
const isLast = (name: string) =>
  /^(addVariant|addAddon|toggleSoldOut|updateMenuItem|delete|restore|remove|countDrawer|closeDay|resetQrCode)/.test(name);

test('every call of a restaurant that changes something leaves an entry of the audit log', { timeout: 120_000 }, async () => {
  const target = await openTarget(await openApp());
  const own = casesFor(target);
  const reaches = reachesFor(target);
  const special = withSums(target);
  const changing = [...endpointsByName].filter(
    ([name, { method, access }]) =>
      method !== 'GET' && access !== 'public' && access !== 'superadmin' && !(name in silent) && !(name in elsewhere),
  );
  // what is noted in the background is no answer to a call
  const entriesAfter = async (id: number) =>
    (
      await database.query<{ id: number; entity: string; action: string; amount: number | null }>(
        "select id, entity, action, amount from audit_log where tenant_id = $1 and id > $2 and entity <> 'security' order by id desc",
        [target.tenantId, id],
      )
    ).rows;
  const missing = new Set(Object.keys(sums));
  const wrong: string[] = [];
  for (const [name] of changing.toSorted(([a], [b]) => Number(isLast(a)) - Number(isLast(b)))) {
    const input = await Promise.resolve(special[name] ?? own[name]?.() ?? reaches[name]?.[0]).catch(
      (fault: unknown) => void wrong.push(`${name}: ${String(fault)}`),
    );
    if (!input) {
      wrong.push(`${name}: say in casesFor() what it takes, or why it needs no entry`);
      continue;
    }
    const before = (await entriesAfter(0))[0]?.id ?? 0;
    const { statusCode, body } = await send(target, name, input);
    if (statusCode !== 200) wrong.push(`${name}: ${statusCode} ${body}`);
    const entries = (await entriesAfter(before)).map(({ entity, action, amount }) => [kindOf(entity, action), amount && amount / 100]);
    if (statusCode === 200 && entries.length === 0) wrong.push(`${name}: no entry`);
    const sum = sums[name] ?? (entries.some(([, amount]) => amount !== null) ? [] : undefined);
    if (sum && JSON.stringify(entries) !== JSON.stringify(sum)) wrong.push(`${name}: its entries come to ${JSON.stringify(entries)}`);
    missing.delete(name);
  }
  expect(wrong).toEqual([]);
  expect([...missing]).toEqual([]);
  expect(changing.length).toBeGreaterThan(80);
});

test('a guest’s order has no member, and is told all the same', async () => {
  const target = await openTarget(await openApp());
  const { rows } = await database.query("select member_id, action from audit_log where tenant_id = $1 and entity = 'qr_orders'", [
    target.tenantId,
  ]);
  expect(rows).toEqual([{ member_id: null, action: 'place' }]);
});
