import { expect, test } from 'vitest';
import { addCustomer, deleteCustomer, updateCustomer } from '#contract/customers.ts';
import { cancelOrders, completeAndPayOrders, completeOrders, updateItemStatus } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { cancelAllQrOrders, listQrOrders, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { addReservation } from '#contract/reservations.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { startFolding } from './platform/housekeeping/folding.ts';
import { callAs, database, databases, openApp, openRestaurant } from './testing/restaurant.ts';
import { withMenu } from './testing/menu.ts';
import { recount } from './testing/reports.ts';

const WRITERS = 16;
const SECONDS = Number(process.env['COMANDA_SECONDS'] ?? 4);
const { fold } = startFolding({ databases, onError: () => {} });

/** A failure of any of these names what stands in the one table and not in the other. */
const agreements = {
  'customers are counted': `
    select count(*) from customers where tenant_id = $1 and erased_at is null
    except select customers from customer_counts where tenant_id = $1`,
  'customers are found by their texts': `
    (select id, ' ' || plain_letters(name), lower(phone_key), plain_letters(coalesce(email, '')) from customers where tenant_id = $1 and erased_at is null
      except select customer_id, name, phone, email from customer_texts where tenant_id = $1)
    union all
    (select customer_id, name, phone, email from customer_texts where tenant_id = $1
      except select id, ' ' || plain_letters(name), lower(phone_key), plain_letters(coalesce(email, '')) from customers where tenant_id = $1 and erased_at is null)`,
  'what customers paid is summed up': `
    (select customer_id, currency, count(*), sum(total) from invoices where tenant_id = $1 and customer_id is not null group by 1, 2
      except select customer_id, currency, visits, spend from customer_sums where tenant_id = $1)
    union all
    (select customer_id, currency, visits, spend from customer_sums where tenant_id = $1
      except select customer_id, currency, count(*), sum(total) from invoices where tenant_id = $1 and customer_id is not null group by 1, 2)`,
  'invoices are counted by day': `
    select business_date, count(*) from invoices where tenant_id = $1 group by 1
    except select business_date, invoices from invoice_days where tenant_id = $1`,
  'invoices have no gap': `select count(*), max(id) from invoices where tenant_id = $1 having count(*) <> max(id)`,
  'events have no gap': `select count(*), max(seq) from events where tenant_id = $1 having count(*) <> max(seq)`,
  'an invoice is what was paid': `
    select i.id from invoices i left join payments p on p.tenant_id = i.tenant_id and p.invoice_id = i.id
    where i.tenant_id = $1 group by i.id, i.total having coalesce(sum(p.amount), -1) <> i.total`,
  'a diner’s order became at most one of the till': `
    select after->>'qrOrderId' from audit_log where tenant_id = $1 and after->>'qrOrderId' is not null group by 1 having count(*) > 1`,
};

const NEEDED = ['order 200', 'sell 200', 'pay 200', 'cancel 200', 'dine 200', 'accept 200', 'erase 200'];

test(
  'many tills, diners and offices of one restaurant write at once: nobody meets a failure of ours, and everything adds up',
  async () => {
    // limits of diners are counted by a server: more servers, more diners
    const apps = await Promise.all(Array.from({ length: 3 }, () => openApp()));
    const opened = await withMenu(await openRestaurant({ app: apps[0]! }));
    const { admin, menu, tenantId, cookies } = opened;
    await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true } });
    const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
    const { rows: tables } = await database.query<{ public_id: string }>('select public_id from store_tables where tenant_id = $1', [
      tenantId,
    ]);

    const open: number[] = [];
    const failures: unknown[] = [];
    const counts: Record<string, number> = {};
    let drawn = 1;
    const draw = (below: number) => (drawn = (drawn * 48_271) % 2_147_483_647) % below;
    const phoneOf = (number: number) => `+4930${String(1_000_000 + number)}`;

    const work = (call: ReturnType<typeof callAs>, guest: ReturnType<typeof callAs>) => {
      const cart = [
        { id: menu.soup, quantity: 1 + draw(3) },
        { id: menu.wine, quantity: 1, variant_id: menu.large },
      ];
      const someone = draw(3) === 0 ? { customerType: 'CUSTOMER' as const, customerId: phoneOf(draw(12)) } : {};
      const table = draw(2) ? { tableId: draw(2) ? menu.t1 : menu.t2 } : {};
      const some = () => open.splice(draw(Math.max(1, open.length)), 1 + draw(2));
      const dine = (isKnown: boolean) =>
        guest(placeQrOrder, {
          params: { qrcode },
          body: {
            deliveryType: null,
            cartItems: cart,
            tableId: draw(2) ? tables[draw(2)]!.public_id : null,
            customerType: 'CUSTOMER',
            customer: { name: 'Guest von Nebenan', phone: phoneOf(isKnown ? draw(12) : 1000 + draw(100_000)) },
          },
        });
      const jobs = {
        order: async () => {
          const answer = await call(createOrder, { body: { cart, ...someone, ...table } });
          if (answer.status === 200) open.push(answer.reply.orderId);
          return answer;
        },
        sell: () => call(createOrderAndInvoice, { body: { cart, ...someone, ...table } }),
        pay: () => call(completeAndPayOrders, { body: { orderIds: some() } }),
        complete: () => call(completeOrders, { body: { orderIds: open.slice(0, 1) } }),
        cancel: () => call(cancelOrders, { body: { orderIds: some() } }),
        cancelLine: async () => {
          const { rows } = await database.query<{ id: number }>(
            `select l.id from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
             where l.tenant_id = $1 and o.status = 'created' order by o.id desc limit 1`,
            [tenantId],
          );
          return call(updateItemStatus, { params: { id: String(rows[0]?.id ?? 1) }, body: { status: 'cancelled' } });
        },
        add: () => call(addCustomer, { body: { phone: phoneOf(draw(12)), name: 'Ada Lovelace' } }),
        rename: () =>
          call(updateCustomer, { params: { id: phoneOf(draw(12)) }, body: { name: `Grace ${draw(9)}`, email: 'g@example.com' } }),
        erase: () => call(deleteCustomer, { params: { id: phoneOf(draw(12)) } }),
        dine: () => dine(false),
        dineAgain: () => dine(true),
        accept: async () => {
          const { reply } = await call(listQrOrders, {});
          return call(createOrder, { body: { cart, selectedQrOrderItem: reply[0]?.id ?? 1 } });
        },
        refuse: async () => {
          const { reply } = await call(listQrOrders, {});
          return call(updateQrOrderStatus, { params: { id: String(reply[0]?.id ?? 1) }, body: { status: 'cancelled' } });
        },
        refuseAll: () => (draw(6) ? call(listQrOrders, {}) : call(cancelAllQrOrders, { body: {} })),
        book: () => call(addReservation, { body: { customerId: phoneOf(draw(12)), date: new Date().toISOString(), tableId: menu.t1 } }),
        settings: () =>
          draw(4) ? call(getReport, { query: { type: 'today' } }) : call(saveStoreSetting, { body: { phone: String(draw(9)) } }),
        fold: async () => ({ status: await fold().then(() => 200), reply: {} }),
      };
      const names = Object.keys(jobs) as (keyof typeof jobs)[];
      const name = names[draw(names.length)]!;
      return { name, done: jobs[name]() as Promise<{ status: number; reply: unknown }> };
    };

    const began = Date.now();
    /** Long enough, and each of these was done; a busy machine takes longer for that. */
    const isEnough = () => {
      const passed = Date.now() - began;
      return passed > SECONDS * 1000 && (NEEDED.every((done) => counts[done]) || passed > SECONDS * 6000);
    };
    const writer = async (number: number) => {
      const app = apps[number % apps.length]!;
      const call = callAs(app, cookies);
      while (!isEnough()) {
        const { name, done } = work(call, callAs(app, {}));
        const { status, reply } = await done;
        const key = `${name} ${status}`;
        counts[key] = (counts[key] ?? 0) + 1;
        if (status >= 500) failures.push({ name, status, reply });
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
    if (process.env['COMANDA_SECONDS']) console.log(counts);

    expect(failures).toEqual([]);
    for (const done of NEEDED) expect([done, counts[done] ?? 0]).not.toEqual([done, 0]);
    for (const [what, statement] of Object.entries(agreements)) {
      const { rows } = await database.query(statement, [tenantId]);
      expect([what, rows]).toEqual([what, []]);
    }

    const compare = async () => {
      const query = { type: 'this_month' } as const;
      const { reply: details } = await admin(getReportDetails, { query });
      const { reply } = await admin(getReport, { query });
      const { details: expected, ...figures } = await recount({
        tenantId,
        clocks: [{ since: new Date(0), timezone: 'UTC', dayStart: '00:00' }],
        from: details.from,
        to: details.to,
      });
      expect(reply).toEqual({ ...figures, currency: 'USD' });
      expect(details.byHour).toEqual(expected.byHour);
      expect(details.cancelled).toEqual(expected.cancelled);
    };
    await compare();
    await fold();
    await compare();
  },
  60_000 + SECONDS * 8000,
);
