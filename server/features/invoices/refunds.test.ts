import { expect, test, vi } from 'vitest';
import { chargeLine, totalOfPieces } from '#contract/adjustments.ts';
import { correctPayment, getInvoice, getInvoiceFile, listInvoices, refundInvoice, setBuyer } from '#contract/invoices.ts';
import { addPaymentType, deletePaymentType, listPaymentTypes, togglePaymentType } from '#contract/payment-types.ts';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { getReportDetails } from '#contract/reports.ts';
import { getDrawer, openDrawer } from '#contract/drawers.ts';
import { toPriced } from '#server/features/prices/cart.rules.ts';
import { dice } from '#server/testing/dice.ts';
import { database, databases, openRestaurant } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';
import { withMenu } from '#server/testing/menu.ts';
import { leftOf, refundItems, refundSum, share, type StoredRefund } from './refunds.rules.ts';

/** A sale of 3 soups (4.50, 10 % on top) and a wine (6.00 with 20 % inside): 20.85. */
const open = async () => {
  const restaurant = await withMenu(await openRestaurant());
  const { admin, menu } = restaurant;
  const { paymentTypeId: visa } = (await admin(addPaymentType, { body: { title: 'Visa', kind: 'card' } })).reply;
  const cash = (await admin(listPaymentTypes, {})).reply[0]!.id;
  const cart = [
    { id: menu.soup, quantity: 3 },
    { id: menu.wine, quantity: 1 },
  ];
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart, paymentTypeId: cash } })).reply;
  const at = { params: { id: String(invoiceId) } };
  return {
    ...restaurant,
    cash,
    visa,
    invoiceId,
    at,
    invoice: async () => (await admin(getInvoice, at)).reply,
    refund: (body: object) => admin(refundInvoice, { ...at, body: { paymentTypeId: cash, ...body } }),
    details: async () => (await admin(getReportDetails, { query: { type: 'today' } })).reply,
  };
};

test('an invoice is taken back by items, by a sum and the rest, and its refunds add up to it exactly', async () => {
  const { invoice, refund, invoiceId, admin, tenantId } = await open();
  const [soup] = (await invoice()).items;
  expect(soup).toMatchObject({ item_title: 'Soup', quantity: 3, refundable: 3 });

  const first = await refund({ items: [{ itemId: soup!.id, quantity: 1 }], note: 'cold' });
  expect(first.reply).toMatchObject({ message: 'Refund noted. $4.95 goes back to the guest.', invoiceId: invoiceId + 1, total: -4.95 });
  expect((await refund({ items: [{ itemId: soup!.id, quantity: 3 }] })).reply.message).toBe('Only 2 of Soup is left to refund!');
  expect((await refund({ amount: '3.33' })).reply.total).toBe(-3.33);
  expect((await refund({ amount: 20 })).reply.message).toBe('Only $12.57 is left to refund!');
  expect((await refund({})).reply.total).toBe(-12.57);
  expect((await refund({})).reply.message).toBe('Only $0.00 is left to refund!');

  const opened = await invoice();
  expect(opened).toMatchObject({ kind: 'sale', refunded: 20.85, refund_of: null, total: 20.85 });
  expect(opened.items.map(({ refundable }) => refundable)).toEqual([0, 0]);
  expect(opened.refunds.map(({ total, reason }) => [total, reason])).toEqual([
    [-4.95, 'cold'],
    [-3.33, null],
    [-12.57, null],
  ]);
  const taken = (await admin(getInvoice, { params: { id: String(invoiceId + 1) } })).reply;
  expect(taken).toMatchObject({ kind: 'refund', refund_of: invoiceId, total: -4.95, taxes: [{ title: 'VAT', net: -4.5, tax: -0.45 }] });
  expect(taken.taxes).toHaveLength(1);
  expect(taken.items.map(({ item_title, quantity, itemTotal, refundable }) => [item_title, quantity, itemTotal, refundable])).toEqual([
    ['Soup', -1, -4.5, 0],
  ]);
  expect(taken.summary.orders).toMatchObject([{ items: [{ item_title: 'Soup', quantity: -1, itemTotal: -4.5 }] }]);
  const bySum = (await admin(getInvoice, { params: { id: String(invoiceId + 2) } })).reply;
  expect([bySum.items, bySum.summary.orders]).toEqual([[], []]);
  // nobody knows which pieces the sum was of, so what is left after it is a sum, too
  const rest = (await admin(getInvoice, { params: { id: String(invoiceId + 3) } })).reply;
  expect(rest).toMatchObject({ items: [], summary: { total: -12.57, orders: [] } });
  const { rows } = await database.query(
    'select sum(total)::int as total, sum(sub_total)::int as net, sum(tax_total)::int as tax, max(id)::int as last from invoices where tenant_id = $1',
    [tenantId],
  );
  expect(rows).toEqual([{ total: 0, net: 0, tax: 0, last: invoiceId + 3 }]);
  const list = (await admin(listInvoices, { query: { type: 'today' } })).reply as {
    kind: string;
    refund_of: number | null;
    total: number;
  }[];
  expect(list.map(({ kind, refund_of, total }) => [kind, refund_of, total])).toEqual([
    ['refund', invoiceId, -12.57],
    ['refund', invoiceId, -3.33],
    ['refund', invoiceId, -4.95],
    ['sale', null, 20.85],
  ]);
});

