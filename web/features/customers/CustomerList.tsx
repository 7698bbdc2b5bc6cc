import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import type { Customer } from '#contract/customers.ts';
import { EmailText } from '#web/parts/EmailText.tsx';
import { RowActions } from '#web/parts/RowActions.tsx';
import classes from './CustomerList.module.css';
import { dayText } from '#web/parts/day-text.ts';
import { addressOf } from './customer-address.ts';

interface CustomerListProps {
  customers: readonly Customer[];
  /** Of the store: the day on which somebody was added is its day. */
  timezone: string;
  /** Of the page before, while the next one is on its way. */
  isOld: boolean;
  /** Left out for whoever only reads. */
  onEdit?: (customer: Customer) => void;
  onDelete?: (customer: Customer) => void;
}

const Name = ({ customer }: { customer: Customer }) => (
  <Link to={addressOf(customer.phone)} className={classes.name}>
    {customer.name}
  </Link>
);

const Table = ({ customers, timezone, isOld, onEdit, onDelete }: CustomerListProps) => (
  <div className="table-frame" data-old={isOld}>
    <table className={`row-table ${classes.table}`} aria-label="Customers">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Phone</th>
          <th scope="col">Email</th>
          <th scope="col">Birth date</th>
          <th scope="col">Added</th>
          {onEdit && (
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          <tr key={customer.phone}>
            <td>
              <Name customer={customer} />
            </td>
            <td className={classes.figures}>{customer.phone}</td>
            <td className={classes.long}>{customer.email && <EmailText of={customer.email} />}</td>
            <td className={classes.figures}>{customer.birth_date && dayText(customer.birth_date)}</td>
            <td className={classes.figures}>{dayText(customer.created_at, timezone)}</td>
            {onEdit && onDelete && (
              <td className={classes.actions}>
                <RowActions name={customer.name} onEdit={() => onEdit(customer)} onDelete={() => onDelete(customer)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Cards = ({ customers, isOld, onEdit, onDelete }: CustomerListProps) => (
  <ul className={classes.cards} aria-label="Customers" data-old={isOld}>
    {customers.map((customer) => (
      <li key={customer.phone} className={`surface ${classes.card}`}>
        <div className={classes.facts}>
          <Name customer={customer} />
          <span className={classes.figures}>{customer.phone}</span>
          {customer.email && (
            <span className={classes.quiet}>
              <EmailText of={customer.email} />
            </span>
          )}
        </div>
        {onEdit && onDelete && <RowActions name={customer.name} onEdit={() => onEdit(customer)} onDelete={() => onDelete(customer)} />}
      </li>
    ))}
  </ul>
);

/** Customers as a table, on a phone as cards. */
export const CustomerList = (props: CustomerListProps) => {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return isPhone ? <Cards {...props} /> : <Table {...props} />;
};
