import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A call's text from its first bracket to the one that closes it. */
const argumentsFrom = (source: string, start: number): string => {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === '(') depth++;
    if (source[at] === ')' && --depth === 0) return source.slice(start + 1, at);
  }
  return source.slice(start);
};

const actions = globSync('web/**/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.'))
  .flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    return [...source.matchAll(/\buseAction\(/g)].map(({ index }) => argumentsFrom(source, index + 'useAction'.length));
  })
  .map((text) => ({ endpoint: /^\s*([\w.]+)/.exec(text)![1]!, text }));

/** What throws something away, and how its question begins. */
const asked: Record<string, RegExp> = {
  cancelAllQrOrders: /asked\(`all /,
  cancelSubscription: /verb: 'Cancel',\s+thing: 'your subscription'/,
  deleteAddon: /asked\(params\.addonId\)/,
  deleteCategory: /deleting\(\s*`category .*await loss/s,
  deleteCharge: /deleting\(`charge /,
  deleteCustomer: /deleting\(`customer .*lossOf/s,
  deleteDisplay: /verb: 'Unpair',\s+thing: /,
  deleteItemPhoto: /deleting\(`the picture of /,
  deleteMenuItem: /deleting\(`item /,
  deleteOwnPhoto: /deleting\('your picture'/,
  deletePaymentType: /deleting\(`payment type /,
  deletePrinter: /deleting\(\s*`printer /,
  deleteReason: /deleting\(`reason /,
  deleteReservation: /deleting\(`reservation of /,
  deleteStation: /deleting\(\s*`station /,
  deleteStorePhoto: /deleting\('the picture of the store'/,
  deleteTable: /deleting\(`table /,
  deleteTax: /deleting\(\s*`tax .*await loss/s,
  deleteUser: /deleting\(`user /,
  deleteVariant: /asked\(params\.variantId\)/,
  removeDevice: /verb: 'Remove',\s+thing: /,
  removeOtherDevices: /verb: 'Sign out',\s+thing: /,
  removeSampleMenu: /verb: 'Remove',\s+thing: 'the sample menu'/,
  resetQrCode: /verb: 'Reset',\s+thing: /,
  resetTableLink: /verb: 'Reset',\s+thing: /,
  saveStoreSetting: /verb: 'Change',\s+thing: `the currency from /,
  updateQrOrderStatus: /asked\(`QR order /,
};
/** These have a dialog of their own, which names what is lost, or lose nothing. */
const ownDialog = ['calls.remove', 'cancelOrders', 'deleteTenant', 'removeAdjustment', 'removeCharge', 'resetPassword', 'reversePayment'];

test('every call that throws something away is asked for by verb and name', () => {
  const confirmed = actions.filter(({ text }) => text.includes('confirm:'));
  expect([...new Set(confirmed.map(({ endpoint }) => endpoint))].sort()).toEqual(Object.keys(asked));
  const unnamed = confirmed.filter(({ endpoint, text }) => !asked[endpoint]!.test(text));
  expect(unnamed).toEqual([]);
});

test('none is left without a question', () => {
  const destructive = actions.filter(({ endpoint }) => /^(calls\.remove|(delete|remove|reset|reverse|cancel)[A-Z])/.test(endpoint));
  const silent = destructive.filter(({ text }) => !text.includes('confirm:')).map(({ endpoint }) => endpoint);
  expect([...new Set(silent)].sort()).toEqual(ownDialog);
});