test('a line that is named twice in a refund is taken back once, with the pieces of both', async () => {
  const { invoice, refund, admin } = await open();
  const [soup] = (await invoice()).items;
  const items = [1, 2].map((quantity) => ({ itemId: soup!.id, quantity }));
  const { reply } = await refund({ items });
  expect(reply.total).toBe(-14.85);
  const { items: taken, taxes } = (await admin(getInvoice, { params: { id: String(reply.invoiceId) } })).reply;
  expect(taken).toMatchObject([{ item_title: 'Soup', quantity: -3, itemTotal: -13.5 }]);
  expect(taxes).toMatchObject([{ net: -13.5, tax: -1.35 }]);
  expect((await refund({ items })).reply.message).toBe('Only 0 of Soup is left to refund!');
});

test('reports count a refund on its day by type, member, tax and dish; the sale and its pieces stay', async () => {
  const { details, refund, tenantId, menu, visa } = await open();
  await refund({ amount: 10, paymentTypeId: visa });
  const before = await details();
  expect(before.byPaymentType).toEqual([
    { payment_type: 'Cash', payments: 1, amount: 20.85, tips: 0 },
    { payment_type: 'Visa', payments: 0, amount: -10, tips: 0 },
  ]);
  expect(before.byMember).toMatchObject([{ invoices: 1, revenue: 10.85 }]);
  expect(before.byTax.reduce((sum, { tax }) => sum + tax, 0)).toBeCloseTo(1.22, 10);
  expect(before.byCategory).toMatchObject([{ category_id: menu.category, quantity: 4 }]);
  await refund({});
  const after = await details();
  expect(after.byTax.map(({ sales, tax }) => [sales, tax])).toEqual([]);
  expect(after.byCategory).toMatchObject([{ quantity: 4, sales: 0 }]);
  expect(after.byMember).toMatchObject([{ invoices: 1, revenue: 0 }]);
  // the sums that were noted are those that the rows give
  await database.query('call fill_report_sums($1)', [tenantId]);
  expect({ ...(await details()), previous: null }).toEqual({ ...after, previous: null });
});

