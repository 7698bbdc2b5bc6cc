import type { Right } from '#contract/permissions.ts';

/** What a right lets somebody do, after 'May' and 'to'. */
export const rightWords: Record<Right, string> = {
  void_sent: 'cancel what was sent to the kitchen',
  move_check: 'move, merge and split bills',
  discount: 'give discounts',
  refund: 'refund invoices and take payments back',
  open_drawer: 'open the cash drawer',
  close_day: 'close the day',
  approve: 'allow colleagues what they may not do alone',
  audit: 'read what everybody did',
};
