import { useMemo } from 'react';
import { type Check, getCheck } from '#contract/checks.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import type { PosInit } from '#contract/pos.ts';
import { currencyOf } from '#contract/money-text.ts';
import { deliveryTitles } from '#web/parts/delivery-titles.ts';
import { useReply } from '#web/platform/api.ts';
import type { Sale } from './cart.ts';
import { priceCart } from './cart-prices.ts';

interface OfTable {
  covers: number | null;
  /** The main bill that is open there. */
  checkId: number | undefined;
}

/** What the bill does to a further round that its cart does not show. */
const notesOf = (bill: Check | undefined, { charges = [] }: PosInit): string[] => {
  if (!bill) return [];
  const isSum = (id: number) => (bill.kept_charges ?? charges).some((charge) => charge.id === id && charge.kind === 'amount');
  return [
    ...bill.charges.filter(({ charge_id: id }) => isSum(id)).map(({ title }) => `${title} (once for the table) is already on the bill.`),
    ...bill.removed_charges.map(({ title }) => `${title} was taken off this bill.`),
    ...bill.adjustments
      .filter(({ item_id: item, kind, is_for_rounds: isForRounds }) => item === null && kind === 'percent' && isForRounds !== false)
      .map(({ value }) => `${value} % off this bill comes off.`),
  ];
};

/** What the cart comes to on the bill of its table and paid by itself, and what it would eaten in or taken away, where that is another sum. */
export const useCartPrices = (
  { lines, deliveryType, discounts }: Sale,
  menu: ReadonlyMap<number, MenuItem>,
  init: PosInit,
  { covers, checkId }: OfTable,
) => {
  const { storeSettings, charges, taxParts } = init;
  const { currency } = storeSettings;
  const bill = useReply(getCheck, { params: { id: String(checkId ?? 0) } }, { enabled: checkId !== undefined, staleTime: 0 }).data;
  const joined = checkId === undefined ? undefined : bill;
  return useMemo(() => {
    const price = (option: Sale['deliveryType'], of: number | null, joins?: Check) =>
      priceCart(lines, menu, currencyOf(currency), { deliveryType: option, charges, taxParts, discounts, covers: of, bill: joins });
    const cart = price(deliveryType, covers, joined);
    const other = deliveryType === 'dinein' ? 'takeaway' : 'dinein';
    // what is taken away has no guests at a table (cart.ts)
    const { total } = price(other, other === 'takeaway' ? null : covers);
    return {
      cart,
      /** A sale that is paid at once is a bill of its own. */
      paid: joined ? price(deliveryType, covers) : cart,
      /** On a bill that nobody has asked for yet: its charges are the bill's. */
      bare: () => priceCart(lines, menu, currencyOf(currency), { deliveryType, taxParts, discounts }),
      notes: notesOf(joined, init),
      otherOption: total === cart.total ? undefined : { name: deliveryTitles[other], total },
    };
  }, [lines, menu, init, currency, charges, taxParts, discounts, deliveryType, covers, joined]);
};
