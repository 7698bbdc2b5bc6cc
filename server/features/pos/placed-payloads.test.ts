import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What a function of db/functions takes out of its JSON, not of a row's `detail`: by arrow and question mark, and as columns of a record. */
const keysRead = (name: string): string[] => {
  const text = readFileSync(`db/functions/${name}.sql`, 'utf8').replace(/--.*/g, '');
  const columns = [...text.matchAll(/\bas (?:\w+ )?\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/"?(\w+)"? (?:bigint|text|timestamptz|date|integer|jsonb|numeric)\b/g)].map(([, column]) => column!),
  );
  return [...new Set([...[...text.matchAll(/(?<!\bdetail)(?:->>?|\?)\s*'(\w+)'/g)].map(([, key]) => key!), ...columns])].sort();
};

/** The names of an interface's properties, those of the objects within among them. */
const propertiesOf = (file: string, name: string): string[] => {
  const [, body = ''] = new RegExp(`interface ${name}\\b[^{]*\\{\\n(.*?)\\n\\}`, 's').exec(readFileSync(file, 'utf8')) ?? [];
  expect(body, `${name} in ${file}`).not.toBe('');
  return [...body.replace(/\/\*\*.*?\*\//gs, '').matchAll(/(\w+)\??:/g)].map(([, property]) => property!);
};

const payloads = (name: string) => propertiesOf('server/features/pos/placed-payloads.rules.ts', name);
const charges = ['charges', 'chargesTotal']; // of toChargeRows
const everyOrder = [
  ...payloads('AnyOrderPayload'),
  ...payloads('AroundOrder'),
  ...propertiesOf('server/features/prices/cart.rules.ts', 'PricedCartLine'),
];
const notes = propertiesOf('server/features/pos/notes.rules.ts', 'Note');
const captured = propertiesOf('server/features/payments/payments.rules.ts', 'Captured');

test.each([
  ['place_order', [...everyOrder, ...payloads('OrderPayload'), ...payloads('PaidInvoicePayload'), ...charges, ...captured, ...notes]],
  ['place_qr_order', [...everyOrder, ...payloads('QrOrderPayload')]],
  [
    'pay_orders',
    [
      ...propertiesOf('server/features/payments/payments.queries.ts', 'Payment'),
      ...propertiesOf('server/features/payments/payments.queries.ts', 'PaidSums'),
      ...charges,
      ...captured,
    ],
  ],
])('every key that %s reads is one of the type that it is called with', (name, known) => {
  const read = keysRead(name);
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((key) => !known.includes(key))).toEqual([]);
});
