import type { MenuItem } from '#contract/menu-items.ts';
import { calledName } from '#contract/called-name.ts';
import { deliveryTypes } from '#contract/pos.ts';
import type { QrOrder } from '#contract/qr-orders.ts';
import { type CartLine, newSale, type Sale, saleReducer } from './cart.ts';
import { factsText } from '#web/ui/own-direction.ts';

type QrItem = QrOrder['items'][number];

/** Addons stand in the menu's order, so that the line is equal to one that is chosen at the till. */
const addonsOf = ({ addons }: QrItem, item: MenuItem | undefined): CartLine['addons'] => {
  const place = new Map(item?.addons.map(({ id }, index) => [id, index]));
  return (addons ?? [])
    .map(({ id, title }) => ({ id, title }))
    .sort((one, other) => (place.get(one.id) ?? Infinity) - (place.get(other.id) ?? Infinity) || one.id - other.id);
};

const lineOf = (item: QrItem, menu: ReadonlyMap<number, MenuItem>): CartLine => ({
  id: item.item_id,
  title: item.item_title,
  variant: item.variant_id === null ? null : { id: item.variant_id, title: item.variant_title ?? '' },
  addons: addonsOf(item, menu.get(item.item_id)),
  notes: item.notes ?? '',
  quantity: item.quantity,
});

const phoneEnd = (phone: string | null): string | null => (phone && phone.length > 4 ? `…${phone.slice(-4)}` : phone);

/**
 * Who it is for. Without a table it is called out by name, and by the number that the diner's page shows. Who orders with the phone of
 * a customer under another name is called as they call themself, and the customer stands beside it.
 */
export const nameOf = (order: QrOrder): string => {
  const { id, table_title, customer_id } = order;
  const name = calledName(order);
  return factsText(table_title ? [table_title, name] : [name ?? 'Guest', phoneEnd(customer_id), `Order ${id}`]);
};

/** What a diner ordered as a sale of the till. An item that has left the menu stays in it as a line that says so. */
export const saleOfQrOrder = (order: QrOrder, menu: ReadonlyMap<number, MenuItem>, key: string): Sale => {
  const { lines } = order.items
    .map((item) => lineOf(item, menu))
    .reduce((sale, line) => saleReducer(sale, { type: 'add', line }), newSale(key));
  const deliveryType = deliveryTypes.find((known) => known === order.delivery_type) ?? 'dinein';
  return {
    key,
    lines,
    deliveryType,
    // what leaves the house joins no table's bill unasked
    tableId: deliveryType === 'dinein' ? order.table_id : null,
    customer:
      order.customer_type === 'CUSTOMER' && order.customer_id !== null
        ? { phone: order.customer_id, name: order.customer_name ?? order.customer_id }
        : null,
    qrOrderId: order.id,
  };
};
