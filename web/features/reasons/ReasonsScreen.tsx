import { Button } from '@mantine/core';
import { IconMessageQuestion, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { deleteReason, listReasons, type Reason } from '#contract/reasons.ts';
import { setupSkeleton, SetupTable } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { kindTitles } from './kind-titles.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** Why something is cancelled, taken off or paid back: what staff choose from, and reports count by. */
export const ReasonsScreen = () => {
  const [editing, setEditing] = useState<Reason | 'new'>();
  const reasons = useReply(listReasons, {});
  const undo = useUndo('reasons', [listReasons]);
  const { run: remove } = useAction(deleteReason, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listReasons],
    confirm: ({ params }) => deleting(`reason ${rowOf(reasons.data, params.id)?.title ?? ''}`, 'What was given already keeps its words.'),
  });
  const add = () => setEditing('new');

  return (
    <Page
      title="Reasons"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          New
        </Button>
      }
    >
      <Loaded
        from={reasons}
        failure="Error loading data, Try Later!"
        skeleton={setupSkeleton}
        empty={
          <EmptyState
            icon={IconMessageQuestion}
            sentence="No reasons yet. With some, reports say why dishes were cancelled and money was paid back."
            action={<Button onClick={add}>Add the first reason</Button>}
          />
        }
      >
        {(rows) => (
          <SetupTable
            label="Reasons"
            columns={[
              { title: 'Title', cell: ({ title }) => title, isMain: true },
              { title: 'Given for', cell: ({ kind }) => kindTitles[kind] },
              { title: 'Note', cell: ({ needsNote }) => (needsNote ? 'Needed' : ''), isWideOnly: true },
            ]}
            rows={rows}
            onEdit={setEditing}
            onDelete={({ id }) => void remove({ params: { id: String(id) } })}
          />
        )}
      </Loaded>
      {editing && <ReasonDialog reason={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
};
