import { Button } from '@mantine/core';
import { type Icon, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded, type Loading } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { setupSkeleton } from './SetupTable.tsx';

interface SetupPageProps<Row> {
  title: string;
  /** Before the button that adds. */
  actions?: ReactNode;
  from: Loading<readonly Row[]>;
  skeleton?: ReactNode;
  empty: { icon: Icon; sentence: string; label: string };
  /** Changes the row; without one it adds one. */
  dialog: (row: Row | undefined, onClose: () => void) => ReactNode;
  children: (rows: readonly Row[], onEdit: (row: Row) => void) => ReactNode;
}

/** A page of the settings that lists what an owner keeps; one dialog adds and changes. */
export const SetupPage = <Row,>({ title, actions, from, skeleton = setupSkeleton, empty, dialog, children }: SetupPageProps<Row>) => {
  const [editing, setEditing] = useState<{ row?: Row }>();
  const add = () => setEditing({});
  return (
    <Page
      title={title}
      actions={
        <>
          {actions}
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            New
          </Button>
        </>
      }
    >
      <Loaded
        from={from}
        failure="Error loading data, Try Later!"
        skeleton={skeleton}
        empty={<EmptyState icon={empty.icon} sentence={empty.sentence} action={<Button onClick={add}>{empty.label}</Button>} />}
      >
        {(rows) => children(rows, (row) => setEditing({ row }))}
      </Loaded>
      {editing && dialog(editing.row, () => setEditing(undefined))}
    </Page>
  );
};
