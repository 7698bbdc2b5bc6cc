import { IconMessageQuestion } from '@tabler/icons-react';
import { deleteReason, listReasons } from '#contract/reasons.ts';
import { SetupPage } from '#web/parts/SetupPage.tsx';
import { SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { kindTitles } from './kind-titles.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** Why something is cancelled, taken off or paid back: what staff choose from, and reports count by. */
export const ReasonsScreen = () => {
  const reasons = useReply(listReasons, {});
  const undo = useUndo('reasons', [listReasons]);
  const { run: remove } = useAction(deleteReason, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listReasons],
    confirm: ({ params }) => deleting(`reason ${rowOf(reasons.data, params.id)?.title ?? ''}`, 'What was given already keeps its words.'),
  });

  return (
    <SetupPage
      title="Reasons"
      from={reasons}
      empty={{
        icon: IconMessageQuestion,
        sentence: 'No reasons yet. With some, reports say why dishes were cancelled and money was paid back.',
        label: 'Add the first reason',
      }}
      dialog={(reason, onClose) => <ReasonDialog reason={reason} onClose={onClose} />}
    >
      {(rows, onEdit) => (
        <SetupTable
          label="Reasons"
          columns={[
            { title: 'Title', cell: ({ title }) => title, isMain: true },
            { title: 'Given for', cell: ({ kind }) => kindTitles[kind] },
            { title: 'Note', cell: ({ needsNote }) => (needsNote ? 'Needed' : ''), isWideOnly: true },
          ]}
          rows={rows}
          onEdit={onEdit}
          onDelete={({ id }) => void remove({ params: { id: String(id) } })}
        />
      )}
    </SetupPage>
  );
};