test('a payment is corrected to another type for the same sum, and the invoice stays', async () => {
  const { admin, at, cash, visa, invoice, details, tenantId } = await open();
  const correct = (...amounts: number[]) =>
    admin(correctPayment, { ...at, body: { payments: amounts.map((amount) => ({ paymentTypeId: visa, amount })) } });
  expect((await correct(5)).reply.message).toBe('The payments do not add up to the total!');
  expect((await correct(20, 0.85)).status).toBe(200);
  expect(await invoice()).toMatchObject({ total: 20.85, payment_type: 'Visa', payments: [{ amount: 20 }, { amount: 0.85 }] });
  // as many payments as stand; the sums that were noted are those that the rows give
  const byType = async () => (await details()).byPaymentType.map(({ payment_type, payments, amount }) => [payment_type, payments, amount]);
  const corrected = [['Visa', 2, 20.85]];
  expect(await byType()).toEqual(corrected);
  await database.query('call fill_report_sums($1)', [tenantId]);
  expect(await byType()).toEqual(corrected);
  expect((await admin(correctPayment, { ...at, body: { payments: [{ paymentTypeId: cash, amount: 20.85, tendered: 50 }] } })).status).toBe(
    200,
  );
  expect(await invoice()).toMatchObject({ payments: [{ payment_type: 'Cash', tendered: 50, change: 29.15 }] });
});

test('of several payments the wrong one is corrected: the others stay, with their reference and without a counter-entry', async () => {
  const { admin, cash, visa, menu, tenantId } = await open();
  const { paymentTypeId: slip } = (await admin(addPaymentType, { body: { title: 'Voucher', needsReference: true } })).reply;
  const cart = [{ id: menu.wine, quantity: 2 }];
  const payments = [
    { paymentTypeId: cash, amount: 4, tendered: 10 },
    { paymentTypeId: slip, amount: 8, reference: 'V 1' },
  ];
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart, payments } })).reply;
  const at = { params: { id: String(invoiceId) } };
  const correct = (...given: { paymentTypeId: number; amount: number; tip?: number; reference?: string }[]) =>
    admin(correctPayment, { ...at, body: { payments: given } });
  const stored = async () =>
    (
      await database.query(
        'select payment_type, amount::int, tip::int, reference from payments where tenant_id = $1 and invoice_id = $2 order by id',
        [tenantId, invoiceId],
      )
    ).rows.map(Object.values);
  expect((await correct({ paymentTypeId: slip, amount: 4 }, { paymentTypeId: slip, amount: 8 })).reply.message).toBe(
    'Please provide the reference of Voucher!',
  );
  // the voucher's reference is on no invoice, so whoever corrects the other one does not know it
  expect((await correct({ paymentTypeId: visa, amount: 4, tip: 1 }, { paymentTypeId: slip, amount: 8 })).status).toBe(200);
  const corrected = [
    ['Cash', 400, 0, null],
    ['Voucher', 800, 0, 'V 1'],
    ['Cash', -400, 0, null],
    ['Visa', 400, 100, null],
  ];
  expect(await stored()).toEqual(corrected);
  expect((await admin(getInvoice, at)).reply.payments).toMatchObject([
    { payment_type: 'Voucher', amount: 8 },
    { payment_type: 'Visa', amount: 4, tip: 1 },
  ]);
  // said once more, nothing is written
  expect((await correct({ paymentTypeId: slip, amount: 8 }, { paymentTypeId: visa, amount: 4, tip: 1 })).status).toBe(200);
  expect(await stored()).toEqual(corrected);
});

