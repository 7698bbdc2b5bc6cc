import { Select } from '@mantine/core';
import { type Dispatch, memo, Suspense } from 'react';
import type { OpenCheck } from '#contract/orders.ts';
import { deliveryTypes, type PosInit } from '#contract/pos.ts';
import { deliveryTitles } from '#web/parts/delivery-titles.ts';
import { useRerender } from '#web/ui/use-rerender.ts';
import { lazyPart } from '#web/ui/lazily.ts';
import type { DeliveryType, SaleAction } from './cart.ts';
import classes from './PlacePicker.module.css';
import { TableSelect } from './TableSelect.tsx';

// few restaurants ask for it, and its field weighs much
const GuestsField = lazyPart(async () => (await import('./GuestsField.tsx')).GuestsField);

interface PlacePickerProps {
  deliveryType: DeliveryType;
  tableId: number | null;
  tables: PosInit['storeTables'];
  checks: readonly OpenCheck[];
  /** How many guests there are; left out where nothing depends on it. */
  covers: number | null | undefined;
  /** The table has a bill already. */
  isOfBill: boolean;
  currency: string;
  timezone: string;
  dispatch: Dispatch<SaleAction>;
}

/** Dining option and table; two costly fields that have nothing to do with the next item. */
export const PlacePicker = memo(({ deliveryType, tableId, covers, isOfBill, dispatch, ...tables }: PlacePickerProps) => {
  const rerender = useRerender();
  return (
    <div className={classes.place}>
      <Select
        aria-label="Dining option"
        data={deliveryTypes.map((value) => ({ value, label: deliveryTitles[value] }))}
        value={deliveryType}
        allowDeselect={false}
        withCheckIcon={false}
        // so that 'Take Away' fits on a tablet
        rightSectionWidth={34}
        withScrollArea={false}
        // kept mounted, a closed list would make the page lay itself out once more at its start
        comboboxProps={{ shadow: 'md', withinPortal: false, floatingStrategy: 'fixed', keepMounted: false }}
        classNames={{ option: classes.option }}
        onDropdownOpen={rerender}
        onChange={(chosen) => dispatch({ type: 'dining', deliveryType: chosen as DeliveryType })}
      />
      <TableSelect {...tables} value={tableId} onChange={(chosen) => dispatch({ type: 'table', tableId: chosen })} />
      {covers !== undefined && (
        <Suspense>
          <GuestsField covers={covers} isOfBill={isOfBill} dispatch={dispatch} />
        </Suspense>
      )}
    </div>
  );
});
