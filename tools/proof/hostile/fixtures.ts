/** One of everything that an address or a body can name. */
export interface Fixtures {
  category: number;
  tax: number;
  paymentType: number;
  table: number;
  soup: number;
  variant: number;
  addon: number;
  phone: string;
  reservation: number;
  username: string;
  order: number;
  line: number;
  qrOrder: number;
  qrcode: string;
}

/** Posts a body, or reads without one, below /api/v1 as the owner of a restaurant; rejects when it is refused. */
type CallJson = (path: string, body?: object) => Promise<unknown>;

interface Group {
  orders: { id: number; items: { id: number }[] }[];
}

let made = 0;
/** Makes one of everything in a restaurant, through the calls that its owner has. */
export const makeFixtures = async (call: CallJson): Promise<Fixtures> => {
  made += 1;
  const title = `Thing ${made}`;
  const idOf = async (path: string, body: object) => ((await call(path, body)) as { id: number }).id;
  const phone = `+1 217 555 ${1000 + made}`;
  const username = `thing-${made}-${Date.now()}@example.com`;
  const soup = await idOf('/menu-items/add', { title, price: 4.5 });
  await call('/settings/store-setting', { isQRMenuEnabled: true, isQROrderEnabled: true });
  const { uniqueQRCode: qrcode } = (await call('/settings/store-setting')) as { uniqueQRCode: string };
  await call('/customers/add', { phone, name: title });
  await call('/users/add', { name: title, username, password: 'a long password', userScopes: ['POS'] });
  const cart = [{ id: soup, quantity: 1 }];
  const { orderId: order } = (await call('/pos/create-order', { cart })) as { orderId: number };
  const groups = (await call('/orders')) as Group[];
  const guest = { deliveryType: null, customerType: 'WALKIN' };
  return {
    category: await idOf('/settings/categories/add', { title }),
    tax: await idOf('/settings/taxes/add', { title, rate: 5, type: 'exclusive' }),
    paymentType: await idOf('/settings/payment-types/add', { title, isActive: true }),
    table: await idOf('/settings/store-tables/add', { title, floor: '-', seatingCapacity: 4 }),
    soup,
    variant: await idOf(`/menu-items/variants/${soup}/add`, { title, price: 5 }),
    addon: await idOf(`/menu-items/addons/${soup}/add`, { title, price: 1 }),
    phone,
    reservation: ((await call('/reservations/add', { customerId: phone, date: new Date().toISOString() })) as { reservationId: number })
      .reservationId,
    username,
    order,
    line: groups.flatMap(({ orders }) => orders).find(({ id }) => id === order)!.items[0]!.id,
    qrOrder: ((await call(`/qrmenu/${qrcode}/place-order`, { cartItems: cart, ...guest })) as { orderId: number }).orderId,
    qrcode,
  };
};