test.each(['switched off', 'deleted'])('one of several payments is corrected though the type of another was %s since', async (how) => {
  const { admin, cash, visa, menu } = await open();
  const { paymentTypeId: slip } = (await admin(addPaymentType, { body: { title: 'Voucher', takesTip: true, needsReference: true } })).reply;
  const payments = [
    { paymentTypeId: cash, amount: 4 },
    { paymentTypeId: slip, amount: 8, tip: 1, reference: 'V 1' },
  ];
  const cart = [{ id: menu.wine, quantity: 2 }];
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart, payments } })).reply;
  const at = { params: { id: String(invoiceId) } };
  const off = { params: { id: String(slip) } };
  if (how === 'deleted') await admin(deletePaymentType, off);
  else await admin(togglePaymentType, { ...off, body: { isActive: false } });
  const correct = (...given: { paymentTypeId: number; amount: number; tip?: number }[]) =>
    admin(correctPayment, { ...at, body: { payments: given } });
  const stands = async () =>
    (await admin(getInvoice, at)).reply.payments.map((one) => [one.payment_type_id, one.amount, one.tip, one.reference]);

  expect((await correct({ paymentTypeId: visa, amount: 4 }, { paymentTypeId: slip, amount: 8, tip: 1 })).status).toBe(200);
  const corrected = [
    [slip, 8, 1, 'V 1'],
    [visa, 4, 0, null],
  ];
  expect(await stands()).toEqual(corrected);
  // who knows no such type says nothing of its tip
  expect((await correct({ paymentTypeId: slip, amount: 8 }, { paymentTypeId: visa, amount: 4 })).status).toBe(200);
  // nothing more is paid with it
  expect((await correct({ paymentTypeId: slip, amount: 8, tip: 2 }, { paymentTypeId: visa, amount: 4 })).status).toBe(404);
  expect((await correct({ paymentTypeId: slip, amount: 8 }, { paymentTypeId: slip, amount: 4 })).status).toBe(404);
  expect((await correct({ paymentTypeId: slip, amount: 12 })).status).toBe(404);
  expect(await stands()).toEqual(corrected);
});

test('what makes no sense is refused, and who lacks the right is told', async () => {
  const { admin, at, refund, colleague, cash, invoice } = await open();
  expect((await refund({ items: [] })).status).toBe(400);
  expect((await refund({ amount: '' })).status).toBe(400);
  expect((await refund({ amount: 0 })).status).toBe(400);
  expect((await refund({ amount: 1.005 })).reply.message).toBe('A sum has at most 2 decimals!');
  expect((await refund({ amount: 1, items: [{ itemId: 1, quantity: 1 }] })).status).toBe(400);
  expect((await refund({ items: [{ itemId: 999_999_999, quantity: 1 }] })).status).toBe(404);
  const { call } = await colleague('INVOICES');
  const refused = await call(refundInvoice, { ...at, body: { paymentTypeId: cash, amount: 2 } });
  expect([refused.status, refused.reply]).toMatchObject([
    409,
    { code: 'approval_needed', action: 'refund', targetId: Number(at.params.id), amount: 2, currency: 'USD' },
  ]);
  const { invoiceId } = (await refund({ amount: 1 })).reply;
  expect((await admin(refundInvoice, { params: { id: String(invoiceId) }, body: { paymentTypeId: cash } })).reply.message).toBe(
    'This is a refund itself!',
  );
  expect((await invoice()).refunds).toHaveLength(1);
});

test('a buyer is added once, to a sale and to its refund', async () => {
  const { admin, at, invoice, refund } = await open();
  const add = (of = at) => admin(setBuyer, { ...of, body: { name: '<b>Acme</b>', taxNumber: 'DE 1', address: '' } });
  expect([(await add()).status, (await add()).status]).toEqual([200, 409]);
  const back = { params: { id: String((await refund({ amount: 1 })).reply.invoiceId) } };
  expect([(await add(back)).status, (await add(back)).status]).toEqual([200, 409]);
  expect((await admin(getInvoice, back)).reply.buyer).toMatchObject({ name: '<b>Acme</b>' });
  expect((await invoice()).buyer).toEqual({ name: '<b>Acme</b>', tax_number: 'DE 1', address: null });
});

