import * as z from 'zod';
import { day } from './fields.ts';
import { daysBetween, periodTypes, type PeriodType } from './periods.ts';

const LONGEST = 800; // days (wire.md §1)
const CHOOSE = 'Please select a period!';

/** Browsers write missing values as the text null (wire.md §1). */
export const absent = (value: unknown) => (value === 'null' || value === '' || value === null ? undefined : value);

const customDay = z.preprocess(absent, day.optional());

/** What is wrong with the days of a period, in the sentence that page and server show; undefined when nothing is. */
export const faultOfDays = ({ type, from, to }: { type?: PeriodType; from?: string; to?: string }): string | undefined => {
  if (type !== 'custom') return undefined;
  if (!from || !to) return 'Please provide both days of the period!';
  if (from > to) return 'The period ends before it begins!';
  return daysBetween(from, to) >= LONGEST ? `A period has at most ${LONGEST} days!` : undefined;
};

const checkDays = (query: object, context: { addIssue: (issue: { code: 'custom'; message: string }) => void }) => {
  const message = faultOfDays(query);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
};

/** The query of a list with a period filter; `types` are those that the screen offers, `more` the list's other fields. */
export const periodQuery = <T extends PeriodType, M extends z.ZodRawShape = Record<never, never>>(types: readonly T[], more?: M) =>
  z
    .object({ ...(more ?? ({} as M)), type: z.preprocess(absent, z.enum(types, CHOOSE)), from: customDay, to: customDay })
    .superRefine(checkDays);

/** The same for the one list that shows everything when no period is asked for (wire.md §1). */
export const optionalPeriodQuery = <T extends PeriodType, M extends z.ZodRawShape>(types: readonly T[], more: M) =>
  z
    .object({ ...more, type: z.preprocess(absent, z.enum(types, CHOOSE).optional()), from: customDay, to: customDay })
    .superRefine(checkDays);

export const allPeriods = periodTypes;
export const pastPeriods = periodTypes.filter((type): type is Exclude<PeriodType, 'tomorrow'> => type !== 'tomorrow');
