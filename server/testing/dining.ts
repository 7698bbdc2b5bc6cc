import type { CallInput } from '#contract/endpoint.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { listQrOrders } from '#contract/qr-orders.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { listTables } from '#contract/tables.ts';
import { withMenu } from './menu.ts';
import { callAs, database, openApp, openRestaurant } from './restaurant.ts';

type Basket = CallInput<typeof placeQrOrder>['body'];

/** A restaurant whose diners may order, with a browser that does. */
export const openDining = async (settings: object = {}, opening: Parameters<typeof openRestaurant>[0] = {}) => {
  // limits are counted by a server: each restaurant here has one of its own
  const app = opening.app ?? (await openApp());
  const restaurant = await withMenu(await openRestaurant({ ...opening, app }));
  const { admin, menu } = restaurant;
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true, ...settings } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const [t1, t2] = (await admin(listTables, {})).reply;
  const body: Basket = {
    deliveryType: null,
    cartItems: [{ id: menu.soup, quantity: 2 }],
    customerType: 'WALKIN',
    customer: { name: 'Guest', phone: '' },
    tableId: null,
  };
  /** Orders from a browser of its own, unless cookies are given. */
  const place = async (
    basket: Partial<Basket> | object = {},
    headers: Record<string, string> = {},
    cookies: Record<string, string> = {},
    address?: string,
  ) => callAs(app, cookies)(placeQrOrder, { params: { qrcode }, body: { ...body, ...basket } }, { headers, address });
  const waiting = async () => (await admin(listQrOrders, {})).reply;
  return { ...restaurant, app, qrcode, body, place, waiting, t1: t1!, t2: t2! };
};
/** The cookie that an answer sets. */
export const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => {
  const [pair] = String(headers['set-cookie']).split(';');
  const [name, value] = pair!.split('=');
  return { [name!]: value! };
};

/** A restaurant's customers, in the order in which they came. */
export const customersOf = async (tenantId: number, pool = database) => {
  const { rows } = await pool.query('select phone, name, email, updated_at from customers where tenant_id = $1 order by id', [tenantId]);
  return rows;
};
