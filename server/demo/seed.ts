import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { DEMO_PASSWORD } from '#contract/own-account.ts';
import { AppError } from '#contract/errors.ts';
import { openTenant } from '#server/features/tenants/open-tenant.queries.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import { type Clock, publicId, type Random } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { newCode } from '#server/features/reservations/reservations.rules.ts';
import { imagineBookings } from './bookings.ts';
import { illustrations } from './illustrations.ts';
import { menu } from './menu.ts';
import { insertPast } from './insert-past.ts';
import { OWNER, staff, tables } from './people.ts';
import { paint } from './pictures.ts';
import { insertRows } from './rows.ts';
import { DAY, OPENED, STORE } from './store.ts';

interface Options {
  databases: Databases;
  clock: Clock;
  random: Random;
  dataDir: string;
  /** what its accounts get when they are made; asked for then only */
  password?: () => string;
}
interface Picture {
  name: string;
  content: Buffer;
}

const ASKED_AGAIN_AFTER = 200; // ms
/** The demonstration needs no subscription. */
const NEVER_ENDS = new Date('2100-01-01T00:00:00Z');

/**
 * Makes the demonstration restaurant unless it is there. A start that was cut short left nothing, or an owner of an empty
 * restaurant, which is filled then. Pictures go to `dataDir`/media/<tenant>.
 */
export const seedDemonstration = async ({ databases, clock, random, dataDir, password = () => DEMO_PASSWORD }: Options): Promise<void> => {
  const known = await databases.readAcrossTenants(findDemonstration);
  if (known?.isFilled) return;

  const now = clock();
  const [pictures, passwordHash] = await Promise.all([paintMenu(random), hashPassword(password(), random)]);
  const { tenantId, ownerId } = known ?? (await open(databases, { now, random, passwordHash }));
  const fill = async (db: Db) => {
    const counters = await db.selectFrom('tenant_counters').select('invoice_no').forUpdate().skipLocked().executeTakeFirst();
    if (!counters) return 'another node is at it';
    if (counters.invoice_no > 0) return 'done';
    await furnish(db, { random, passwordHash, openedAt: new Date(now.getTime() - OPENED * DAY), now });
    await insertMenu(db, tenantId, pictures);
    const customerIds = await insertPast(db, now, ownerId);
    await insertBookings(db, now, random, customerIds);
    await storePictures(join(dataDir, 'media', String(tenantId)), [...pictures.values()]);
    return 'done';
  };
  // On a slow machine this takes longer than a statement may: a node that starts at the same time asks again, and waits at no lock.
  while ((await databases.asTenant(tenantId, fill)) !== 'done') await setTimeout(ASKED_AGAIN_AFTER);
};

/** The number of invoices only ever grows, and the first ones are written with all the rest: it tells an owner without a restaurant. */
const findDemonstration = async (db: Db) => {
  const row = await db
    .selectFrom('members')
    .innerJoin('tenant_counters', 'tenant_counters.tenant_id', 'members.tenant_id')
    .select(['members.tenant_id', 'members.id', 'invoice_no'])
    .where(sql<boolean>`lower(username) = ${OWNER.username}`)
    .orderBy('members.id')
    .executeTakeFirst();
  return row && { tenantId: row.tenant_id, ownerId: row.id, isFilled: row.invoice_no > 0 };
};

const open = async (databases: Databases, { now, random, passwordHash }: { now: Date; random: Random; passwordHash: string }) => {
  const restaurant = {
    name: STORE.name,
    username: OWNER.username,
    passwordHash,
    currency: STORE.currency,
    timezone: STORE.timezone,
    uniqueQRCode: publicId(random),
    activeUntil: NEVER_ENDS,
    isConfirmed: true,
    now: new Date(now.getTime() - OPENED * DAY),
  };
  try {
    const { tenantId, memberId } = await databases.acrossTenants((db) => openTenant(db, restaurant));
    return { tenantId, ownerId: memberId };
  } catch (error) {
    const other = error instanceof AppError && (await databases.readAcrossTenants(findDemonstration));
    if (!other) throw error;
    return other;
  }
};

const PAINTED_AT_ONCE = 2; // of the four threads on which connections are opened, too: those wait two seconds for their turn, and no longer

const paintMenu = async (random: Random): Promise<Map<string, Picture>> => {
  const dishes = menu.flatMap(({ ground, dishes: served }) => served.map(({ title }) => ({ title, ground }))).entries();
  const pictures = new Map<string, Picture>();
  const paintInTurn = async () => {
    for (const [index, { title, ground }] of dishes)
      pictures.set(title, { name: `${publicId(random)}.webp`, content: await paint(illustrations[title]!, ground, index + 1) });
  };
  await Promise.all(Array.from({ length: PAINTED_AT_ONCE }, paintInTurn));
  return pictures;
};

