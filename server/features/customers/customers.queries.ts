import { type RawBuilder, sql } from 'kysely';
import { AppError, errorAt } from '#contract/errors.ts';
import { explainConstraint, type Db } from '#server/platform/database/database.ts';
import { nameOrder } from '#server/platform/database/name-order.ts';
import { type Field, phoneKeyOf, spellingsOf, type SearchTerms } from './customers.rules.ts';

type Gender = 'female' | 'male' | 'other';
interface CustomerDetails {
  name: string;
  email?: string | null | undefined;
  birthDate?: string | null | undefined;
  gender?: Gender | null | undefined;
  notes?: string | null | undefined;
}

const unknown = () => new AppError('not_found', 'This customer does not exist!');

const customers = (db: Db) =>
  db
    .selectFrom('customers')
    .select(['id', 'phone', 'name', 'email', 'birth_date', 'gender', 'notes', 'created_at', 'updated_at'])
    .where('erased_at', 'is', null);

type CustomerRow = Awaited<ReturnType<ReturnType<typeof customers>['executeTakeFirstOrThrow']>>;

/** The customer with this phone, in whatever spelling. */
export const findCustomerByPhone = (db: Db, phone: string): Promise<CustomerRow | undefined> =>
  customers(db).where('phone_key', '=', phoneKeyOf(phone)).executeTakeFirst();

/** The same; throws when there is none. */
export const getCustomerByPhone = async (db: Db, phone: string): Promise<CustomerRow> => {
  const customer = await findCustomerByPhone(db, phone);
  if (!customer) throw unknown();
  return customer;
};

/** The same, for a row that is to refer to them: until the commit they are not erased. */
export const getCustomerToReferTo = async (db: Db, phone: string): Promise<CustomerRow> => {
  const customer = await customers(db).where('phone_key', '=', phoneKeyOf(phone)).forKeyShare().executeTakeFirst();
  if (!customer) throw unknown();
  return customer;
};

/** The same, locked until the commit. */
export const getCustomerToChange = async (db: Db, phone: string): Promise<CustomerRow> => {
  const customer = await customers(db).where('phone_key', '=', phoneKeyOf(phone)).forNoKeyUpdate().executeTakeFirst();
  if (!customer) throw unknown();
  return customer;
};

/** The ids of at most so many customers of whom all words of one of these spellings stand in these fields, to stand within `in (…)`. */
export const idsLike = (fields: readonly Field[], spellings: readonly string[][], limit: number) =>
  sql.join(
    spellings.map((words) => sql`select customer_id from find_customer_texts(${words}::text[], ${fields}::text[], ${limit})`),
    sql` union `,
  );

const EVERY_FIELD = ['name', 'phone', 'email'] as const;

/** Those who fit a filter are counted up to here. */
export const COUNTED = 10_000;

/** The same, asked of one customer: of what fits many, the next ones are soon found without an index. */
const fits = (spellings: readonly string[][]): RawBuilder<boolean> => {
  const holds = (word: string) =>
    sql`(${sql.join(
      EVERY_FIELD.map((field) => sql`strpos(${sql.ref(`t.${field}`)}, plain_letters(${word})) > 0`),
      sql` or `,
    )})`;
  const any = spellings.map((words) => sql`(${sql.join(words.map(holds), sql` and `)})`);
  // the limit keeps the planner from reading all texts first
  return sql`(select ${sql.join(any, sql` or `)} from customer_texts t where t.customer_id = customers.id limit 1)`;
};

interface Page {
  sort: 'created_at' | 'name';
  filter: string;
  /** how many fit the filter, as far as counted */
  total: number;
  offset: number;
  limit: number;
}

