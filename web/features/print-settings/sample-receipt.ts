import type { Reply } from '#contract/endpoint.ts';
import type { getStoreSetting } from '#contract/store-settings.ts';
import type { PrintedReceipt } from '#web/platform/printouts.ts';
import type { PrintValues } from './print-values.ts';

const flag = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0);

/** Sums are whole, which every currency has. */
const order = {
  date: '2026-11-20T18:30:00Z',
  businessDay: '2026-11-20',
  tokens: [12],
  deliveryType: 'dinein',
  customerType: 'CUSTOMER',
  customerName: 'Ada Lovelace',
  tableTitle: 'Table 4',
  lines: [
    { title: 'Pizza Margherita', variant: 'Large', addons: ['Olives', 'Capers'], notes: 'Well done', quantity: 2, price: 14, total: 28 },
    { title: 'Lemonade', variant: null, addons: [], notes: null, quantity: 3, price: 4, total: 12 },
  ],
  subTotal: 40,
  taxTotal: 4,
  total: 44,
  paymentType: 'Cash',
};

const nowhere = {
  storeName: 'Your restaurant',
  address: '1 Main Street',
  phone: null,
  email: null,
  legalName: null,
  taxNumber: null,
  taxNumberLabel: null,
  currency: 'USD',
  timezone: 'UTC',
};

/** An order that nobody made, printed as the form stands. */
export const sampleReceipt = (print: PrintValues, known: Reply<typeof getStoreSetting> | undefined): PrintedReceipt => {
  const { storeName, address, phone, email, currency, timezone, legalName, taxNumber, taxNumberLabel } = known ?? nowhere;
  return {
    ...order,
    store: {
      store_name: storeName,
      address,
      phone,
      email,
      currency,
      timezone,
      legal_name: legalName,
      tax_number: taxNumber,
      tax_number_label: taxNumberLabel,
    },
    print: {
      page_format: print.pageFormat,
      header: print.header,
      footer: print.footer,
      show_notes: flag(print.showNotes),
      show_store_details: flag(print.showStoreDetails),
      show_customer_details: flag(print.showCustomerDetails),
      print_token: flag(print.printToken),
    },
  };
};
