import type { MenuItem } from '#contract/menu-items.ts';
import type { DinerPage, QrMenu } from '#contract/qr-menu.ts';

/** An item of a menu for tests. */
export const itemWith = (item: Partial<MenuItem> & { id: number }): MenuItem => ({
  title: `Dish ${item.id}`,
  price: 5,
  net_price: null,
  tax_id: null,
  tax_title: null,
  tax_rate: null,
  tax_type: null,
  category_id: null,
  category_title: null,
  image: null,
  sold_out: false,
  addons: [],
  variants: [],
  ...item,
});

/** A small menu: soup with tax, wine in two sizes, bread. */
export const smallMenu: QrMenu = {
  storeSettings: {
    store_name: 'Chez Nous',
    address: '1 High Street',
    phone: null,
    email: null,
    image: null,
    currency: 'USD',
    country: 'US',
    is_qr_menu_enabled: 1,
    is_qr_order_enabled: 1,
  },
  categories: [
    { id: 1, title: 'Starters' },
    { id: 2, title: 'Drinks' },
  ],
  menuItems: [
    itemWith({ id: 1, title: 'Crème', price: 4.5, category_id: 1, tax_id: 1, tax_title: 'VAT', tax_rate: 10, tax_type: 'exclusive' }),
    itemWith({
      id: 2,
      title: 'Wine',
      price: 6,
      category_id: 2,
      variants: [
        { id: 21, item_id: 2, title: 'Glass', price: 6 },
        { id: 22, item_id: 2, title: 'Bottle', price: 24 },
      ],
      addons: [{ id: 23, item_id: 2, title: 'Olives', price: 3.25 }],
    }),
    itemWith({ id: 3, title: 'Bread', price: 2 }),
  ],
  storeTable: null,
};

export const pageOf = (page: Partial<DinerPage> = {}): DinerPage => ({
  view: 'menu',
  qrcode: 'code',
  tableId: null,
  menu: smallMenu,
  ...page,
});