test('of two refunds of the rest in one moment one is given', async () => {
  const { refund, tenantId } = await open();
  const answers = await Promise.all([refund({}), refund({}), refund({})]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const rows = await databases.asTenant(tenantId, (db) => db.selectFrom('invoices').select('id').orderBy('id').execute());
  expect(rows.map(({ id }, index) => id - index)).toEqual(rows.map(() => rows[0]!.id));
});

test('a sum is shared in proportion, nobody above what is there, and adds up', () => {
  expect(share(10n, [1n, 1n, 1n], [10n, 10n, 10n])).toEqual([4n, 3n, 3n]);
  expect(share(10n, [9n, 1n], [5n, 9n])).toEqual([5n, 5n]);
  expect(share(0n, [0n, 0n], [1n, 1n])).toEqual([0n, 0n]);
});

test('refunds of any kind in any order never pass what is left, and end at nothing', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const next = dice(seed);
    const currency = { code: 'USD', decimals: 2 } as Parameters<typeof refundSum>[2];
    const chargeTax = next(2) === 0 ? null : ({ id: 2, title: 'Service tax', rate: 77_000, type: 'exclusive' } as const);
    const charges = [{ id: 1, title: 'Service', kind: 'amount', value: BigInt(next(2) * next(500)), tax: chargeTax } as const];
    const lines = Array.from({ length: 1 + next(5) }, (_, index) => ({
      discount: 0,
      id: index + 1,
      item_id: 1 + next(3),
      item_title: 'Dish',
      unit_price: next(2000),
      quantity: 1 + next(4),
      tax_id: 1,
      tax_title: 'Tax',
      tax_rate: [50_000, 100_000, 77_000][next(3)]!,
      tax_type: (['exclusive', 'inclusive'] as const)[next(2)]!,
      status: 'completed',
    })).map((line) => ({ ...line, discount: next(2) * next(line.unit_price * line.quantity + 1) })) as unknown as Parameters<
      typeof leftOf
    >[0];
    const refunds: StoredRefund[] = [];
    const store = (amounts: ReturnType<typeof refundSum>, taken: StoredRefund['lines']) => {
      expect([amounts.net, amounts.total - amounts.net, ...amounts.taxes.map(({ tax }) => tax)].every((part) => part >= 0n)).toBe(true);
      expect(amounts.taxes.reduce((sum, { tax }) => sum + tax, 0n)).toBe(amounts.total - amounts.net);
      refunds.push({
        total: Number(-amounts.total),
        sub_total: Number(-amounts.net),
        lines: taken,
        taxes: amounts.taxes.map((row) => ({ ...row, sales: Number(-row.sales), tax: Number(-row.tax) })),
        items: amounts.items.map((row) => ({ ...row, sales: Number(-row.sales) })),
      });
    };
    const takeBack = (left: ReturnType<typeof leftOf>, asked: { itemId: number; quantity: number }) => {
      const amounts = refundItems(lines, left, { asked: [asked], charges }, currency);
      // what the screen says before it is asked for
      const shown = totalOfPieces({
        lines: lines.map(toPriced),
        charges: charges.map((rule) => chargeLine({ rule, amount: rule.value })),
        left: lines.map(({ id }) => left.pieces.get(id)!),
        taken: lines.map(({ id }) => (id === asked.itemId ? asked.quantity : 0)),
      });
      expect(shown).toBe(amounts.total);
      store(amounts, [{ lineId: asked.itemId, quantity: asked.quantity }]);
    };
    for (let turn = 0; turn < 6; turn++) {
      const left = leftOf(lines, refunds, charges);
      if (left.total === 0n) break;
      const line = lines[next(lines.length)]!;
      const pieces = left.pieces.get(line.id)!;
      try {
        if (next(2) === 0 && pieces > 0) {
          takeBack(left, { itemId: line.id, quantity: 1 + next(pieces) });
        } else store(refundSum(left, BigInt(1 + next(Number(left.total))), currency), null);
      } catch (error) {
        if (!String(error).includes('is left to refund!')) throw error;
      }
    }
    const left = leftOf(lines, refunds, charges);
    if (left.total > 0n) store(refundSum(left, left.total, currency), null);
    const end = leftOf(lines, refunds, charges);
    expect(
      [end.total, end.net, ...end.taxes.flatMap(({ sales, tax }) => [sales, tax]), ...end.items.map(({ sales }) => sales)].every(
        (part) => part === 0n,
      ),
    ).toBe(true);
  }
});

