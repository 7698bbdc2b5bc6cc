import { ActionIcon, Button } from '@mantine/core';
import { IconBookmarks, IconTrash } from '@tabler/icons-react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Draft } from './drafts.ts';
import classes from './DraftsDialog.module.css';

interface DraftsDialogProps {
  drafts: readonly Draft[];
  onOpen: (draft: Draft) => void;
  onDelete: (draft: Draft) => void;
  onClear: () => void;
  onClose: () => void;
}

const whatIsIn = ({ cart }: Draft): string => cart.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ');

export const DraftsDialog = ({ drafts, onOpen, onDelete, onClear, onClose }: DraftsDialogProps) => {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Drafts List"
      footer={
        drafts.length > 0 && (
          <Button variant="subtle" color="red" onClick={onClear}>
            Clear all
          </Button>
        )
      }
    >
      {drafts.length === 0 ? (
        <EmptyState icon={IconBookmarks} sentence="No drafts. Put a cart aside with Save Draft; it waits here." />
      ) : (
        <ul className={classes.drafts}>
          {drafts.map((draft) => {
            const name = draft.nameRef || 'Draft';
            return (
              <li key={draft.key} className={classes.draft}>
                <button type="button" className={classes.open} onClick={() => onOpen(draft)}>
                  <span className="only-heard">Open</span>{' '}
                  <span className={classes.head}>
                    <span className={classes.name}>{name}</span> <span className={classes.date}>{draft.date}</span>
                  </span>
                  <span className={classes.content}>{whatIsIn(draft)}</span>
                </button>
                <ActionIcon aria-label={`Delete ${name}, ${draft.date}`} onClick={() => onDelete(draft)}>
                  <IconTrash size={18} stroke={1.75} />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
};
