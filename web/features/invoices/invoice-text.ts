import { deliveryTitle } from '#web/parts/delivery-titles.ts';
import type { Invoice } from '#contract/invoices.ts';

export const placeOf = ({ table_title, floor }: Invoice): string | null =>
  table_title && (floor && floor !== '-' ? `${table_title} · ${floor}` : table_title);
export const optionOf = ({ delivery_type }: Invoice): string => deliveryTitle(delivery_type);
export const customerOf = ({ customer_type, name }: Invoice): string => (customer_type === 'CUSTOMER' ? (name ?? '–') : 'Walk-in');
export const paymentText = (type: string | null): string => (!type || type === 'unspecified' ? 'Unspecified' : type);
/** By what it is known beside its number: nobody is handed the token of a refund. */
export const markOf = (invoice: Invoice): string =>
  invoice.refund_of === null ? `Token ${tokensOf(invoice)}` : `Refund of ${invoice.refund_of}`;
export const tokensOf = ({ orders }: Invoice): string => orders.map(({ token_no }) => token_no).join(', ');
