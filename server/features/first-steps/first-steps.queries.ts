import { sql } from 'kysely';
import type { FirstStep } from '#contract/first-steps.ts';
import type { Db } from '#server/platform/database/database.ts';

interface DoneSteps {
  steps: (FirstStep | 'all')[];
  hasSampleMenu: boolean;
  hasTax: boolean;
}

/** The steps that what is there shows to be done; a restaurant that has sold something has printed, or could have. */
export const findDoneSteps = async (db: Db): Promise<DoneSteps> => {
  const { rows } = await sql<DoneSteps>`
    select array(
      select 'store' from store_settings where coalesce(address, phone) is not null
      union select 'items' where exists (select from menu_items where archived_at is null)
      union select 'tables' where exists (select from store_tables where archived_at is null)
      union select 'card' where exists (select from payment_types where lower(title) <> 'cash')
        or exists (select from invoices where created_at < now() - interval '7 days') -- whoever has sold for a week has decided
      union select 'staff' where exists (select from members where role = 'user' and archived_at is null)
      union select 'print' where exists (select from invoices)
      union select step from first_steps) as steps,
    exists (select from sample_menus) as "hasSampleMenu",
    exists (select from taxes where archived_at is null) as "hasTax"`.execute(db);
  return rows[0]!;
};

export const insertFirstStep = (db: Db, step: FirstStep | 'all', now: Date) =>
  db
    .insertInto('first_steps')
    .values({ step, done_at: now })
    .onConflict((row) => row.columns(['tenant_id', 'step']).doNothing())
    .execute();
