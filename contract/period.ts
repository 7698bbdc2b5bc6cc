import * as z from 'zod';
import { day } from './fields.ts';
import { faultOfRange, periodTypes, type PeriodType } from './periods.ts';

const CHOOSE = 'Please select a period!';

/** Browsers write missing values as the text null (wire.md §1). */
export const absent = (value: unknown) => (value === 'null' || value === '' || value === null ? undefined : value);

/** The years that a period may lie in: the days around it have four digits too, by which texts of days are compared. */
const isOfOurTime = (value: string) => value >= '1970-01-01' && value <= '2200-12-31';
const customDay = z.preprocess(absent, day.refine(isOfOurTime, 'Please choose days from 1970 to 2200!').optional());

/** What is wrong with the days that a page asks for, where both are chosen; undefined when nothing is. */
export const faultOfDays = ({ type, from, to }: { type?: PeriodType; from?: string; to?: string }): string | undefined => {
  if (type !== 'custom') return undefined;
  return from && to ? faultOfRange({ from, to }) : 'Please provide both days of the period!';
};

interface PeriodQuery {
  type?: PeriodType | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Where a day is left out, only the server knows which one is meant: `rangeOf` looks at it then. */
const checkDays = (query: object, context: { addIssue: (issue: { code: 'custom'; message: string }) => void }) => {
  const { type, from, to }: PeriodQuery = query;
  const message = type === 'custom' && from && to ? faultOfRange({ from, to }) : undefined;
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
