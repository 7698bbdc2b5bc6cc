import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDiscard } from '#web/parts/use-discard.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

const NAME_MAX = 60; // characters

interface SaveDraftDialogProps {
  /** Of the draft that the cart was opened from. */
  name: string;
  onSave: (nameRef: string) => void;
  onClose: () => void;
}

export const SaveDraftDialog = ({ name, onSave, onClose }: SaveDraftDialogProps) => {
  const [nameRef, setNameRef] = useState(name);
  const { leave, isAsking } = useDiscard(nameRef.trim() !== name, onClose);
  return (
    <Dialog
      opened
      onClose={leave}
      isCovered={isAsking}
      title="Save Draft"
      size="sm"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(nameRef.trim());
      }}
      footer={
        <>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </>
      }
    >
      <TextInput
        label="Name (optional)"
        placeholder="Window table, Mr. Rao …"
        data-autofocus
        maxLength={NAME_MAX}
        // it ends there without a word otherwise
        description={nameRef.length === NAME_MAX ? `${NAME_MAX} characters are the most.` : undefined}
        inputWrapperOrder={['label', 'input', 'description']}
        value={nameRef}
        onChange={(event) => setNameRef(event.currentTarget.value)}
      />
    </Dialog>
  );
};
