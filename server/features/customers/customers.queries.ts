import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { explainConstraint, type Db } from '#server/platform/database.ts';
import { phoneKeyOf } from './customers.rules.ts';

type Gender = 'female' | 'male' | 'other';
interface CustomerDetails {
  name: string;
  email?: string | null | undefined;
  birthDate?: string | null | undefined;
  gender?: Gender | null | undefined;
}

const unknown = () => new AppError('not_found', 'This customer does not exist!');

const customers = (db: Db) =>
  db
    .selectFrom('customers')
    .select(['id', 'phone', 'name', 'email', 'birth_date', 'gender', 'created_at', 'updated_at'])
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

type Field = 'start' | 'name' | 'phone';

const SUFFIX = 32; // characters of a suffix that are kept (0007_customers.sql)

/** The suffixes that begin with a text: those of the fields that contain it. Compared, not matched, so that an index is used (performance.md). */
const begin = (text: string): RawBuilder<boolean> => {
  const start = sql`left(lower(${text}), ${sql.lit(SUFFIX)})`;
  return sql`suffix >= ${start} and suffix < ${start} || U&'\\+10FFFF'`;
};

/** What the suffixes leave open of a longer text. */
const contain = (text: string): RawBuilder<boolean> => sql`(strpos(lower(name), lower(${text})) > 0
  or strpos(lower(phone), lower(${text})) > 0 or strpos(lower(email), lower(${text})) > 0)`;

/** The ids of the customers of whom one of these fields contains the text, to stand within `in (…)`. */
export const idsLike = (fields: readonly (Field | 'email')[], text: string) => {
  const found = sql`select customer_id from customer_suffixes where field in (${sql.join(fields.map((field) => sql.lit(field)))}) and ${begin(text)}`;
  return text.length > SUFFIX ? sql`select id from customers where id in (${found}) and ${contain(text)}` : found;
};

const like = (text: string) => sql<boolean>`id in (${idsLike(['start', 'name', 'phone', 'email'], text)})`;

interface Page {
  sort: 'created_at' | 'name';
  filter: string;
  offset: number;
  limit: number;
}

/** One page of the customers, the newest first or by name; with a filter those whose name, phone or e-mail contains it. */
export const findCustomers = (db: Db, { sort, filter, offset, limit }: Page) =>
  customers(db)
    .$if(filter !== '', (query) => query.where(like(filter)))
    .$if(sort === 'created_at', (query) => query.orderBy('created_at', 'desc').orderBy('id', 'desc'))
    .$if(sort === 'name', (query) => query.orderBy(sql`lower(name)`).orderBy('id'))
    .offset(offset)
    .limit(limit)
    .execute();

export const countCustomers = async (db: Db, filter: string): Promise<number> => {
  if (filter === '') {
    const counted = await db.selectFrom('customer_counts').select('customers').executeTakeFirst();
    return counted?.customers ?? 0;
  }
  if (filter.length <= SUFFIX) {
    // an erased customer has no suffixes
    const { rows } = await sql<{ count: number }>`
      select count(distinct customer_id) as count from customer_suffixes
      where field in ('start', 'name', 'phone', 'email') and ${begin(filter)}`.execute(db);
    return rows[0]!.count;
  }
  const { count } = await db
    .selectFrom('customers')
    .select((customer) => customer.fn.countAll<number>().as('count'))
    .where('erased_at', 'is', null)
    .where(like(filter))
    .executeTakeFirstOrThrow();
  return count;
};

const FIRST_LOOK = 30; // suffixes; most often enough for ten customers

/**
 * These customers in the order of their ids, each looked up by itself. Of `id = any(…)` the planner makes one look through an index with all
 * customers of the restaurant, because the average one has so few; without the limit it would see through this, too.
 */
const eachOf = (ids: readonly number[]): RawBuilder<unknown> => sql`unnest(${ids}::bigint[]) with ordinality as wanted (customer_id, place)
  cross join lateral (select id, name, phone, email from customers where id = wanted.customer_id limit 1) customer`;

/** The first of these customers; of a text longer than a suffix only those that contain all of it. */
const withAllOf = async (db: Db, ids: readonly number[], text: string, limit: number): Promise<number[]> => {
  if (text.length <= SUFFIX) return ids.slice(0, limit);
  const { rows } = await sql<{ id: number }>`select id from ${eachOf(ids)} where ${contain(text)} order by place limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** At most `limit` customers with a field that contains its text, those of the first field first. As quick among many customers as among few. */
export const findCustomerIdsLike = async (db: Db, wanted: readonly (readonly [Field, string])[], limit: number): Promise<number[]> => {
  // A customer has as many suffixes with an 'a' as there are in the name, so it is not known how many make ten customers.
  for (let look = FIRST_LOOK; ; look *= 10) {
    const parts = wanted.map(
      ([field, text], place) => sql`(
        select customer_id, ${sql.lit(place)} as place from customer_suffixes
        where field = ${sql.lit(field)} and ${begin(text)} order by suffix limit ${look})`,
    );
    const { rows } = await sql<{ customer_id: number }>`
      select customer_id from (${sql.join(parts, sql` union all `)}) found order by place`.execute(db);
    const ids = [...new Set(rows.map(({ customer_id }) => customer_id))];
    if (ids.length >= limit || rows.length < look) return withAllOf(db, ids, wanted[0]![1], limit);
  }
};

/** These customers in this order, without those that were erased meanwhile. */
export const findCustomersToPick = async (db: Db, ids: readonly number[]): Promise<{ name: string; phone: string }[]> => {
  const { rows } = await sql<{ name: string; phone: string }>`
    select name, phone from ${eachOf(ids)} where phone is not null and name is not null order by place`.execute(db);
  return rows;
};

const duplicate = () => new AppError('conflict', 'A customer with this phone already exists!');

export const insertCustomer = (db: Db, { phone, name, email, birthDate, gender }: CustomerDetails & { phone: string }, now: Date) =>
  db
    .insertInto('customers')
    .values({ phone, name, email: email ?? null, birth_date: birthDate ?? null, gender: gender ?? null, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainConstraint({ customers_phone: duplicate() }));

/**
 * The id of the customer with this phone, who is added when new. A known one is never changed (reliability.md N9); one that
 * was erased has no phone any more, so whoever comes back with it is somebody new.
 */
export const insertCustomerIfNew = async (db: Db, { phone, name }: { phone: string; name: string }, now: Date): Promise<number> => {
  const added = await db
    .insertInto('customers')
    .values({ phone, name, created_at: now })
    .onConflict((row) => row.columns(['tenant_id', 'phone_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? (await getCustomerByPhone(db, phone)).id;
};

/** Changes what is given; the phone stays. */
export const updateCustomerRow = async (db: Db, phone: string, { name, email, birthDate, gender }: CustomerDetails, now: Date) => {
  const updated = await db
    .updateTable('customers')
    .set({
      name,
      updated_at: now,
      ...(email !== undefined && { email }),
      ...(birthDate !== undefined && { birth_date: birthDate }),
      ...(gender !== undefined && { gender }),
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
