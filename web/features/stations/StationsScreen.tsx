import { IconGrill } from '@tabler/icons-react';
import { listCategories } from '#contract/categories.ts';
import { listMenuItems } from '#contract/menu-items.ts';
import { deleteStation, listStations } from '#contract/stations.ts';
import { SetupPage } from '#web/parts/SetupPage.tsx';
import { SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { StationDialog } from './StationDialog.tsx';

export const StationsScreen = () => {
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

  return (
    <SetupPage
      title="Stations"
      from={stations}
      empty={{
        icon: IconGrill,
        sentence:
          'No stations yet: everything is made in one kitchen. With stations drinks go to the bar and food to the grill, and you know that each ticket was seen.',
        label: 'Add the first station',
      }}
      dialog={(station, onClose) => (
        <StationDialog station={station} isFirst={station === undefined && stations.data?.length === 0} onClose={onClose} />
      )}
    >
      {(rows, onEdit) => (
        <SetupTable
          label="Stations"
          columns={[
            { title: '#', cell: (_, place) => place + 1, isWideOnly: true },
            { title: 'Title', cell: ({ title, isFallback }) => (isFallback ? `${title} (fallback)` : title), isMain: true },
            { title: 'Seen within', cell: ({ ackSeconds }) => `${ackSeconds} s`, isFigure: true },
            { title: 'Screen', cell: ({ isWatched }) => (isWatched ? 'Looked at' : 'Nobody looks') },
          ]}
          rows={rows}
          onEdit={onEdit}
          onDelete={({ id }) => void remove({ params: { id: String(id) } })}
        />
      )}
    </SetupPage>
  );
};
