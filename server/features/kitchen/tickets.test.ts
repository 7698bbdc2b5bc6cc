import { expect, test } from 'vitest';
import { getCheck, listChecks, mergeCheck, moveCheck, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { getKitchenBoard, listKitchenOrders, recallItems, updateKitchenItems } from '#contract/kitchen.ts';
import { cancelOrders, updateItemStatus } from '#contract/orders.ts';
import { signOut } from '#contract/auth.ts';
import { createOrder } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { listEvents } from '#contract/events.ts';
import { addStation, listStations } from '#contract/stations.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { listTables } from '#contract/tables.ts';
import { listTickets, listUnseenTickets, markTicketTold, markTicketsSeen, sendTicketAgain } from '#contract/tickets.ts';
import { updateMenuItem } from '#contract/menu-items.ts';
import { dice } from '#server/testing/dice.ts';
import { type Caller, callAs, database, databases, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { at } from '#server/testing/bills.ts';
import { withMenu } from '#server/testing/menu.ts';
import { withStations } from '#server/testing/stations.ts';
import { shareClock } from '#server/platform/database/shared-clock.ts';
import { raiseAlarms } from './tickets.queries.ts';

// Every app looks at all tickets, by its own clock: no other one's may come near. Those of the tests before go on beside, some minutes
// after their start, so that each starts a day later.
let start = Date.parse('2036-03-10T18:00:00Z');
const DAY = 24 * 60 * 60 * 1000; // ms

/** Each node has a place of its own in a restaurant. */
const asNode = { ...databases, asTenantInBackground: databases.asTenant };

/** A bar for the wine, a kitchen for everything else, and a clock that the test holds. */
const open = async () => {
  let seconds = 0;
  start += DAY;
  const opening = start;
  const clock = () => new Date(opening + seconds * 1000);
  const app = await openApp({ clock });
  const restaurant = await withStations(await openRestaurant({ app, now: new Date(opening) }));
  const { admin, menu } = restaurant;
  return {
    ...restaurant,
    app,
    sell: async (cart: Record<number, number>, tableId: number | null = menu.t1) => {
      const lines = Object.entries(cart).map(([id, quantity]) => ({ id: Number(id), quantity }));
      return (await admin(createOrder, { body: { cart: lines, tableId } })).reply.orderId;
    },
    tickets: async (order: number) => (await admin(listTickets, { query: { order: String(order) } })).reply,
    unseen: async () => (await admin(listUnseenTickets, {})).reply.map(({ ticket_id, sound_in }) => [ticket_id, sound_in]),
    board: async (station?: number) => (await admin(getKitchenBoard, { query: station ? { station: String(station) } : {} })).reply,
    alarms: async () =>
      (await admin(listEvents, { query: {} })).reply.events
        .filter(({ type }) => type.startsWith('ticket_'))
        .map(({ type, payload }) => [type, payload]),
    /** Some seconds later the clock of tickets looks, on two nodes at once. */
    pass: async (more: number) => {
      seconds += more;
      const backups: number[] = [];
      const look = () =>
        raiseAlarms({
          databases: asNode,
          clock,
          nudge: () => {},
          onBackupDue: async (_, ids) => void backups.push(...ids),
          onError: (error) => {
            throw error;
          },
        });
      await Promise.all([look(), look()]);
    },
  };
};
type House = Awaited<ReturnType<typeof open>>;

const told = (tickets: Awaited<ReturnType<House['tickets']>>) =>
  tickets.map(({ kind, station_title, table_title, lines }) => [
    kind,
    station_title,
    table_title,
    lines.map(({ quantity, item_title }) => `${quantity} ${item_title}`).join(', '),
  ]);
const see = (call: Caller, ticketIds: number[], stationId?: number) => call(markTicketsSeen, { body: { ticketIds, stationId } });

test('an order and each change of it make a ticket a station: new, void, move, recall; a split makes none', async () => {
  const { admin, menu, sell, tickets } = await open();
  const order = await sell({ [menu.soup]: 2, [menu.wine]: 1, [menu.bread]: 3 });
  const [kitchen, bar] = await tickets(order);
  expect(kitchen).toMatchObject({ order_id: order, token_no: 1, delivery_type: 'dinein', state: 'queued', seen_at: null, seen_by: null });
  const line = (of: typeof kitchen, title: string) => of!.lines.find(({ item_title }) => item_title === title)!.line_id;

  await admin(updateItemStatus, { ...at(line(kitchen, 'Bread')), body: { status: 'cancelled' } });
  const [check] = (await admin(listChecks, { query: {} })).reply;
  const { changeId } = (await admin(moveCheck, { ...at(check!.check_id), body: { tableId: menu.t2 } })).reply;
  await admin(undoCheckChange, { ...at(check!.check_id), body: { changeId } });
  await admin(updateKitchenItems, { body: { itemIds: [line(bar, 'Wine')], status: 'completed' } });
  await admin(recallItems, { body: { itemIds: [line(bar, 'Wine')] } });
  await admin(splitCheck, { ...at(check!.check_id), body: { parts: [{ items: [{ itemId: line(kitchen, 'Soup'), quantity: 1 }] }] } });
  await admin(cancelOrders, { body: { orderIds: [order] } });

  expect(told(await tickets(order))).toEqual([
    ['new', 'Kitchen', 'T1', '2 Soup, 3 Bread'],
    ['new', 'Bar', 'T1', '1 Wine'],
    ['void', 'Kitchen', 'T1', '3 Bread'],
    ['move', 'Kitchen', 'T2', '2 Soup'],
    ['move', 'Bar', 'T2', '1 Wine'],
    ['move', 'Kitchen', 'T1', '2 Soup'],
    ['move', 'Bar', 'T1', '1 Wine'],
    ['recall', 'Bar', 'T1', '1 Wine'],
    ['void', 'Kitchen', 'T1', '1 Soup, 1 Soup'],
    ['void', 'Bar', 'T1', '1 Wine'],
  ]);
});

test('without stations there are no tickets; a line keeps the station that it was ordered for', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const order = async () => (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply.orderId;
  const ticketsOf = async (id: number) => told((await admin(listTickets, { query: { order: String(id) } })).reply);
  const before = await order();
  const grill = (await admin(addStation, { body: { title: 'Grill' } })).reply.stationId;
  const after = await order();
  const bar = (await admin(addStation, { body: { title: 'Bar' } })).reply.stationId;
  await admin(updateMenuItem, { ...at(menu.soup), body: { title: 'Soup', price: 4, stationId: bar } });
  await admin(cancelOrders, { body: { orderIds: [before, after] } });

  expect(await ticketsOf(before)).toEqual([]);
  expect(await ticketsOf(after)).toEqual([
    ['new', 'Grill', null, '1 Soup'],
    ['void', 'Grill', null, '1 Soup'],
  ]);
  // what nobody was told of stands with the fallback
  await order();
  const ordersAt = async (station: number) =>
    (await admin(listKitchenOrders, { query: { station: String(station) } })).reply.map(({ token_no }) => token_no);
  expect([await ordersAt(bar), await ordersAt(grill)]).toEqual([[3], []]);
  expect((await admin(listKitchenOrders, { query: { station: '9007199254740991' } })).status).toBe(404);
});

test('a station shows its own lines and tickets; the order leaves it when these are made', async () => {
  const { admin, menu, kitchen, bar, sell, board } = await open();
  const order = await sell({ [menu.soup]: 1, [menu.wine]: 2 });
  const shown = async (station?: number) => {
    const { orders, tickets } = await board(station);
    return [orders.map(({ items }) => items.map(({ item_title }) => item_title)), tickets!.map(({ station_title }) => station_title)];
  };
  expect(await shown()).toEqual([[['Soup', 'Wine']], ['Kitchen', 'Bar']]);
  expect(await shown(bar)).toEqual([[['Wine']], ['Bar']]);

  const [, ticket] = (await admin(listTickets, { query: { order: String(order) } })).reply;
  expect((await see(admin, [ticket!.ticket_id], bar)).status).toBe(200);
  await admin(updateKitchenItems, { body: { itemIds: [ticket!.lines[0]!.line_id], status: 'completed' } });

  expect(await shown(bar)).toEqual([[], []]);
  expect(await shown(kitchen)).toEqual([[['Soup']], ['Kitchen']]);
});

test('who sees a ticket first counts; what nobody sees is announced once, and its backup once, by the server’s seconds', async () => {
  const { admin, staff, menu, sell, tickets, unseen, alarms, pass, board, bar } = await open();
  const order = await sell({ [menu.soup]: 1, [menu.wine]: 1 });
  const [first, second] = (await tickets(order)).map(({ ticket_id }) => ticket_id) as [number, number];
  const cook = await staff('KITCHEN_DISPLAY');
  await pass(9);
  expect([await unseen(), await alarms()]).toEqual([[], []]);
  expect((await see(cook, [first])).status).toBe(200);
  expect((await see(admin, [first])).status).toBe(200);
  expect(await alarms()).toEqual([['ticket_seen', { ticketIds: [first] }]]);

  await pass(1);
  await pass(5);
  expect(await unseen()).toEqual([[second, 15]]);
  expect((await alarms()).slice(1)).toEqual([['ticket_unseen', { ticketId: second, stationId: bar }]]);
  const backups = async () =>
    (await database.query('select id from tickets where backup_due_at is not null and id = any($1)', [[first, second]])).rows.map(
      ({ id }) => id,
    );
  expect(await backups()).toEqual([]);
  await pass(15);
  expect([await unseen(), await backups()]).toEqual([[[second, 0]], [second]]);

  // its seconds start over
  expect((await admin(sendTicketAgain, { ...at(second), body: {} })).status).toBe(200);
  expect([await unseen(), (await board(bar)).tickets!.map(({ ticket_id }) => ticket_id)]).toEqual([[], [second]]);
  await pass(10);
  expect(await unseen()).toEqual([[second, 20]]);
  expect((await admin(markTicketTold, at(second))).status).toBe(200);
  await pass(60);
  expect([await unseen(), await backups()]).toEqual([[], []]);
  expect(await alarms()).toHaveLength(3);
  expect((await tickets(order)).map(({ state }) => state)).toEqual(['seen', 'told']);
});

test('two nodes whose clocks are sixteen seconds apart count the seconds of one ticket alike', async () => {
  start += DAY;
  const world = { now: start };
  const node = async (ms: number) => {
    const shared = shareClock({ system: () => new Date(world.now + ms), time: async () => new Date(world.now), warn: () => {} });
    await shared.measure();
    return shared.clock;
  };
  const [behind, ahead] = [await node(-8000), await node(8000)];
  const app = await openApp({ clock: behind });
  const { admin, menu, bar } = await withStations(await openRestaurant({ app, now: new Date(start) }));
  const unseen = async () => (await admin(listUnseenTickets, {})).reply.map(({ station_id, sound_in }) => [station_id, sound_in]);
  const onError = (error: unknown) => {
    throw error;
  };
  const pass = async (seconds: number) => {
    world.now += seconds * 1000;
    await raiseAlarms({ databases, clock: ahead, nudge: () => {}, onError });
  };
  await admin(createOrder, { body: { cart: [{ id: menu.wine, quantity: 1 }], tableId: menu.t1 } });
  await admin(markTicketsSeen, { body: { ticketIds: [], stationId: bar, screenId: 'screen-1' } });
  const isLost = async () => (await admin(listStations, {})).reply[1]!.isLost;

  await pass(6);
  expect([await unseen(), await isLost()]).toEqual([[], false]);
  await pass(3);
  expect([await unseen(), await isLost()]).toEqual([[], true]);
  await pass(1);
  expect(await unseen()).toEqual([[bar, 20]]);
});

test('a restaurant that is refused keeps nobody else’s alarm, nor the end of a page, from being told', async () => {
  // the clock of the app that is opened last makes the tickets of the one before late: the refused one is opened last
  const [second, first] = [await open(), await open()];
  const now = new Date(start + 60_000);
  for (const { admin, bar, sell, menu } of [first, second]) {
    await sell({ [menu.wine]: 1 });
    await admin(markTicketsSeen, { body: { ticketIds: [], stationId: bar, screenId: 'screen-1' } });
  }
  const errors: unknown[] = [];
  await raiseAlarms({
    databases: {
      ...databases,
      readAcrossTenants: async () => [first.tenantId, second.tenantId] as never,
      asTenantInBackground: (id, ...rest) =>
        id === first.tenantId ? Promise.reject(new Error('too much under way')) : databases.asTenant(id, ...rest),
    },
    clock: () => now,
    nudge: () => {},
    onError: (error) => errors.push(error),
  });

  expect(errors).toHaveLength(2);
  const told = async ({ admin }: House) => (await admin(listEvents, { query: {} })).reply.events.map(({ type }) => type);
  expect(await told(second)).toEqual(expect.arrayContaining(['ticket_unseen', 'station_update']));
  expect(await told(first)).not.toContain('ticket_unseen');
});

test('a page that falls silent is told within seven seconds although another one of its station looks; one that was closed is not', async () => {
  const { admin, staff, bar, pass } = await open();
  const cook = await staff('KITCHEN_DISPLAY');
  const look = (call: Caller, screenId: string, more = {}) =>
    call(markTicketsSeen, { body: { ticketIds: [], stationId: bar, screenId, ...more } });
  const barNow = async () => {
    const { isWatched, isLost } = (await admin(listStations, {})).reply[1]!;
    return { isWatched, isLost };
  };
  const events = async () => (await admin(listEvents, { query: {} })).reply.events.filter(({ type }) => type === 'station_update').length;
  const before = await events();
  const told = async () => (await events()) - before;

  for (const screen of ['screen-1', 'screen-2']) expect((await look(cook, screen)).status).toBe(200);
  expect(await barNow()).toEqual({ isWatched: true, isLost: false });
  // the second one is hidden, and takes nobody else's row with it
  await look(cook, 'screen-2', { isLeaving: true });
  await look(admin, 'screen-3');
  await pass(6);
  await look(admin, 'screen-3');
  await pass(1);
  expect([await barNow(), await told()]).toEqual([{ isWatched: true, isLost: true }, 1]);
  await pass(3);
  expect(await told()).toBe(1);
  // it is back; the other one dies, and is reloaded under another name
  await look(cook, 'screen-1');
  await pass(7);
  expect([await barNow(), await told()]).toEqual([{ isWatched: false, isLost: true }, 3]);
  await look(cook, 'screen-1');
  await look(admin, 'screen-4');
  expect([await barNow(), await told()]).toEqual([{ isWatched: true, isLost: false }, 5]);
  expect((await look(admin, 'x; y')).status).toBe(400);
  // who is signed out is not missed
  await look(admin, 'screen-4', { isLeaving: true });
  await cook(signOut, {});
  await pass(8);
  expect([await barNow(), await told()]).toEqual([{ isWatched: false, isLost: false }, 5]);
});

test('a screen that was off for a shift of more tickets than it gets has those of what is to be made', async () => {
  const { admin, menu, tenantId, sell, tickets, board } = await open();
  const older = await sell({ [menu.soup]: 1 });
  const closed = await sell({ [menu.soup]: 1 }, menu.t2);
  const [ticket] = await tickets(closed);
  await admin(updateKitchenItems, { body: { itemIds: [ticket!.lines[0]!.line_id], status: 'completed' } });
  await database.query(
    `insert into tickets (tenant_id, order_id, station_id, kind, station_title, token_no, table_title, delivery_type, lines, created_at, backup_at)
     select tenant_id, order_id, station_id, kind, station_title, token_no, table_title, delivery_type, lines, created_at, backup_at
     from tickets, generate_series(1, 250) where tenant_id = $1 and id = $2`,
    [tenantId, ticket!.ticket_id],
  );
  const newer = await sell({ [menu.bread]: 1 });

  const found = (await board()).tickets!;
  const wanted = [...(await tickets(older)), ...(await tickets(newer))].map(({ ticket_id }) => ticket_id);
  const ids = found.map(({ ticket_id }) => ticket_id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  // of the others the newest
  const rest = (await tickets(closed)).map(({ ticket_id }) => ticket_id);
  expect(ids.filter((id) => !wanted.includes(id))).toEqual(rest.slice(-198));
});

test('the alarm of what is ordered now is read beside those of a station that nobody looked at all day', async () => {
  const { menu, tenantId, sell, tickets, pass, unseen } = await open();
  const [old] = await tickets(await sell({ [menu.wine]: 1 }));
  await pass(11);
  await database.query(
    `insert into tickets (tenant_id, order_id, station_id, kind, station_title, token_no, table_title, delivery_type, lines, created_at, backup_at, state)
     select tenant_id, order_id, station_id, kind, station_title, token_no, table_title, delivery_type, lines, created_at, backup_at, state
     from tickets, generate_series(1, 250) where tenant_id = $1 and id = $2`,
    [tenantId, old!.ticket_id],
  );
  const [ticket] = await tickets(await sell({ [menu.soup]: 1 }));
  await pass(11);
  const found = (await unseen()).map(([id]) => id);
  expect(found).toHaveLength(200);
  expect(found.at(-1)).toBe(ticket!.ticket_id);
  expect(found).toEqual(found.toSorted((a, b) => a! - b!));
});

test('a page of an older release says no name and less often: its device is one screen', async () => {
  const { admin, bar, pass } = await open();
  const screens = async () => (await admin(listStations, {})).reply.map(({ title, isWatched, isLost }) => [title, isWatched, isLost]);
  await see(admin, [], bar);
  await pass(20);
  expect(await screens()).toEqual([
    ['Kitchen', false, false],
    ['Bar', true, false],
  ]);
  await pass(10);
  expect((await screens())[1]).toEqual(['Bar', false, true]);
  await admin(markTicketsSeen, { body: { ticketIds: [], stationId: bar, isLeaving: true } });
  expect((await screens())[1]).toEqual(['Bar', false, false]);
});

test('one restaurant reaches no ticket and no station of another', async () => {
  const [theirs, mine] = [await open(), await open()];
  const order = await theirs.sell({ [theirs.menu.soup]: 1 });
  const [ticket] = await theirs.tickets(order);
  const own = await mine.sell({ [mine.menu.soup]: 1 });
  const [mineOne] = await mine.tickets(own);

  expect((await see(mine.admin, [mineOne!.ticket_id, ticket!.ticket_id])).status).toBe(404);
  expect((await mine.tickets(own))[0]).toMatchObject({ seen_at: null, seen_by: null });
  expect((await see(mine.admin, [], theirs.bar)).status).toBe(404);
  expect((await mine.admin(getKitchenBoard, { query: { station: String(theirs.bar) } })).status).toBe(404);
  expect((await mine.admin(sendTicketAgain, { ...at(ticket!.ticket_id), body: {} })).status).toBe(404);
  expect((await mine.admin(markTicketTold, at(ticket!.ticket_id))).status).toBe(404);
  expect(
    (await mine.admin(updateMenuItem, { ...at(mine.menu.soup), body: { title: 'Soup', price: 4, stationId: theirs.bar } })).status,
  ).toBe(404);
});

test('whatever is done to orders, their tickets add up to them', { timeout: 180_000 }, async () => {
  const { app, admin, menu, sell, tenantId, kitchen, bar } = await open();
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true, isQROrderToKitchen: true } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const seats = (await admin(listTables, {})).reply.map(({ encrypted_id }) => encrypted_id);
  const next = dice(7);
  const guestOrders = async () => {
    const cartItems = [menu.soup, menu.bread].map((id) => ({ id, quantity: 1 + next(3) }));
    const guest = { deliveryType: null, customerType: 'WALKIN' as const, customer: { name: 'Guest', phone: '' } };
    const body = { ...guest, cartItems, tableId: seats[next(2)]! };
    const { status, reply } = await callAs(app, {})(placeQrOrder, { params: { qrcode }, body });
    expect(status).toBe(200);
    done.guests++;
    return reply.orderId;
  };
  /** What was done at least once, or else it proves nothing. */
  const done = { guests: 0, parts: 0, recalls: 0, reroutes: 0 };
  const tables = [menu.t1, menu.t2];
  const orders: number[] = [];
  for (let step = 0; step < 100; step++) {
    const checks = (await admin(listChecks, { query: {} })).reply.map(({ check_id }) => check_id);
    const check = checks[next(checks.length || 1)];
    const act = checks.length === 0 ? 0 : next(10);
    if (act === 9) {
      await admin(updateMenuItem, { ...at(menu.soup), body: { title: 'Soup', price: 4, stationId: [kitchen, bar][next(2)]! } });
      done.reroutes++;
    } else if (act === 8) {
      // no table gets more than a guest may order there in ten minutes
      if (done.guests < 8) orders.push(await guestOrders());
    } else if (act <= 1) orders.push(await sell({ [menu.soup]: 1 + next(4), [menu.wine]: 1 + next(3) }, tables[next(2)]!));
    else if (act === 2) await admin(moveCheck, { ...at(check!), body: { tableId: tables[next(2)]! } });
    else if (act === 3) await admin(mergeCheck, { ...at(check!), body: { checkId: checks[next(checks.length)]! } });
    else if (act === 4) await admin(cancelOrders, { body: { orderIds: [orders[next(orders.length)]!] } });
    else {
      const { orders: rounds, changes } = (await admin(getCheck, { params: { id: String(check) } })).reply;
      const lines = rounds.flatMap(({ items }) => items);
      const line = lines[next(lines.length || 1)];
      if (!line) continue;
      if (act === 5) {
        const quantity = line.quantity > 1 && next(2) === 0 ? 1 + next(line.quantity - 1) : undefined;
        const { status } = await admin(updateItemStatus, { ...at(line.id), body: { status: 'cancelled', quantity } });
        if (status === 200 && quantity !== undefined) done.parts++;
      } else if (act === 7) {
        await admin(updateKitchenItems, { body: { itemIds: [line.id], status: 'completed' } });
        if ((await admin(recallItems, { body: { itemIds: [line.id] } })).status === 200) done.recalls++;
      } else if (line.quantity > 1 && next(2) === 0)
        await admin(splitCheck, { ...at(check!), body: { parts: [{ items: [{ itemId: line.id, quantity: 1 }] }] } });
      else if (changes[0]) await admin(undoCheckChange, { ...at(check!), body: { changeId: changes[0].change_id } });
    }
  }

  const { rows } = await database.query(
    `select o.id, l.station_id, l.item_id, l.left, t.told from orders o
     cross join lateral (select station_id, item_id, coalesce(sum(quantity) filter (where status <> 'cancelled'), 0)::int as left, array_agg(item_title) as titles
       from order_lines where tenant_id = o.tenant_id and order_id = o.id group by station_id, item_id) l
     cross join lateral (select coalesce(sum(case kind when 'new' then 1 when 'void' then -1 else 0 end * (x->>'quantity')::int), 0)::int as told
       from tickets k, jsonb_array_elements(k.lines) x
       where k.tenant_id = o.tenant_id and k.order_id = o.id and k.station_id = l.station_id and x->>'item_title' = any(l.titles)) t
     where o.tenant_id = $1`,
    [tenantId],
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(Object.values(done).every((count) => count > 0)).toBe(true);
  expect(rows.filter(({ left, told: said }) => left !== said)).toEqual([]);
  expect(rows.some(({ left }) => left > 0) && rows.some(({ left }) => left === 0)).toBe(true);
});

test('of the pages of one session the latest twenty are known, whatever they call themselves', async () => {
  const { admin, bar, tenantId } = await open();
  for (let n = 1; n <= 25; n++)
    expect((await admin(markTicketsSeen, { body: { ticketIds: [], stationId: bar, screenId: `screen-${n}` } })).status).toBe(200);
  const { rows } = await database.query('select screen_id from kitchen_screens where tenant_id = $1', [tenantId]);
  expect(rows).toHaveLength(20);
  expect(rows).toContainEqual({ screen_id: 'screen-25' });
});
