import { type Dispatch, memo } from 'react';
import { CustomerSearch } from '#web/parts/CustomerSearch.tsx';
import type { Sale, SaleAction } from './cart.ts';
import classes from './CustomerField.module.css';

interface CustomerFieldProps {
  customer: Sale['customer'];
  dispatch: Dispatch<SaleAction>;
  onAdd: ((typed: string) => void) | undefined;
  typedBefore: string;
  onTyped: (typed: string) => void;
}

/** Who buys; a costly field that has nothing to do with the next item. */
export const CustomerField = memo(({ customer, dispatch, onAdd, typedBefore, onTyped }: CustomerFieldProps) => (
  <div className={classes.customer}>
    <CustomerSearch
      value={customer}
      placeholder="WALKIN CUSTOMER"
      onChange={(chosen) => dispatch({ type: 'customer', customer: chosen })}
      onAdd={onAdd}
      typedBefore={typedBefore}
      onTyped={onTyped}
    />
  </div>
));
