import { useEffect } from 'react';
import { type Check, mergeCheck, payCheck } from '#contract/checks.ts';
import { usePending } from '#web/platform/mutations.ts';
import { notify } from '#web/platform/toast.ts';
import { isSplitUndone, lastChange } from './check-text.ts';

/** What closes a bill from its own page. */
const closing = [payCheck, mergeCheck];

const sentenceOf = (check: Check): string => {
  const who = lastChange(check)?.member_name ?? 'Somebody else';
  if (isSplitUndone(check)) return `${who} has undone the split into this bill.`;
  return check.merged_into === null ? `${who} has closed this bill.` : `${who} has merged this bill into another one.`;
};

/**
 * Somebody else has paid the bill, or merged it away, under a dialog of this page: the dialog is left for good, also where an undo brings the
 * bill back, and whoever typed into it reads why.
 */
export const useClosedMeanwhile = (check: Check, hasDialog: boolean, leave: () => void): void => {
  const isOurs = usePending(closing).length > 0;
  const isGone = check.status === 'closed' && hasDialog && !isOurs;
  useEffect(() => {
    if (!isGone) return;
    leave();
    notify.error(sentenceOf(check));
  }, [isGone, leave, check]);
};
