import { Button, Textarea } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { Dispatch } from 'react';
import { getDeliveryAddress } from '#contract/customers.ts';
import { ADDRESS_MAX } from '#contract/pos.ts';
import { useReply } from '#web/platform/api.ts';
import classes from './AddressField.module.css';
import type { Sale, SaleAction } from './cart.ts';

interface AddressFieldProps {
  customer: Sale['customer'];
  address: string;
  dispatch: Dispatch<SaleAction>;
}

/** Where a delivery goes; while nothing is written, the address of the customer's last one is a touch away. */
export const AddressField = ({ customer, address, dispatch }: AddressFieldProps) => {
  const isEmpty = address.trim() === '';
  const { data } = useReply(getDeliveryAddress, { params: { id: customer?.phone ?? '' } }, { enabled: customer !== null && isEmpty });
  const last = customer && isEmpty ? data?.deliveryAddress : null;
  const change = (deliveryAddress: string) => dispatch({ type: 'address', deliveryAddress });
  return (
    <div>
      <Textarea
        aria-label="Delivery address"
        placeholder="Delivery address"
        dir="auto"
        rows={2}
        maxLength={ADDRESS_MAX}
        classNames={{ input: classes.input }}
        value={address}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {last && (
        <Button
          variant="subtle"
          size="sm"
          fullWidth
          justify="flex-start"
          leftSection={<IconHistory size={18} aria-hidden />}
          classNames={{ root: classes.last, label: classes.label }}
          aria-label={`Use the last address: ${last}`}
          onClick={() => change(last)}
        >
          <span>Last:</span>
          <bdi className={classes.lastText}>{last}</bdi>
        </Button>
      )}
    </div>
  );
};
