import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { allPeriods } from '#contract/period.ts';
import { isComplete, type Period, PeriodFilter } from '#web/parts/PeriodFilter.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

interface FilterDialogProps {
  period: Period | undefined;
  /** Undefined for every day. */
  onApply: (period: Period | undefined) => void;
  onClose: () => void;
}

/** The days on which tenants were added. */
export const FilterDialog = ({ period, onApply, onClose }: FilterDialogProps) => {
  const [chosen, setChosen] = useState<Period>(period ?? { type: 'this_month' });
  const apply = (next: Period | undefined) => {
    onApply(next);
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Filter"
      footer={
        <>
          {period && (
            <Button variant="subtle" color="gray" mr="auto" onClick={() => apply(undefined)}>
              Clear filter
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!isComplete(chosen)} onClick={() => apply(chosen)}>
            Apply
          </Button>
        </>
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        Tenants that were added in this period (UTC days).
      </Text>
      <PeriodFilter looksBack types={allPeriods} value={chosen} onChange={setChosen} />
    </Dialog>
  );
};