/** One page of the customers, the newest first or by name; with a filter those of whom each word stands in name, phone or e-mail. */
export const findCustomers = (db: Db, { sort, filter, total, offset, limit }: Page) =>
  customers(db)
    .$if(filter !== '' && total < COUNTED, (query) =>
      query.where(sql<boolean>`id in (${idsLike(EVERY_FIELD, spellingsOf(filter), COUNTED)})`),
    )
    .$if(filter !== '' && total >= COUNTED, (query) => query.where(fits(spellingsOf(filter))))
    .$if(sort === 'created_at', (query) => query.orderBy('created_at', 'desc').orderBy('id', 'desc'))
    .$if(sort === 'name', (query) => query.orderBy(nameOrder('name')).orderBy('id'))
    .offset(offset)
    .limit(limit)
    .execute();

export const countCustomers = async (db: Db, filter: string): Promise<number> => {
  if (filter === '') {
    const counted = await db.selectFrom('customer_counts').select('customers').executeTakeFirst();
    return counted?.customers ?? 0;
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${idsLike(EVERY_FIELD, spellingsOf(filter), COUNTED)}) found`.execute(db);
  return Math.min(rows[0]!.count, COUNTED);
};

/**
 * These customers in the order of their ids, each looked up by itself. Of `id = any(…)` the planner makes one look through an index with all
 * customers of the restaurant, because the average one has so few; without the limit it would see through this, too.
 */
const eachOf = (ids: readonly number[]): RawBuilder<unknown> => sql`unnest(${ids}::bigint[]) with ordinality as wanted (customer_id, place)
  cross join lateral (select id, name, phone, email from customers where id = wanted.customer_id limit 1) customer`;

const LOOKED_AT = 100; // customers of each wanted text; of more, any hundred are put in order

/** At most `limit` customers who fit, those of what is wanted first first. As quick among many customers as among few. */
export const findCustomerIdsLike = async (db: Db, wanted: readonly SearchTerms[], limit: number): Promise<number[]> => {
  const ids = new Set<number>();
  for (const { words, fields } of wanted) {
    // what is likelier is most often enough, and what many fit takes long
    if (ids.size >= limit) break;
    const { rows } = await sql<{ customer_id: number }>`
      select customer_id from find_customer_texts(${words}::text[], ${fields}::text[], ${Math.max(limit, LOOKED_AT)})
      order by found collate "C", customer_id`.execute(db);
    for (const { customer_id } of rows) ids.add(customer_id);
  }
  return [...ids].slice(0, limit);
};

/** These customers in this order, without those that were erased meanwhile. */
export const findCustomersToPick = async (db: Db, ids: readonly number[]): Promise<{ name: string; phone: string }[]> => {
  const { rows } = await sql<{ name: string; phone: string }>`
    select name, phone from ${eachOf(ids)} where phone is not null and name is not null order by place`.execute(db);
  return rows;
};

const TAKEN = 'A customer with this phone already exists!';
/** With its field, so that the sentence stands beside the phone. */
const duplicate = () => errorAt('conflict', 'phone', TAKEN);

export const insertCustomer = (db: Db, { phone, name, email, birthDate, gender, notes }: CustomerDetails & { phone: string }, now: Date) =>
  db
    .insertInto('customers')
    .values({
      phone,
      name,
      email: email ?? null,
      birth_date: birthDate ?? null,
      gender: gender ?? null,
      notes: notes ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainConstraint({ customers_phone: duplicate() }));

/** Changes what is given; the phone stays. */
export const updateCustomerRow = async (db: Db, phone: string, { name, email, birthDate, gender, notes }: CustomerDetails, now: Date) => {
  const updated = await db
    .updateTable('customers')
    .set({
      name,
      updated_at: now,
      ...(email !== undefined && { email }),
      ...(birthDate !== undefined && { birth_date: birthDate }),
      ...(gender !== undefined && { gender }),
      ...(notes !== undefined && { notes }),
    })
    .where('phone_key', '=', phoneKeyOf(phone))
    .where('erased_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw unknown();
  return updated;
};

/** 'deleted' when nothing refers to the customer, else 'erased': history keeps its numbers. */
export const forgetCustomer = async (db: Db, id: number, now: Date): Promise<'deleted' | 'erased'> => {
  const { rows } = await sql<{ outcome: 'deleted' | 'erased' }>`select forget_customer(${id}, ${now}) as outcome`.execute(db);
  return rows[0]!.outcome;
};
