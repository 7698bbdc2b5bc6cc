import { useRef, useState } from 'react';
import { closeDay, getDay, listClosings } from '#contract/day.ts';
import { dayText } from '#web/parts/day-text.ts';
import { type CallFailed, useAction } from '#web/platform/api.ts';
import type { Count } from './first-count.ts';

/** 'Close 2026-03-09 first!' names the oldest day that is open. */
const olderIn = (failure: string | undefined) => /^Close (\d{4}-\d\d-\d\d) first!$/.exec(failure ?? '')?.[1];

interface CloseDayOptions {
  businessDate: string;
  counts: Count[];
  /** Of what was counted of a day again after its difference was shown: what was counted first. */
  recountedOf: (day: string, counts: Count[]) => Count[];
  note: string;
  onClosed: (closingNo: number) => void;
}

/** Closes the chosen day, or the days before it that stand in the way and then that one. */
export const useCloseDay = ({ businessDate, counts, recountedOf, note, onClosed }: CloseDayOptions) => {
  const [failure, setFailure] = useState<string>();
  const [isCatchingUp, setCatchingUp] = useState(false);
  const refusal = useRef<string>(undefined);
  const close = useAction(closeDay, {
    quiet: true,
    expects: 'conflict',
    act: ({ body: { businessDate: day } }) => `Close ${dayText(day)}`,
    refreshes: [getDay, listClosings],
    onFailed: ({ message }: CallFailed) => {
      refusal.current = message;
      setFailure(message);
    },
  });
  const closeOne = (day: string) => {
    setFailure(undefined);
    refusal.current = undefined;
    const isChosen = day === businessDate;
    const counted = isChosen ? counts : [];
    const firstCounts = recountedOf(day, counted);
    return close.run({
      body: {
        businessDate: day,
        counts: counted,
        ...(firstCounts.length > 0 && { firstCounts }),
        ...(isChosen && note && { note }),
      },
    });
  };
  const closeChosen = async () => {
    const done = await closeOne(businessDate);
    if (done) onClosed(done.closingNo);
    return done;
  };
  /** The days before, which nobody counted, and then the chosen one. */
  const catchUp = async () => {
    setCatchingUp(true);
    for (let older = olderIn(failure); older !== undefined; older = olderIn(refusal.current)) {
      if (!(await closeOne(older))) break;
      if (await closeChosen()) return;
    }
    setCatchingUp(false);
  };
  return {
    failure,
    /** The oldest day, where that is what is in the way. */
    first: olderIn(failure),
    isPending: close.isPending || isCatchingUp,
    isCatchingUp,
    closeChosen,
    catchUp,
    forget: () => setFailure(undefined),
  };
};
