import type { PaymentKind, PaymentType } from '#contract/payment-types.ts';

export const kindTitles: Record<PaymentKind, string> = { cash: 'Cash', card: 'Card', other: 'Other' };

/** 'Gives change, takes tips' */
export const traitsText = ({ gives_change, takes_tip, needs_reference }: PaymentType): string => {
  const text = [gives_change && 'gives change', takes_tip && 'takes tips', needs_reference && 'needs a reference']
    .filter(Boolean)
    .join(', ');
  return text && text[0]!.toUpperCase() + text.slice(1);
};
