import { Button } from '@mantine/core';
import { useState } from 'react';
import { allPeriods } from '#contract/period.ts';
import { isComplete, type Period, PeriodFilter } from '#web/parts/PeriodFilter.tsx';
import { FormDialog } from '#web/parts/FormDialog.tsx';

interface FilterDialogProps {
  period: Period;
  onFilter: (period: Period) => void;
  onClose: () => void;
}

/** Which days the list shows. */
export const FilterDialog = ({ period, onFilter, onClose }: FilterDialogProps) => {
  const [wanted, setWanted] = useState(period);
  return (
    <FormDialog
      title="Filter"
      label="Apply"
      isPending={false}
      isChanged={false}
      onSubmit={(event) => {
        event?.preventDefault();
        if (!isComplete(wanted)) return;
        onFilter(wanted);
        onClose();
      }}
      onClose={onClose}
    >
      <PeriodFilter types={allPeriods} value={wanted} onChange={setWanted} />
      <Button.Group aria-label="Quick choice">
        {(['today', 'tomorrow', 'this_month'] as const).map((type) => (
          <Button
            key={type}
            flex={1}
            variant="default"
            onClick={() => {
              onFilter({ type });
              onClose();
            }}
          >
            {{ today: 'Today', tomorrow: 'Tomorrow', this_month: 'This month' }[type]}
          </Button>
        ))}
      </Button.Group>
    </FormDialog>
  );
};
