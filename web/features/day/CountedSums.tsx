import { getDay } from '#contract/day.ts';
import { Money } from '#web/parts/Money.tsx';
import { addSums } from '#web/parts/money-text.ts';
import { useReply } from '#web/platform/api.ts';
import classes from './DayEnd.module.css';

interface CountedSumsProps {
  businessDate: string;
  currency: string;
  counts: { paymentTypeId: number; amount: number }[];
}

/** What was counted beside what should be there, once it is counted: the closing of this day would say the same now. */
export const CountedSums = ({ businessDate, currency, counts }: CountedSumsProps) => {
  const { data: day } = useReply(getDay, { query: { date: businessDate } }, { refetchOnMount: 'always' });
  if (!day) return null;
  const money = (value: number) => <Money value={value} currency={currency} />;
  const paidBy = ({ title, kind }: { title: string; kind: string }) =>
    day.payments.find((payment) => payment.payment_type === title && payment.kind === kind);
  const rows = [
    ...day.payment_types.flatMap((type) => {
      const count = counts.find(({ paymentTypeId }) => paymentTypeId === type.id);
      if (!count) return [];
      const { expected = 0, tips = 0 } = paidBy(type) ?? {};
      return [{ key: `type ${type.id}`, name: type.title, expected, tips, counted: count.amount }];
    }),
    ...day.drawers.map(({ drawer_id: id, title, expected, counted }) => ({
      key: `drawer ${id}`,
      name: `Drawer ${title}`,
      expected,
      tips: 0,
      counted,
    })),
  ];
  if (rows.length === 0) return <p className={classes.quiet}>Nothing was counted, so no difference is known.</p>;
  return (
    <table className={classes.counts}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Expected</th>
          <th scope="col">Counted</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, expected, tips, counted }) => {
          const difference = addSums([counted, -expected], currency);
          return (
            <tr key={key}>
              <th scope="row">
                {name}
                {tips !== 0 && <span className={classes.beside}>Without tips of {money(tips)}</span>}
              </th>
              <td>{money(expected)}</td>
              <td>{money(counted)}</td>
              <td className={difference === 0 ? undefined : classes.off}>
                {difference > 0 ? '+' : ''}
                {money(difference)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
