interface Count {
  paymentTypeId: number;
  amount: number;
}

/** What was counted of a day before anybody saw by how much it differs. */
export interface FirstCount {
  day: string;
  counts: Count[];
}

const ofDay = (first: FirstCount | undefined, day: string): Count[] => (first?.day === day ? first.counts : []);

/** The difference of these counts is shown now: of each payment type the count stays that it was shown for first. */
export const keepFirst = (first: FirstCount | undefined, day: string, counts: readonly Count[]): FirstCount => {
  const known = ofDay(first, day);
  return { day, counts: [...known, ...counts.filter((count) => !known.some((one) => one.paymentTypeId === count.paymentTypeId))] };
};

/** The first counts that another one stands for by now, or none. */
export const recountedOf = (first: FirstCount | undefined, day: string, counts: readonly Count[]): Count[] =>
  ofDay(first, day).filter((count) => counts.find((one) => one.paymentTypeId === count.paymentTypeId)?.amount !== count.amount);
