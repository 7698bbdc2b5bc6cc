import { addCustomer, BORN_LATER, deleteCustomer, listCustomers, searchCustomers, updateCustomer } from '#contract/customers.ts';
import { errorAt } from '#contract/errors.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { Db } from '#server/platform/database/database.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import {
  countCustomers,
  findCustomerIdsLike,
  findCustomers,
  findCustomersToPick,
  forgetCustomer,
  getCustomerByPhone,
  getCustomerToChange,
  insertCustomer,
  updateCustomerRow,
} from './customers.queries.ts';
import { readSearch, toCustomer } from './customers.rules.ts';

const PER_PAGE = 10; // part-1 §9
const SEARCH_ROWS = 10; // wire.md §3

const refuseFutureBirth = async (db: Db, birthDate: string | null | undefined, now: Date): Promise<void> => {
  if (birthDate && birthDate > businessDateOf(now, await getStoreClock(db))) throw errorAt('invalid_input', 'birthDate', BORN_LATER);
};

/** What was given, by name: the audit outlives an erased person, so it holds no value of theirs (cases.md D10). */
const fieldsOf = (body: object) => ({ fields: Object.keys(body) });

export const customersRoutes = [
  handle(listCustomers, async ({ query: { page = 1, perPage = PER_PAGE, sort, filter = '' } }, { db }) => {
    const totalCustomers = await countCustomers(db, filter);
    const found = await findCustomers(db, { sort, filter, total: totalCustomers, offset: (page - 1) * perPage, limit: perPage });
    const totalPages = Math.ceil(totalCustomers / perPage);
    const { timezone } = await getStoreClock(db);
    return { customers: found.map(toCustomer), currentPage: page, perPage, totalPages, totalCustomers, timezone };
  }),

  handle(searchCustomers, async ({ query: { q = '' } }, { db }) => {
    if (q === '') return [];
    const ids = await findCustomerIdsLike(db, readSearch(q), SEARCH_ROWS);
    return findCustomersToPick(db, ids);
  }),

  handle(addCustomer, async ({ body }, context) => {
    const { db, now } = context;
    await refuseFutureBirth(db, body.birthDate, now);
    const { id } = await insertCustomer(db, body, now);
    await insertAudit(context, { action: 'add', entity: 'customers', entityId: id, after: fieldsOf(body) });
    await insertEvent(db, now, 'customer_update', { customerId: id });
    return { message: 'Customer added.' };
  }),

  handle(updateCustomer, async ({ params, body }, context) => {
    const { db, now } = context;
    await refuseFutureBirth(db, body.birthDate, now);
    const { id, name, email, birth_date: birthDate, gender, notes } = await getCustomerToChange(db, params.id);
    const present = { name: name ?? '', email, birthDate, gender, notes };
    const after = await mergedOfRow(context, { given: body, present }, 'customers', id);
    await updateCustomerRow(db, params.id, after, now);
    const { basedOn: _, ...given } = body;
    await insertAudit(context, { action: 'update', entity: 'customers', entityId: id, after: fieldsOf(given) });
    await insertEvent(db, now, 'customer_update', { customerId: id });
    return { message: 'Customer updated.' };
  }),

  handle(deleteCustomer, async ({ params }, context) => {
    const { db, now } = context;
    const { id } = await getCustomerByPhone(db, params.id);
    const outcome = await forgetCustomer(db, id, now);
    await insertAudit(context, { action: 'delete', entity: 'customers', entityId: id, after: { outcome } });
    await insertEvent(db, now, 'customer_update', { customerId: id });
    return { message: 'Customer deleted.' };
  }),
];