test('of two who correct a payment at once the second one takes back what the first one put into a drawer', async () => {
  const { admin, at, cash, visa, tenantId, invoice } = await open();
  const { drawerId } = (await admin(openDrawer, { body: { title: 'Terrace', float: 10 } })).reply;
  const { paymentTypeId: other } = (await admin(addPaymentType, { body: { title: 'Amex', kind: 'card' } })).reply;
  const correct = (payment: { paymentTypeId: number; drawerId?: number }) =>
    admin(correctPayment, { ...at, body: { payments: [{ amount: 20.85, ...payment }] } });
  expect((await correct({ paymentTypeId: visa })).status).toBe(200);
  const counters = await database.connect();
  try {
    await counters.query('begin');
    await counters.query('select from tenant_counters where tenant_id = $1 for update', [tenantId]);
    const first = correct({ paymentTypeId: cash, drawerId });
    await whileHeld(counters, first);
    const second = correct({ paymentTypeId: other });
    // it waits for the first one, which waits for the counters
    await vi.waitFor(async () => {
      const { rowCount } = await counters.query(
        `with recursive behind as (
           select pg_backend_pid() as pid union select a.pid from pg_stat_activity a join behind b on b.pid = any(pg_blocking_pids(a.pid)))
         select from behind`,
      );
      expect(rowCount).toBe(3);
    });
    await counters.query('commit');
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  } finally {
    counters.release();
  }
  expect((await invoice()).payments).toMatchObject([{ payment_type: 'Amex', amount: 20.85 }]);
  expect((await admin(getDrawer, { params: { id: String(drawerId) } })).reply.expected).toBe(10);
});

test('who looked before a colleague corrected one of two payments takes nothing back by correcting the other', async () => {
  const { admin, cash, visa, menu } = await open();
  const payments = [
    { paymentTypeId: cash, amount: 4 },
    { paymentTypeId: cash, amount: 8 },
  ];
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.wine, quantity: 2 }], payments } })).reply;
  const at = { params: { id: String(invoiceId) } };
  const shown = async () => (await admin(getInvoice, at)).reply.payments;
  const seen = (await shown()).map(({ payment_id }) => payment_id!);
  const correct = (types: [number, number], basedOn?: number[]) =>
    admin(correctPayment, {
      ...at,
      body: { payments: types.map((paymentTypeId, place) => ({ paymentTypeId, amount: [4, 8][place]! })), ...(basedOn && { basedOn }) },
    });
  const standing = async () => (await shown()).map(({ payment_type, amount }) => [payment_type, amount]);
  expect((await correct([visa, cash], seen)).status).toBe(200);
  const corrected = [
    ['Cash', 8],
    ['Visa', 4],
  ];
  expect(await standing()).toEqual(corrected);
  const second = await correct([cash, visa], seen);
  expect([second.status, second.reply.message]).toEqual([
    409,
    'The payment of this invoice was corrected meanwhile. Please look at it again!',
  ]);
  expect(await standing()).toEqual(corrected);
  // the same once more is so already, whoever asks
  expect((await correct([visa, cash], seen)).status).toBe(200);
  const now = (await shown()).map(({ payment_id }) => payment_id!);
  expect((await correct([visa, visa], now.toReversed())).status).toBe(200);
  // a client that does not say what it saw says how it is, as ever
  expect((await correct([cash, cash])).status).toBe(200);
  expect(await standing()).toEqual([
    ['Cash', 4],
    ['Cash', 8],
  ]);
});

test('in the file of invoices a refund is a number, which a spreadsheet adds up', async () => {
  const { app, cookies, refund } = await open();
  await refund({});
  const { body } = await app.inject({ method: 'GET', url: `/api/v1${getInvoiceFile.path}?type=today`, cookies });
  const [sale, back] = body.split('\n').slice(1);
  expect(sale).toContain(',20.85,USD');
  expect(back).toContain(',-20.85,USD');
});
