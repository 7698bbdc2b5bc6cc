import { Button } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { type ComponentProps, Suspense, useState } from 'react';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { TableButtons } from './TableButtons.tsx';

const planDialog = lazyDialog(async () => (await import('./PlanDialog.tsx')).PlanDialog);

interface FreeCartTablesProps extends Pick<ComponentProps<typeof TableButtons>, 'tables' | 'checks' | 'onChoose'> {
  currency: string;
}

/** Where an order without a table can go: all tables, each one touch away, or by where they stand. */
export const FreeCartTables = ({ currency, tables, checks, onChoose }: FreeCartTablesProps) => {
  const [isOpen, setOpen] = useState(false);
  planDialog.useAhead();
  return (
    <>
      <Button
        variant="default"
        tabIndex={-1}
        leftSection={<IconLayoutGrid size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Plan
      </Button>
      <TableButtons tables={tables} checks={checks} onChoose={onChoose} verb="Choose" isForTouch />
      {isOpen && (
        <Suspense>
          <planDialog.Dialog tables={tables} currency={currency} onChoose={onChoose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
