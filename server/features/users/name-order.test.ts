import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listColleagues } from '#contract/approvals.ts';
import { listAudit } from '#contract/audit.ts';
import { initInvoices } from '#contract/invoices.ts';
import { addPaymentType } from '#contract/payment-types.ts';
import { addReason, listReasons } from '#contract/reasons.ts';
import { addTable } from '#contract/tables.ts';
import { databases, newAddress, openRestaurant } from '#server/testing/restaurant.ts';

/** As people read them; byte by byte 'émile', 'iris' and 'Ｆｒｉｄａ' would stand elsewhere, and a database of another locale would have an order of its own. */
const names = ['Ångström', 'Angus', 'émile', 'Emilia', 'Ｆｒｉｄａ', 'iris', 'Zoltan', 'Ёлка', 'Ель', 'かな'];
const reversed = names.toReversed();

test('colleagues, filters and reasons stand by name as people read, whatever the case, the accents and the width of their letters', async () => {
  const { admin, tenantId } = await openRestaurant();
  for (const name of reversed) {
    // past the call: hashing ten passwords takes seconds
    await databases.asTenant(tenantId, (db) =>
      sql`insert into members (username, name, role, password_hash, created_at) values (${newAddress()}, ${name}, 'user', '', now())`.execute(
        db,
      ),
    );
    await admin(addPaymentType, { body: { title: name, isActive: true } });
    await admin(addTable, { body: { title: name, floor: '-', seatingCapacity: 2 } });
    await admin(addReason, { body: { title: name, kind: 'discount' } });
  }
  const given = (shown: readonly string[]) => shown.filter((name) => names.includes(name));

  const invoices = (await admin(initInvoices, {})).reply;
  const audit = (await admin(listAudit, { query: { type: 'today' } })).reply;
  const shown = {
    colleagues: (await admin(listColleagues, {})).reply.map(({ name }) => name),
    cashiers: invoices.filters.members.map(({ name }) => name),
    paymentTypes: invoices.filters.paymentTypes.map(({ title }) => title),
    people: audit.members.map(({ name }) => name),
    tables: audit.tables.map(({ title }) => title),
    reasons: (await admin(listReasons, {})).reply.filter(({ kind }) => kind === 'discount').map(({ title }) => title),
  };
  for (const [list, all] of Object.entries(shown)) expect(given(all), list).toEqual(names);
});
