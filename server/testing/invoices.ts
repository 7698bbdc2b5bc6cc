import { database } from '#server/testing/restaurant.ts';

/** A customer of a restaurant, and what an order says of them. */
export const addCustomer = async (tenantId: number, phone: string, name: string) => {
  await database.query('insert into customers (tenant_id, phone, name, email, created_at) values ($1, $2, $3, $4, now())', [
    tenantId,
    phone,
    name,
    `${name}@example.com`,
  ]);
  return { customerType: 'CUSTOMER' as const, customerId: phone };
};

/** Counts the invoices from the second on, which were written past the functions that do it. */
export const noteInvoices = (tenantId: number, last: number) =>
  database.query('select note_invoices($1, array(select generate_series(2, $2::bigint)))', [tenantId, last]);
