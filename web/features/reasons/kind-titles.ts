import type { ReasonKind } from '#contract/reasons.ts';

/** What a reason is given for, as people say it. */
export const kindTitles: Record<ReasonKind, string> = {
  void: 'Cancelling',
  discount: 'Discount',
  refund: 'Refund',
  drawer: 'Cash drawer',
};
