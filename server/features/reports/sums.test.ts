import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCategory } from '#contract/categories.ts';
import { addMenuItem, deleteMenuItem } from '#contract/menu-items.ts';
import { cancelOrders, completeAndPayOrders, completeOrders, updateItemStatus } from '#contract/orders.ts';
import { addPaymentType } from '#contract/payment-types.ts';
import type { PeriodType } from '#contract/periods.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { addTax } from '#contract/taxes.ts';
import { businessDateOf, businessDayBounds } from '#server/platform/business-day.ts';
import { startFolding } from '#server/platform/housekeeping/folding.ts';
import { database, databases, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { recount } from '#server/testing/reports.ts';

const RUNS = Number(process.env['COMANDA_RUNS'] ?? 3); // histories for each zone
const MINUTE = 60_000; // ms
const DAY = 24 * 60 * MINUTE;

/** Zones, and instants around which the clock changes or a day or a month ends. */
const zones = {
  'Pacific/Auckland': ['2026-04-04T14:00:00Z', '2026-09-26T14:00:00Z', '2026-02-28T11:00:00Z'],
  'Asia/Kolkata': ['2026-03-31T18:30:00Z', '2026-06-10T18:30:00Z'],
  'Europe/London': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-10-24T23:00:00Z'],
  'America/St_Johns': ['2026-03-08T05:30:00Z', '2026-11-01T04:30:00Z', '2026-11-01T02:30:00Z'],
  'America/Los_Angeles': ['2026-03-08T10:00:00Z', '2026-11-01T09:00:00Z', '2026-11-01T07:00:00Z'],
};

const pick = fc.nat(1000);
const cart = fc.array(fc.record({ item: pick, quantity: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 4 });
const customer = fc.option(fc.nat(3), { nil: undefined });
const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('order' as const), cart, customer }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('sell' as const), cart, customer, type: pick }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('pay' as const), pick, count: fc.integer({ min: 1, max: 3 }), type: pick }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('cancel' as const, 'cancelItem' as const, 'complete' as const), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 29 * MINUTE, 3 * 60 * MINUTE, DAY, 9 * DAY, 31 * DAY),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('erase' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('fold' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('archive' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('clock' as const),
      timezone: fc.constantFrom('Pacific/Auckland', 'Asia/Kolkata', 'America/Los_Angeles'),
      dayStart: fc.constantFrom('00:00', '04:00'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('currency' as const), currency: fc.constantFrom('USD', 'JPY', 'KWD') }) },
);

let held = new Date('2026-01-01T00:00:00Z');
const app = openApp({ clock: () => held });
const { fold } = startFolding({ databases, onError: () => {} });

