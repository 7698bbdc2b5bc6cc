import { Button } from '@mantine/core';
import { IconGrill, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { listCategories } from '#contract/categories.ts';
import { listMenuItems } from '#contract/menu-items.ts';
import { deleteStation, listStations, type Station } from '#contract/stations.ts';
import { setupSkeleton, SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { StationDialog } from './StationDialog.tsx';

export const StationsScreen = () => {
  const [editing, setEditing] = useState<Station | 'new'>();
  const stations = useReply(listStations, {});
  const undo = useUndo('stations', [listStations, listCategories, listMenuItems]);
  const { run: remove } = useAction(deleteStation, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listStations, listCategories, listMenuItems],
    confirm: ({ params: { id } }) =>
      deleting(
        `station ${rowOf(stations.data, id)?.title ?? ''}`,
        'Its dishes go to the fallback station. What is on its screen stays there to the end.',
      ),
  });
  const add = () => setEditing('new');

  return (
    <Page
      title="Stations"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          New
        </Button>
      }
    >
      <Loaded
        from={stations}
        failure="Error loading data, Try Later!"
        skeleton={setupSkeleton}
        empty={
          <EmptyState
            icon={IconGrill}
            sentence="No stations yet: everything is made in one kitchen. With stations drinks go to the bar and food to the grill, and you know that each ticket was seen."
            action={<Button onClick={add}>Add the first station</Button>}
          />
        }
      >
        {(rows) => (
          <SetupTable
            label="Stations"
            columns={[
              { title: '#', cell: (_, place) => place + 1, isWideOnly: true },
              { title: 'Title', cell: ({ title, isFallback }) => (isFallback ? `${title} (fallback)` : title), isMain: true },
              { title: 'Seen within', cell: ({ ackSeconds }) => `${ackSeconds} s`, isFigure: true },
              { title: 'Screen', cell: ({ isWatched }) => (isWatched ? 'Looked at' : 'Nobody looks') },
            ]}
            rows={rows}
            onEdit={setEditing}
            onDelete={({ id }) => void remove({ params: { id: String(id) } })}
          />
        )}
      </Loaded>
      {editing && (
        <StationDialog
          station={editing === 'new' ? undefined : editing}
          isFirst={editing === 'new' && stations.data?.length === 0}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Page>
  );
};
