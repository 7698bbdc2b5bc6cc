import { sql } from 'kysely';
import { findCurrency } from '#contract/currencies.ts';
import { menuItem } from '#contract/menu-items.ts';
import { qrMenu, type QrMenu } from '#contract/qr-menu.ts';
import { isOfOption, rulesOf, toStoreCharge } from '#server/features/charges/charges.rules.ts';
import type { MenuRow } from '#server/features/menu-items/menu.queries.ts';
import { isSoldOut, rowsOf, toMenuItem } from '#server/features/menu-items/menu.rules.ts';
import { findStore, type StoreRows, weighStore } from '#server/features/pos/store.queries.ts';
import { batched } from '#server/platform/database/batched.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import { listOf } from '#server/platform/database/batches.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import { cacheByWeight } from '#server/platform/work/cache-by-weight.ts';
import { type CachedAnswer, prebuild, type Prebuilt } from '#server/platform/http/prebuilt.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';
import { listToJson, mapInSlices, objectToJson } from '#server/platform/work/slices.ts';
import { cacheByVersion, cacheForDay } from '#server/platform/work/cache-by-version.ts';
import { isPaused } from './pause.rules.ts';
import { countryOf } from './phone.rules.ts';

/** The restaurants behind QR codes: only those that are open for business, so that an unknown code and an inactive tenant are one. */
const findTenants = async (db: Db, codes: string[], now: Date, graceDays: number) => {
  const { rows } = await sql<{ code: string; tenantId: number; version: number }>`
    /* find_qr_tenants */ select s.unique_qr_code as code, s.tenant_id as "tenantId", c.version
    from store_settings s
    cross join lateral (
      select m.version from tenants t join tenant_counters m on m.tenant_id = t.id
      where t.id = s.tenant_id and t.is_active and coalesce(t.active_until + make_interval(days => ${graceDays}) > ${now}, false) offset 0
    ) c
    where s.unique_qr_code = any(${listOf(codes, 'text')})`.execute(db);
  return new Map(rows.map((row) => [row.code, row]));
};

/** One menu as a diner reads it. The same object comes back until something about it changes, so more can be cached by it. */
interface PublicMenu {
  menu: QrMenu;
  tenantId: number;
  /** The menu as the answer of GET /qrmenu, ready to be sent. */
  answer: () => Promise<Prebuilt>;
}

type Answers = ReturnType<typeof cacheByWeight<CachedAnswer>>;

const publicMenu = (menu: QrMenu, tenantId: number, answers: Answers): PublicMenu => {
  const make = async () => {
    const { menuItems, ...head } = menu;
    return prebuild(objectToJson(head, { menuItems: await listToJson(menuItems) }));
  };
  const made: PublicMenu = { menu, tenantId, answer: () => answers(`${tenantId} ${menu.storeTable?.id}`, made, make) };
  return made;
};

const prepareStore = (tenantId: number, rows: StoreRows, answers: Answers) => {
  const { settings } = rows;
  const currency = findCurrency(settings.currency)!;
  const country = countryOf(settings) ?? null;
  const isOn = settings.is_qr_menu_enabled === 1;
  const tables = new Map(rows.tables.map((table) => [table.encrypted_id, table]));

  // The version says nothing of midnight, when what was sold out is back, nor of the end of a pause.
  const menusWhile = (isPausing: boolean) =>
    cacheForDay(async (today) => {
      const items = isOn ? rows.menu.filter((row) => !isSoldOut(row, today)) : [];
      const head = {
        storeSettings: {
          ...settings,
          country,
          is_qr_order_enabled: isPausing ? 0 : settings.is_qr_order_enabled,
          is_qr_order_paused: isPausing && settings.is_qr_order_enabled === 1 ? 1 : 0,
        },
        categories: isOn ? rows.categories : [],
        menuItems: [],
        storeTable: null,
      };
      // what a dish costs without its tax or in the kitchen is nobody's business at the table
      const toItem = (row: MenuRow) => menuItem.parse({ ...toMenuItem(row, currency.decimals, today), net_price: null });
      const menu = { ...qrMenu.parse(head), menuItems: await mapInSlices(items, toItem, rowsOf) };
      const rules = isOn ? rulesOf(rows.charges, rows.taxes, today) : [];
      const chargesOf = (deliveryType: string): Pick<QrMenu, 'charges'> => {
        const charges = rules
          .filter((rule) => isOfOption(rule, deliveryType))
          .map((rule) => {
            const { deliveryTypes: _, ...charge } = toStoreCharge(rule, currency);
            return charge;
          });
        return charges.length > 0 ? { charges } : {};
      };
      // what is ordered without a table is taken away
      const without = publicMenu({ ...menu, ...chargesOf('takeaway') }, tenantId, answers);
      const atTables = new Map<string, PublicMenu>();
      return (tableId: string | null | undefined): PublicMenu => {
        const table = isOn && tableId ? tables.get(tableId) : undefined;
        if (!table) return without;
        let known = atTables.get(table.encrypted_id);
        if (!known) {
          const { encrypted_id: id, table_title, floor, seating_capacity } = table;
          known = publicMenu(
            { ...menu, storeTable: { id, table_title, floor, seating_capacity }, ...chargesOf('dinein') },
            tenantId,
            answers,
          );
          atTables.set(id, known);
        }
        return known;
      };
    });
  const clock = { timezone: settings.timezone, dayStart: settings.day_start };
  const [menusWhileOn, menusWhilePaused] = [menusWhile(false), menusWhile(true)];
  const menusOn = (now: Date) => (isPaused(settings, now) ? menusWhilePaused : menusWhileOn)(businessDateOf(now, clock));
  return { settings, currency, country, clock, tables, menu: new Map(rows.menu.map((item) => [item.id, item])), menusOn };
};

const CODE = /^[\w-]{1,64}$/;

interface Options {
  databases: Pick<Databases, 'asTenant' | 'readAcrossTenants'>;
  clock: Clock;
  graceDays: number;
}

/** The menus behind QR codes, made once for each version of a restaurant; every look-up sees what was committed before it. */
export const openQrMenus = ({ databases, clock, graceDays }: Options) => {
  const findTenant = batched((codes) => databases.readAcrossTenants((db) => findTenants(db, codes, clock(), graceDays)));
  const answers = cacheByWeight<CachedAnswer>(({ bytes }) => bytes);
  const stores = cacheByVersion(async (tenantId) => {
    const rows = await databases.asTenant(tenantId, findStore, 'read only');
    // the rows, and the same as diners read it
    return { version: rows.version, value: prepareStore(tenantId, rows, answers), weight: 2 * weighStore(rows) };
  });

  /** What is behind a code, at least as new as `version`; undefined for an unknown code and for an inactive restaurant. */
  const findQrStore = async (qrcode: string, version = 0) => {
    const tenant = CODE.test(qrcode) ? await findTenant(qrcode) : undefined;
    if (!tenant) return undefined;
    const { value, version: read } = await stores(tenant.tenantId, Math.max(tenant.version, version));
    return { tenantId: tenant.tenantId, version: read, ...value };
  };

  /** The menu behind a code, at a table when its public id is one of this restaurant; undefined as above. */
  const findPublicMenu = async (qrcode: string, tableId?: string | null): Promise<PublicMenu | undefined> => {
    const store = await findQrStore(qrcode);
    return store && (await store.menusOn(clock()))(tableId);
  };

  return { findQrStore, findPublicMenu };
};

export type QrMenus = ReturnType<typeof openQrMenus>;
export type QrStore = NonNullable<Awaited<ReturnType<QrMenus['findQrStore']>>>;
