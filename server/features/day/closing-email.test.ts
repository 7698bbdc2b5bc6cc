import { expect, test } from 'vitest';
import { closeDay, getClosing, getDay } from '#contract/day.ts';
import { cancelOrders } from '#contract/orders.ts';
import { listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { database, openApp, openMailbox, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

test('a closing is mailed to the owner whose address is confirmed, without links that somebody typed; a refused one is not', async () => {
  const mail = openMailbox();
  const now = new Date('2026-03-10T12:00:00Z');
  const app = await openApp({ clock: () => now, mail });
  const { admin, menu, username, tenantId } = await withMenu(await openRestaurant({ app, now, timezone: 'UTC' }));
  const cash = (await admin(listPaymentTypes, {})).reply[0]!;
  await admin(saveStoreSetting, { body: { storeName: 'Bistro http://evil.example/x' } });
  await admin(createOrderAndInvoice, {
    body: { cart: [{ id: menu.soup, quantity: 3, adjustments: [{ kind: 'amount', value: 1 }] }], paymentTypeId: cash.id },
  });
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 2 }], tableId: null } })).reply;
  await admin(cancelOrders, { body: { orderIds: [orderId] } });
  const note = '12.50 short, see https://evil.example/pay';
  const close = (counts: { paymentTypeId: number; amount: number }[] = []) =>
    admin(closeDay, { body: { businessDate: '2026-03-10', counts, note } });
  mail.emails.length = 0;

  const { reply: running } = await admin(getDay, { query: {} });
  await close([{ paymentTypeId: cash.id, amount: 1 }]);
  expect(mail.emails).toHaveLength(1);
  const [email] = mail.emails;
  expect(email).toMatchObject({ to: username, subject: 'Bistro http evil example x: closing 1 of 10 Mar 2026' });
  const { total, net, hash } = (await admin(getClosing, { params: { no: '1' } })).reply;
  expect(total).toBe(running.total);
  expect(email!.text).toContain(
    `Total: $${total.toFixed(2)}\nNet: $${net.toFixed(2)}\nTax: $${(total - net).toFixed(2)}\nDiscounts: $1.00\nCancelled: $9.00, 2 pieces\nOrders: 1\n`,
  );
  expect(email!.text).toContain(`Cash: $${total.toFixed(2)}, counted $1.00 (-$${(total - 1).toFixed(2)})`);
  expect(email!.text).toContain(`\n\nNote: 12 50 short, see https evil example pay\n\nIts hash, to be kept: ${hash}\n\n`);
  expect(email!.text).not.toContain('evil.example');

  expect((await close()).status).toBe(409);
  expect(mail.emails).toHaveLength(1);
  await database.query('update members set confirmed_at = null where tenant_id = $1', [tenantId]);
  expect((await admin(closeDay, { body: { businessDate: '2026-03-09' } })).status).toBe(200);
  expect(mail.emails).toHaveLength(1);
});
