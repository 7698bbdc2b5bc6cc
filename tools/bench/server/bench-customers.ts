import type pg from 'pg';
import { countCustomers, findCustomerIdsLike, findCustomers, findCustomersToPick } from '#server/features/customers/customers.queries.ts';
import { readSearch } from '#server/features/customers/customers.rules.ts';
import { openScratchTenant } from '#tools/bench/scratch-tenant.ts';

const CUSTOMERS = Number(process.env['COMANDA_CUSTOMERS'] ?? 1_000_000); // of one tenant
const ROUNDS = 7;
const BYTES = 1024; // of a customer, at most
const AT_MOST = 300; // ms
/** Of nobody, of one in three, of runs of digits in phones that were given out one after the other, of words in another order. */
const TEXTS = ['amelia', 'hart amelia', 'a', 'an', 'zzz', 'qx', '55555', '0000000', '155500', '9', 'gmail.com', 'guest77', 'Größe'];

const at = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** The index is made after the rows: one customer at a time would take a quarter of an hour. */
const fill = async (owner: pg.Client) => {
  const { rows } = await owner.query<{ definition: string }>("select pg_get_indexdef('customer_texts_search'::regclass) as definition");
  await owner.query("set session_replication_role = replica; set maintenance_work_mem = '256MB'; drop index customer_texts_search");
  await owner.query(
    `insert into customers (phone, name, email, created_at)
     select '+1 555-' || to_char(n, 'FM0000000'),
       (array['Amelia', 'Bob', 'Carla', 'Dmitri', 'Éléonore', 'François', 'Gudrun', 'Hassan', 'Irina', 'José'])[1 + n % 10] || ' '
         || substr(md5(n::text), 1, 3 + n % 7) || (array['berger', 'hart', 'müller', 'smith', 'okafor'])[1 + n / 10 % 5],
       'guest' || n || (array['@gmail.com', '@example.org', '@hotmail.de'])[1 + n % 3], now() - (n || ' min')::interval
     from generate_series(1, $1::int) n`,
    [CUSTOMERS],
  );
  await owner.query(
    `insert into customer_texts (tenant_id, customer_id, name, phone, email)
     select tenant_id, id, ' ' || plain_letters(name), lower(phone_key), plain_letters(email) from customers`,
  );
  await owner.query(rows[0]!.definition);
  await owner.query('vacuum analyze customers');
  await owner.query('vacuum analyze customer_texts');
};

/** What a customer's search costs on disk and in time, among a million of one tenant; answers what costs too much. */
export const benchCustomers = async (say: (line: string) => void): Promise<string[]> => {
  const { databases, owner, tenantId, close } = await openScratchTenant('Customers');
  await fill(owner);
  const { rows } = await owner.query<{ bytes: string }>("select pg_total_relation_size('customer_texts') as bytes");
  const bytes = Number(rows[0]!.bytes) / CUSTOMERS;
  say(`\nthe search of ${CUSTOMERS} customers of one tenant: ${bytes.toFixed(0)} bytes a customer, at most ${BYTES}`);

  const ways = {
    pick: (text: string) =>
      databases.asTenant(tenantId, async (db) => findCustomersToPick(db, await findCustomerIdsLike(db, readSearch(text), 10))),
    list: (text: string) =>
      databases.asTenant(tenantId, async (db) => {
        const total = await countCustomers(db, text);
        return findCustomers(db, { sort: 'created_at', filter: text, total, offset: 0, limit: 10 });
      }),
  };
  const missed: string[] = bytes > BYTES ? [`customers: ${bytes.toFixed(0)} bytes a customer, above ${BYTES}`] : [];
  for (const [way, work] of Object.entries(ways)) {
    const all: number[] = [];
    for (const text of TEXTS) {
      const took: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const began = performance.now();
        await work(text);
        took.push(performance.now() - began);
      }
      all.push(...took);
      say(`${way} ${text.padEnd(12)} p50 ${at(took, 0.5).toFixed(1)} ms, most ${at(took, 1).toFixed(1)}`);
      if (at(took, 0.5) > AT_MOST) missed.push(`customers: ${way} '${text}' ${at(took, 0.5).toFixed(0)} ms, above ${AT_MOST}`);
    }
    say(`${way}, all texts: p50 ${at(all, 0.5).toFixed(1)} ms, p99 ${at(all, 0.99).toFixed(1)} ms`);
  }
  await close();
  return missed;
};
