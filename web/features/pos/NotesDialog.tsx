import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { CartLine } from './cart.ts';
import { NotesField } from './NotesField.tsx';

interface NotesDialogProps {
  line: CartLine;
  onSave: (notes: string) => void;
  onClose: () => void;
}

export const NotesDialog = ({ line, onSave, onClose }: NotesDialogProps) => {
  const [notes, setNotes] = useState(line.notes);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Notes for ${line.title}`}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(notes.trim());
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </>
      }
    >
      <NotesField value={notes} onChange={setNotes} autoFocus />
    </Dialog>
  );
};
