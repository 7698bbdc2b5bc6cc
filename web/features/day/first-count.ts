import { useKeptCount } from '#web/parts/kept-count.ts';

export interface Count {
  paymentTypeId: number;
  amount: number;
}

/** By day: what was counted of it before anybody saw by how much it differs. */
type FirstCounts = Readonly<Record<string, readonly Count[]>>;

/** What was counted before its difference was shown: it is no draft any more, and stays until its own day is closed. */
export const useFirstCounts = (currency: string) => {
  const { typed, type, forget } = useKeptCount<FirstCounts>('day-first-counts', currency, {}, (firsts) => Object.keys(firsts).length > 0);
  const ofDay = (day: string) => typed[day] ?? [];
  return {
    isShown: (day: string): boolean => ofDay(day).length > 0,
    /** The difference of these counts is shown now: of each payment type the count stays that it was shown for first. */
    keep: (day: string, counts: readonly Count[]): void => {
      const known = ofDay(day);
      const added = counts.filter((count) => !known.some((one) => one.paymentTypeId === count.paymentTypeId));
      if (added.length > 0) type({ ...typed, [day]: [...known, ...added] });
    },
    /** The first counts that another one stands for by now, or none. */
    recountedOf: (day: string, counts: readonly Count[]): Count[] =>
      ofDay(day).filter((count) => counts.find((one) => one.paymentTypeId === count.paymentTypeId)?.amount !== count.amount),
    /** The day is closed. */
    drop: (day: string): void => {
      const { [day]: _, ...others } = typed;
      if (Object.keys(others).length > 0) type(others);
      else forget();
    },
  };
};