/** Files come before the commit: a row never names a picture that is missing. Those of a start that was cut short are cleared away. */
const storePictures = async (folder: string, pictures: Picture[]) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await Promise.all(pictures.map(({ name, content }) => writeFile(join(folder, name), content, { flush: true })));
};

interface Furnishing {
  random: Random;
  passwordHash: string;
  openedAt: Date;
  now: Date;
}

const furnish = async (db: Db, { random, passwordHash, openedAt, now }: Furnishing) => {
  await db
    .updateTable('store_settings')
    .set({
      address: '214 Orchard Lane, Brooklyn, NY 11201',
      phone: '+1 718 555 0100',
      email: 'ciao@demo.example',
      day_start: STORE.dayStart,
      // its past was closed elsewhere: the first day to close is today's
      closes_from: businessDateOf(now, STORE),
      is_qr_menu_enabled: true,
      is_qr_order_enabled: true,
    })
    .execute();
  await db
    .updateTable('print_settings')
    .set({ header: 'Benvenuti!', footer: 'Grazie e a presto. Thank you for dining with us!' })
    .execute();
  await db.updateTable('members').set({ name: OWNER.name, designation: OWNER.who }).execute();
  const told = staff.map(({ username, name, who, scopes, rights }) => ({
    username,
    password_hash: passwordHash,
    name,
    role: 'user' as const,
    scopes: [...scopes],
    rights: [...rights],
    designation: who,
    email: username,
    created_at: openedAt,
    confirmed_at: openedAt,
  }));
  await insertRows(db, 'members', told);
  await insertRows(
    db,
    'payment_types',
    ['Card', 'Mobile Pay', 'Gift Card'].map((title) => ({ title, kind: title === 'Card' ? 'card' : 'other' })),
  );
  await insertRows(
    db,
    'store_tables',
    tables.map(([title, floor, seats, plan]) => ({
      public_id: publicId(random),
      title,
      floor,
      seating_capacity: seats,
      plan_x: plan.x,
      plan_y: plan.y,
      plan_width: plan.width,
      plan_height: plan.height,
      plan_shape: plan.shape,
    })),
  );
};

const insertMenu = async (db: Db, tenantId: number, pictures: Map<string, Picture>) => {
  const [foodTax, alcoholTax] = await insertRows(db, 'taxes', [
    { title: 'Sales Tax', rate: 80_000, type: 'exclusive' },
    { title: 'Alcohol Tax (included)', rate: 100_000, type: 'inclusive' },
  ]);
  const taxes = { food: foodTax!, alcohol: alcoholTax! };
  const categoryIds = await insertRows(
    db,
    'categories',
    menu.map(({ title }, position) => ({ title, position })),
  );
  const dishes = menu.flatMap((course, index) =>
    course.dishes.map((dish, position) => ({
      ...dish,
      position,
      categoryId: categoryIds[index]!,
      taxId: dish.isUntaxed ? null : taxes[course.tax],
    })),
  );
  const itemIds = await insertRows(
    db,
    'menu_items',
    dishes.map(({ title, price, position, categoryId, taxId, description = null, allergens = [], diets = [] }) => ({
      title,
      price,
      description,
      allergens: [...allergens],
      diets: [...diets],
      category_id: categoryId,
      tax_id: taxId,
      image: `/media/${tenantId}/${pictures.get(title)!.name}`,
      position,
    })),
  );
  const optionsOf = (kind: 'variants' | 'addons') =>
    dishes.flatMap((dish, index) => (dish[kind] ?? []).map(([title, price]) => ({ item_id: itemIds[index]!, title, price })));
  await insertRows(db, 'menu_item_variants', optionsOf('variants'));
  await insertRows(db, 'menu_item_addons', optionsOf('addons'));
};

const insertBookings = async (db: Db, now: Date, random: Random, customerIds: number[]) => {
  const tables = await db.selectFrom('store_tables').select(['id', 'seating_capacity']).orderBy('seating_capacity').orderBy('id').execute();
  const bookings = imagineBookings(now, STORE, tables, customerIds.length).map(({ customer, date, ...booking }) => ({
    ...booking,
    customer_id: customerIds[customer]!,
    unique_code: newCode(random),
    date,
    created_at: new Date(Math.min(date.getTime(), now.getTime()) - DAY),
  }));
  await insertRows(db, 'reservations', bookings);
};
