import { isDeepStrictEqual } from 'node:util';
import type { Currency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { saveMenuFile } from '#contract/menu-files.ts';
import { tenantLimits } from '#contract/tenant-limits.ts';
import { type Fault, sentenceOf } from '#server/features/menu-items/menu-faults.rules.ts';
import { type FileItem, labelTaxes, type NamedTax, type readMenuFile } from '#server/features/menu-items/menu-file.rules.ts';
import {
  assertMenuWithin,
  countMenu,
  findTaxesOfMenu,
  insertItems,
  insertOptions,
  lockTaxesOfMenu,
  markOptionsArchived,
  updateItems,
  updateOptionPrices,
} from '#server/features/menu-items/menu-import.queries.ts';
import {
  changesOf,
  grownBy,
  type ImportPlan,
  isOnlyTooLarge,
  type ItemUpdate,
  optionsOf,
  planImport,
  taxIdsOf,
} from '#server/features/menu-items/menu-import.rules.ts';
import { findItemOrderToChange, getMenuCurrency, lockMenuCurrency } from '#server/features/menu-items/menu-items.queries.ts';
import { optionTables } from '#server/features/menu-items/options.queries.ts';
import { findMenu } from '#server/features/menu-items/menu.queries.ts';
import { sendJson } from '#server/platform/endpoints/answers.ts';
import { insertAudit, insertAudits } from '#server/platform/security/audit.queries.ts';
import type { Context, OpenContext } from '#server/platform/endpoints/contexts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { triedAgain } from '#server/platform/database/failures.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { handleSignedIn } from '#server/platform/endpoints/routes.ts';
import type { Session } from '#server/platform/endpoints/session.ts';
import { assertRowsWithin } from '#server/platform/database/row-limits.queries.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { openSemaphores } from '#server/platform/work/semaphores.ts';
import { inPauses, listToJson, objectToJson, slicesOf } from '#server/platform/work/slices.ts';
import type { Thread } from '#server/platform/work/threads.ts';
import { insertCategory, lockCategories } from './categories.queries.ts';

// It stands with the categories because it writes both: they know the menu's items, and the items do not know them.

type Writing = Pick<Context, 'db' | 'session' | 'now'>;

const addItems = async (
  context: Writing,
  items: readonly FileItem[],
  categoryIds: ReadonlyMap<string, number>,
  taxIds: ReadonlyMap<string, number>,
) => {
  const { db } = context;
  const rows = items.map(({ title, price, net_price, category, tax, description, allergens, diets }) => ({
    title,
    price,
    net_price: net_price ?? null,
    category_id: category == null ? null : categoryIds.get(category)!,
    tax_id: tax == null ? null : taxIds.get(tax)!,
    description: description ?? null,
    allergens: allergens ?? [],
    diets: diets ?? [],
  }));
  const ids = await insertItems(db, rows);
  for (const [column, table] of optionTables) {
    const options = items.flatMap((item, index) => (item[column] ?? []).map((option) => ({ item_id: ids[index]!, ...option })));
    if (options.length > 0) await insertOptions(db, table, options);
  }
  await insertAudits(
    context,
    ids.map((id, index) => {
      const { variants, addons } = items[index]!;
      return { action: 'import', entity: 'menu_items', entityId: id, after: { ...rows[index], variants, addons } };
    }),
  );
};

const changeItems = async (context: Writing, updates: readonly ItemUpdate[]) => {
  const { db, now } = context;
  await updateItems(
    db,
    updates.map(({ before, after }) => ({ id: before.id, ...after })),
  );
  for (const [column, table] of optionTables) {
    const added = updates.flatMap((update) => update[column].added.map((option) => ({ item_id: update.before.id, ...option })));
    const updated = updates.flatMap((update) => update[column].updated.map(({ id, price }) => ({ id, price })));
    const deleted = updates.flatMap((update) => update[column].deleted.map(({ id }) => id));
    if (added.length > 0) await insertOptions(db, table, added);
    if (updated.length > 0) await updateOptionPrices(db, table, updated);
    if (deleted.length > 0) await markOptionsArchived(db, table, deleted, now);
  }
  await insertAudits(
    context,
    updates.map(({ before: { id, price, net_price, tax_id, description, allergens, diets }, after, variants, addons }) => ({
      action: 'import',
      entity: 'menu_items',
      entityId: id,
      before: { price, net_price, tax_id, description, allergens, diets },
      after: { ...after, variants, addons },
    })),
  );
};

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

const WRITTEN_AT_ONCE = 2500; // rows of a statement, which is put together on the event loop

interface Sides {
  currency: Currency;
  taxes: NamedTax[];
}
const isSame = (one: Sides, other: Sides): boolean => isDeepStrictEqual(one, other);

type Importing = Pick<OpenContext, 'asTenant' | 'now'> & { session: Session };

/** What a file is read by, before anything is locked. */
const findSides = async (db: Db) => ({
  sides: { currency: await getMenuCurrency(db), taxes: await findTaxesOfMenu(db) },
  present: await countMenu(db),
});

/** Plans and writes what was read; undefined when the store's currency or taxes are no longer those that it was read by. */
const write = ({ asTenant, session, now }: Importing, read: Read, sides: Sides, dryRun: boolean) =>
  asTenant(session.tenantId, async (db): Promise<{ plan: ImportPlan; faults: Fault[] } | undefined> => {
    // in the order in which every change of the menu locks
    const currency = await lockMenuCurrency(db);
    const categories = await lockCategories(db);
    const taxes = await lockTaxesOfMenu(db);
    if (!isSame({ currency, taxes }, sides)) return undefined;
    await findItemOrderToChange(db);

    const taxLabels = labelTaxes(taxes);
    const plan = await inPauses(planImport(read.items, await findMenu(db), categories, taxLabels));
    const faults = [...read.faults, ...plan.faults].sort((a, b) => a.line - b.line);
    const [first] = faults;
    if (dryRun) return { plan, faults };
    if (first) {
      const errors = faults.map((fault) => ({ path: ['csv', fault.line], message: sentenceOf(fault) }));
      const code = isOnlyTooLarge(faults) ? 'conflict' : 'invalid_input';
      const others = faults.length === 1 ? '' : ` And ${counted(faults.length - 1, 'more fault')}.`;
      throw new AppError(code, `${sentenceOf(first)}${others}`, { errors });
    }

    const context = { db, session, now };
    // of several categories with one title the first
    const categoryIds = new Map(categories.toReversed().map(({ id, title }) => [title, id]));
    for (const title of plan.newCategories) {
      const { id } = await insertCategory(db, title);
      categoryIds.set(title, id);
      await insertAudit(context, { action: 'add', entity: 'categories', entityId: id, after: { title } });
    }
    const taxIds = taxIdsOf(taxLabels);
    for await (const items of slicesOf(plan.added, (item) => 1 + optionsOf(item), WRITTEN_AT_ONCE))
      await addItems(context, items, categoryIds, taxIds);
    for await (const updates of slicesOf(
      plan.updated,
      ({ variants, addons }) => 1 + changesOf(variants) + changesOf(addons),
      WRITTEN_AT_ONCE,
    ))
      await changeItems(context, updates);
    await assertGrowth(db, plan);
    if (plan.updated.length > 0) await insertEvent(db, now, 'menu_update', {});
    return { plan, faults };
  });

/** Whatever was added meanwhile, by whomever, counts too. */
const assertGrowth = async (db: Db, { added, updated, newCategories }: ImportPlan) => {
  if (newCategories.length > 0) await assertRowsWithin(db, 'categories');
  const newOptions = updated.reduce((sum, { variants, addons }) => sum + grownBy(variants) + grownBy(addons), 0);
  const hasMoreOptions = newOptions + added.reduce((sum, item) => sum + optionsOf(item), 0) > 0;
  const grown = [...(added.length > 0 ? (['menuItems'] as const) : []), ...(hasMoreOptions ? (['menuOptions'] as const) : [])];
  if (grown.length > 0) await assertMenuWithin(db, ...grown);
};

const answerOf = async ({ plan, faults }: { plan: ImportPlan; faults: Fault[] }, dryRun: boolean) => {
  const done = plan.added.length + plan.updated.length > 0;
  const message = dryRun
    ? faults.length > 0
      ? `${counted(faults.length, 'fault')} found.`
      : 'Nothing is wrong with this file.'
    : done
      ? `${counted(plan.added.length, 'item')} added, ${plan.updated.length} updated.`
      : 'The menu already matches this file.';
  const { unchanged, newCategories } = plan;
  return sendJson(
    objectToJson(
      { success: true, message, unchanged, newCategories },
      {
        faults: await listToJson(faults, (fault) => {
          const { line, title = null, column = null, value = null } = fault;
          return { line, title, column, value, message: sentenceOf(fault) };
        }),
        added: await listToJson(plan.added, ({ line, title, category }) => ({ line, title, category: category ?? null })),
        updated: await listToJson(plan.updated, ({ line, before, changes }) => ({
          line,
          title: before.title,
          category: before.category_title,
          changes,
        })),
      },
    ),
  );
};

export interface ImportContext {
  limits: Pick<Limits, 'open'>;
  /** where files are read */
  files: Thread;
}

type Read = ReturnType<typeof readMenuFile>;
const BODY_MAX = 6_000_000; // bytes: a file, and what its quotation marks and line ends are more as JSON; deploy/nginx.conf lets through no more
const READINGS = 3; // of a file whose taxes change meanwhile
const TURN_WITHIN = 30_000; // ms that a second file of a restaurant waits for the first

/** A file is read beside the event loop and before the transaction, which then only plans and writes: others are not to wait for it. */
export const menuImportRoutes = ({ limits, files }: ImportContext) => {
  const perTenant = limits.open('import-tenant');
  const inTurn = openSemaphores(1, TURN_WITHIN);
  const readFile = files.run<typeof readMenuFile>('#server/features/menu-items/menu-file.rules.ts', 'readMenuFile');

  const importFile = async (csv: string, dryRun: boolean, context: Importing) => {
    const { asTenant, session } = context;
    for (let attempt = 1; attempt <= READINGS; attempt++) {
      const { sides, present } = await asTenant(session.tenantId, findSides, 'read only');
      // what it has already a restaurant may read again
      const most = {
        items: Math.max(present.items, tenantLimits.menuItems.most),
        options: Math.max(present.options, tenantLimits.menuOptions.most),
      };
      const read = await readFile(csv, sides.currency, labelTaxes(sides.taxes), most);
      const done = await triedAgain(() => write(context, read, sides, dryRun));
      if (done) return answerOf(done, dryRun);
    }
    throw new AppError('conflict', 'The taxes or the currency were changed meanwhile. Please try again!');
  };

  const route = handleSignedIn(saveMenuFile, async ({ body: { csv, dryRun } }, context) => {
    const { tenantId, memberId, id: sessionId } = context.session;
    await perTenant.take(String(tenantId)).catch((refusal: unknown) => {
      context.noteSecurity({ kind: 'limit reached', tenantId, memberId, sessionId, detail: { limit: 'import-tenant' } });
      throw refusal;
    });
    return inTurn(tenantId, () => importFile(csv, dryRun, context));
  });
  return [{ ...route, bodyLimit: BODY_MAX }];
};
