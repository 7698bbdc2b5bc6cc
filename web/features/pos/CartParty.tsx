import { ActionIcon, Button } from '@mantine/core';
import { IconBookmarkPlus, IconQrcode, IconReceipt, IconX } from '@tabler/icons-react';
import { type Dispatch, Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import type { OpenCheck } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import { Later } from '#web/ui/Later.tsx';
import { lazyPart } from '#web/ui/lazily.ts';
import type { Sale, SaleAction } from './cart.ts';
import classes from './CartPanel.module.css';
import { CheckFacts } from './CheckFacts.tsx';

// fields with lists; the next item does not wait for them
const needed = { isNeeded: true };
const CustomerField = lazyPart(async () => (await import('./CustomerField.tsx')).CustomerField, needed);
const PlacePicker = lazyPart(async () => (await import('./PlacePicker.tsx')).PlacePicker, needed);
const loadAddressField = async () => (await import('./AddressField.tsx')).AddressField;
const AddressField = lazyPart(loadAddressField);

export interface CartPartyProps {
  sale: Sale;
  /** Which one it is at this till. */
  guest: number;
  init: PosInit;
  checks: readonly OpenCheck[];
  /** How many guests there are, where somebody said so. */
  covers: number | null;
  /** What is sold now joins a bill that is open. */
  isJoined: boolean;
  /** Of the table that is chosen. */
  check: OpenCheck | undefined;
  dispatch: Dispatch<SaleAction>;
  /** Of the table that is chosen. */
  billId: number | undefined;
  /** Takes payment for it; undefined where nothing is owed, or who sells here may not. */
  onPayTable: (() => void) | undefined;
  /** Gets what was typed; undefined for whoever may not. */
  onAddCustomer: ((typed: string) => void) | undefined;
  /** What stood in the customer field, unpicked, when the cart was closed. */
  typedBefore: string;
  onTyped: (typed: string) => void;
  onSaveDraft: () => void;
}

interface OpenBillProps {
  check: OpenCheck;
  currency: string;
  billId: number | undefined;
  onPay: (() => void) | undefined;
}

/** What the table that is chosen owes already. */
const OpenBill = ({ check, currency, billId, onPay }: OpenBillProps) => (
  <p className={classes.check}>
    <IconReceipt size={16} stroke={1.75} aria-hidden />
    <span>
      Open check: <CheckFacts check={check} currency={currency} />
    </span>
    {billId !== undefined && (
      <Button variant="default" size="xs" className={classes.pay} component={Link} to={`/dashboard/checks/${billId}`}>
        Bill
      </Button>
    )}
    {onPay && (
      <Button variant="default" size="xs" className={classes.pay} onClick={onPay}>
        Pay
      </Button>
    )}
  </p>
);

/** Who orders, where they sit, and what they owe already. */
export const CartParty = ({
  sale,
  guest,
  init,
  checks,
  check,
  dispatch,
  covers,
  isJoined,
  billId,
  onPayTable,
  onAddCustomer,
  typedBefore,
  onTyped,
  onSaveDraft,
}: CartPartyProps) => {
  const { currency, timezone } = init.storeSettings;
  useEffect(() => {
    // a delivery may be written down without network; what does not come is fetched when it is asked for
    loadAddressField().catch(() => {});
  }, []);
  const asksForGuests = sale.deliveryType === 'dinein' && init.charges?.some(({ minCovers }) => minCovers);
  const coming = <div className={classes.coming} />;
  return (
    <div className={classes.party}>
      <div className={classes.customer}>
        <Later instead={coming}>
          <Suspense fallback={coming}>
            <CustomerField
              key={guest}
              customer={sale.customer}
              dispatch={dispatch}
              onAdd={onAddCustomer}
              typedBefore={typedBefore}
              onTyped={onTyped}
            />
          </Suspense>
        </Later>
        <ActionIcon data-hint="Save Draft" className={classes.draft} aria-label="Save Draft" onClick={onSaveDraft}>
          <IconBookmarkPlus size={20} stroke={1.75} />
        </ActionIcon>
      </div>
      <Later instead={coming}>
        <Suspense fallback={coming}>
          <PlacePicker
            deliveryType={sale.deliveryType}
            tableId={sale.tableId}
            tables={init.storeTables}
            checks={checks}
            covers={asksForGuests ? covers : undefined}
            isOfBill={isJoined}
            currency={currency}
            timezone={timezone}
            dispatch={dispatch}
          />
        </Suspense>
      </Later>
      {sale.deliveryType === 'delivery' && (
        <Suspense>
          <AddressField customer={sale.customer} address={sale.deliveryAddress ?? ''} dispatch={dispatch} />
        </Suspense>
      )}
      {check && <OpenBill check={check} currency={currency} billId={billId} onPay={onPayTable} />}
      {sale.qrOrderId !== null && (
        <p className={classes.check}>
          <IconQrcode size={16} stroke={1.75} aria-hidden />
          <span>From a QR order</span>
          <ActionIcon className={classes.unlink} aria-label="Unlink the QR order" onClick={() => dispatch({ type: 'unlink' })}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </p>
      )}
    </div>
  );
};
