import type { Currency } from '#contract/currencies.ts';
import type { ApprovalTarget } from '#contract/approvals.ts';
import type { AdjustmentBody } from '#contract/adjustment-fields.ts';
import { toDecimal } from '#contract/pricing.ts';
import { findReasonGiven } from '#server/features/reasons/reasons.queries.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { assertRight } from '#server/platform/security/rights.queries.ts';
import {
  findAdjustments,
  type FoundAdjustment,
  insertAdjustment,
  insertLineAdjustments,
  type NewAdjustment,
  saveRepriced,
} from './adjustments.queries.ts';
import {
  amountOf,
  assertFew,
  assertPrice,
  type Effect,
  grownOf,
  percentInAll,
  readAdjustmentValue,
  type Repriced,
  repriced,
} from './adjustments.rules.ts';
import { updateCheck } from './checks.queries.ts';
import { isOfBill } from './checks.rules.ts';
import { idsOf } from '#server/platform/database/batches.ts';

interface Line {
  id: number;
  half_of?: number | null;
  unit_price: number;
  quantity: number;
}

/** Takes what was given off the unpaid lines of a bill again, after `without` was taken back; the bill is locked. */
export const repriceBill = async (db: Db, lines: readonly Line[], without?: FoundAdjustment): Promise<Repriced> => {
  const priced = repriced(lines, await findAdjustments(db, idsOf(lines)), without);
  await saveRepriced(db, idsOf(lines), priced);
  return priced;
};

/** What was given for the whole bill, or `which` of it, acts on lines that came later, too. */
export const extendAdjustments = async (
  db: Db,
  checkId: number,
  {
    lines,
    added,
    which = () => true,
  }: { lines: readonly Line[]; added: readonly Line[]; which?: ((row: FoundAdjustment) => boolean) | undefined },
): Promise<void> => {
  for (const row of await findAdjustments(db, idsOf(lines)))
    if (isOfBill(row, checkId) && which(row)) await insertLineAdjustments(db, row.id, idsOf(added));
};

/** An adjustment of a call, and the line that it is for; null: the whole bill. */
export interface RequestedAdjustment {
  body: AdjustmentBody;
  line: Line | null;
}

interface Giving {
  checkId: number;
  /** The unpaid lines of the bill, which is locked. */
  lines: readonly Line[];
  /** Those of them that come with this order; what was given for the bill acts on them already. */
  added?: readonly Line[];
  asked: readonly RequestedAdjustment[];
  currency: Currency;
  /** What a colleague's approval names. */
  targetId: number | null;
  target: ApprovalTarget;
  approvalToken: string | null | undefined;
  /** What else has to be allowed with it, once it is known what is off each line. */
  alsoOff?: (discounts: Repriced['discounts']) => bigint;
}

/** What was given for the bill before, and takes more off it by these lines, which came since. */
export const grownBy = ({ effects }: Repriced, added: readonly Line[]): Effect[] =>
  effects.filter(
    (effect) => effect.row.id > 0 && effect.row.lines.some(({ line_id }) => added.some(({ id }) => id === line_id)) && grownOf(effect) > 0n,
  );

/**
 * Takes money off a bill: asks the right with what it comes to in all, notes it, and prices the bill again. What a colleague allowed before
 * and grows by lines that came since counts. Answers the new adjustments and what each takes off, and those that grew. Throws
 * invalid_input, conflict and approval_needed (wire-2.md §3).
 */
export const giveAdjustments = async (
  context: Pick<Context, 'db' | 'session' | 'now'>,
  { checkId, lines, added = [], asked, currency, targetId, target, approvalToken, alsoOff }: Giving,
) => {
  const { db, now, session } = context;
  const present = await findAdjustments(db, idsOf(lines));
  if (asked.length > 0) assertFew([...present, ...asked.map(({ line }) => ({ line_id: line?.id ?? null }))]);
  const given: NewAdjustment[] = [];
  for (const { body, line } of asked) {
    const value = readAdjustmentValue(body, currency);
    assertPrice({ kind: body.kind, value }, line);
    const why = await findReasonGiven(db, 'discount', body);
    given.push({ checkId, lineId: line?.id ?? null, kind: body.kind, value, why, memberId: session.memberId, approverId: null, now });
  }
  const onOf = ({ lineId }: NewAdjustment) => (lineId === null ? idsOf(lines) : [lineId]);
  // as if they were there, to know what they come to before somebody has to allow it
  const tried = given.map(
    (one, index): FoundAdjustment => ({
      id: -1 - index,
      check_id: checkId,
      line_id: one.lineId,
      kind: one.kind,
      value: one.value,
      member_id: session.memberId,
      approver_id: null,
      lines: onOf(one).map((line_id) => ({ line_id, amount: 0 })),
      taken_back: 0,
      ...one.why,
      member_name: null,
    }),
  );
  const priced = repriced(lines, [...present, ...tried]);
  const effects = priced.effects.slice(present.length);
  const amounts = effects.map(amountOf);
  // an approval was good for a sum: what it grows by beyond that is allowed again
  const grown = grownBy(priced, added);
  const beyond = grown.filter(({ row }) => row.approver_id !== null);
  const allowed = [...effects, ...beyond];
  const also = alsoOff?.(priced.discounts) ?? 0n;
  const sum = [also, ...amounts, ...beyond.map(grownOf)].reduce((all, amount) => all + amount, 0n);
  const approverId =
    allowed.length === 0 && also === 0n
      ? null
      : await assertRight(context, 'discount', {
          targetId,
          target,
          act: 'give_discount',
          amount: toDecimal(sum, currency.decimals),
          currency: currency.code,
          percent: (approver) => Math.max(0, ...allowed.map((effect) => percentInAll(effect, priced, lines, approver))),
          approvalToken,
        });
  for (const [index, one] of given.entries()) effects[index]!.row.id = await insertAdjustment(db, { ...one, approverId }, onOf(one));
  await saveRepriced(db, idsOf(lines), priced);
  if (given.some(({ lineId }) => lineId === null)) await updateCheck(db, checkId, { is_adjusted: true });
  return {
    given: effects.map(({ row }, index) => ({ id: row.id, amount: amounts[index]!, ...given[index]! })),
    grown,
    discounts: priced.discounts,
  };
};