test.each(Object.entries(zones))(
  'in %s every figure is what the rows add up to, whatever has happened',
  async (firstZone, edges) => {
    const history = fc.record({
      edge: fc.constantFrom(...edges),
      lead: fc.constantFrom(-1, -40 * MINUTE, -DAY, -20 * DAY, 0),
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
      firstStart: fc.constantFrom('00:00', '04:00'),
      happenings: fc.array(happening, { minLength: 8, maxLength: 40 }),
      span: fc.tuple(fc.nat(45), fc.nat(80)),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ edge, lead, currency, firstStart, happenings, span }) => {
        held = new Date(Date.parse(edge) + lead);
        const { admin, tenantId, staff } = await openRestaurant({ app: await app, now: held, timezone: firstZone, currency });
        await database.query("update tenants set active_until = '2100-01-01' where id = $1", [tenantId]);
        await admin(saveStoreSetting, { body: { dayStart: firstStart } });
        const clocks = [{ since: held, timezone: firstZone, dayStart: firstStart }];
        const callers = [admin, await staff('POS', 'ORDERS')];

        const category = (await admin(addCategory, { body: { title: 'Mains' } })).reply.id;
        const taxes: (number | null)[] = [null];
        for (const [title, rate, type] of [
          ['VAT', 7.25, 'exclusive'],
          ['City tax', 2.5, 'exclusive'],
          ['Duty', 19, 'inclusive'],
        ] as const)
          taxes.push((await admin(addTax, { body: { title, rate, type } })).reply.id);
        const prices = currency === 'JPY' ? [333, 101, 7, 0] : ['3.33', '0.07', '12.95', 0];
        const items: number[] = [];
        for (const [index, price] of prices.entries())
          items.push(
            (
              await admin(addMenuItem, {
                body: { title: `Dish ${index}`, price, taxId: taxes[index]!, categoryId: index % 2 ? category : null },
              })
            ).reply.id,
          );
        const types = [null, (await admin(addPaymentType, { body: { title: 'Card' } })).reply.id];
        for (const phone of ['1', '2', '3', '4'])
          await database.query('insert into customers (tenant_id, phone, name, created_at) values ($1, $2, $2, $3)', [
            tenantId,
            phone,
            new Date(held.getTime() - Number(phone) * 11 * 60 * MINUTE),
          ]);

        const open: number[] = [];
        const bodyOf = (what: { cart: { item: number; quantity: number }[]; customer?: number | undefined }) => ({
          cart: what.cart.map(({ item, quantity }) => ({ id: items[item % items.length]!, quantity })),
          ...(what.customer !== undefined && { customerType: 'CUSTOMER' as const, customerId: String(what.customer + 1) }),
        });
        for (const [turn, what] of happenings.entries()) {
          const call = callers[turn % 2]!;
          const at = 'pick' in what && open.length > 0 ? open[what.pick % open.length]! : undefined;
          if (what.what === 'wait') {
            held = new Date(held.getTime() + what.ms);
            // who waits for months signs in again
            await database.query('update sessions set created_at = $2 where tenant_id = $1', [tenantId, held]);
          } else if (what.what === 'order') {
            const { status, reply } = await call(createOrder, { body: bodyOf(what) });
            if (status === 200) open.push(reply.orderId);
          } else if (what.what === 'sell') {
            await call(createOrderAndInvoice, { body: { ...bodyOf(what), paymentTypeId: types[what.type % 2]! } });
          } else if (what.what === 'fold') await fold();
          else if (what.what === 'archive') await admin(deleteMenuItem, { params: { id: String(items[0]) } });
          else if (what.what === 'clock') {
            const { timezone, dayStart } = what;
            held = new Date(held.getTime() + 1);
            await admin(saveStoreSetting, { body: { timezone, dayStart } });
            clocks.push({ since: held, timezone, dayStart });
          } else if (what.what === 'currency') await admin(saveStoreSetting, { body: { currency: what.currency } });
          else if (what.what === 'erase')
            await database.query('update customers set erased_at = $2 where tenant_id = $1 and phone = $3', [
              tenantId,
              held,
              String(1 + (what.pick % 4)),
            ]);
          else if (at === undefined) continue;
          else if (what.what === 'pay') {
            const orderIds = [...new Set([at, ...open.slice(-what.count)])];
            await call(completeAndPayOrders, { body: { orderIds, paymentTypeId: types[what.type % 2]! } });
          } else if (what.what === 'cancel') await call(cancelOrders, { body: { orderIds: [at] } });
          else if (what.what === 'complete') await call(completeOrders, { body: { orderIds: [at] } });
          else {
            const { rows } = await database.query<{ id: number }>(
              'select id from order_lines where tenant_id = $1 and order_id = $2 order by id',
              [tenantId, at],
            );
            const line = rows[what.pick % rows.length]!;
            await call(updateItemStatus, { params: { id: String(line.id) }, body: { status: 'cancelled' } });
          }
        }

        const shift = (days: number) => new Date(held.getTime() - days * DAY).toISOString().slice(0, 10);
        const asked: [PeriodType, { from?: string; to?: string }][] = [
          ['today', {}],
          ['yesterday', {}],
          ['last_7days', {}],
          ['this_month', {}],
          ['last_month', {}],
          ['custom', { from: shift(700), to: shift(-3) }],
          ['custom', { from: shift(span[0] + span[1]), to: shift(span[0]) }],
        ];
        const { timezone, dayStart } = clocks.at(-1)!;
        const compareAll = async () => {
          for (const [type, days] of asked) {
            const query = { type: type as 'today', ...days };
            const { reply } = await admin(getReport, { query });
            const { reply: details } = await admin(getReportDetails, { query });
            const { from, to } = details;
            const { details: expected, ...figures } = await recount({ tenantId, clocks, from, to });
            expect(reply).toEqual({ ...figures, currency: details.currency });
            // as much of the day before as has passed of this one
            const { from: first, to: last, until } = details.previous;
            const today = businessDateOf(held, { timezone, dayStart });
            expect(until !== null).toBe(from <= today && today <= to);
            const passed = ({ date, time }: { date: string; time: number }) =>
              time - businessDayBounds(date, { timezone, dayStart }).start.getTime();
            const whole = passed({ date: last, time: businessDayBounds(last, { timezone, dayStart }).end.getTime() });
            expect(until && passed({ date: last, time: Date.parse(until) })).toBe(
              until && Math.min(passed({ date: today, time: held.getTime() }), whole),
            );
            const before = await recount({ tenantId, clocks, from: first, to: last, ...(until && { until: new Date(until) }) });
            expect(details.previous).toEqual({
              from: details.previous.from,
              to: details.previous.to,
              until,
              ordersCount: before.ordersCount,
              newCustomers: before.newCustomers,
              repeatedCustomers: before.repeatedCustomers,
              averageOrderValue: before.averageOrderValue,
              paidOrdersCount: before.paidOrdersCount,
              netRevenue: before.netRevenue,
              taxTotal: before.taxTotal,
              revenueTotal: before.revenueTotal,
            });
            expect(details.byHour).toEqual(expected.byHour);
            const sumByStep = (days_: Record<string, number>) => {
              const sums: Record<string, number> = {};
              for (const [day, value] of Object.entries(days_)) {
                const step = details.step === 'month' ? `${day.slice(0, 7)}-01` : day;
                sums[step] = Number(((sums[step] ?? 0) + value).toFixed(3));
              }
              return sums;
            };
            const shown = details.overTime.filter(({ revenue }) => revenue !== 0);
            const revenueByHour = expected.byHour.flatMap(({ hour, revenue }): [string, number][] =>
              revenue === 0 ? [] : [[hour, revenue]],
            );
            const isByHour = details.step === 'hour';
            expect(Object.fromEntries(shown.map(({ at, revenue }) => [at, revenue]))).toEqual(
              isByHour ? Object.fromEntries(revenueByHour) : sumByStep(expected.revenueByDay),
            );
            const paidOrders = details.overTime
              .filter(({ orders }) => orders > 0)
              .map(({ at, orders }): [string, number] => [isByHour ? details.from : at, orders]);
            const paidBySteps: Record<string, number> = {};
            for (const [at, orders] of paidOrders) paidBySteps[at] = (paidBySteps[at] ?? 0) + orders;
            expect(paidBySteps).toEqual(sumByStep(expected.ordersByDay));
            const bySize = (rows: { invoices: number; revenue: number }[]) =>
              rows.map(({ invoices, revenue }) => [revenue, invoices]).sort();
            expect(bySize(details.byMember)).toEqual(bySize(expected.byMember));
            expect(
              Object.fromEntries(details.byCategory.map(({ category_id, quantity, sales }) => [String(category_id), { quantity, sales }])),
            ).toEqual(expected.byCategory);
            expect(Object.fromEntries(details.byPaymentType.map(({ payment_type, ...row }) => [payment_type, row]))).toEqual(
              expected.byPaymentType,
            );
            expect(
              Object.fromEntries(
                details.byTax.map(({ type, rate, title, sales, tax }) => [`${type}/${Math.round(rate * 10_000)}/${title}`, { sales, tax }]),
              ),
            ).toEqual(expected.byTax);
            expect(details.cancelled).toEqual(expected.cancelled);
            const pieces = details.byReason.filter(({ kind }) => kind === 'void').reduce((sum, { count }) => sum + count, 0);
            expect(pieces).toBe(details.cancelled.quantity);
          }
        };
        await compareAll();
        await fold();
        await compareAll();
        await database.query('call fill_report_sums($1)', [tenantId]);
        await compareAll();
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  120_000,
);
