import { Switch } from '@mantine/core';
import { useState } from 'react';
import { listPaymentTypes, type PaymentType, togglePaymentType } from '#contract/payment-types.ts';
import { useAction } from '#web/platform/api.ts';
import classes from './ActiveSwitch.module.css';

/** Moves at once and goes back when the server refuses. */
export const ActiveSwitch = ({ type }: { type: PaymentType }) => {
  const [wanted, setWanted] = useState<boolean>();
  const { run, isPending } = useAction(togglePaymentType, { refreshes: [listPaymentTypes], onFailed: () => setWanted(undefined) });
  // From here on the list counts again, also when a colleague switches.
  if (wanted === type.is_active && !isPending) setWanted(undefined);

  return (
    <Switch
      size="md"
      withThumbIndicator={false}
      classNames={{ root: classes.root, body: classes.body }}
      aria-label={`${type.title} is active`}
      checked={wanted ?? type.is_active}
      onChange={(event) => {
        if (isPending) return;
        const isActive = event.currentTarget.checked;
        setWanted(isActive);
        void run({ params: { id: String(type.id) }, body: { isActive } });
      }}
    />
  );
};
