import { useState } from 'react';
import { confirmed } from '#web/platform/confirm.tsx';

/**
 * Closes a dialog at once while nothing was typed; else asks first, whether by Escape, the cross or Cancel. It stays while what it sent is
 * pending: a refusal needs what was typed, and an answer may be shown only once.
 */
export const useDiscard = (isChanged: boolean, onClose: () => void, isPending = false) => {
  const [isAsking, setIsAsking] = useState(false);
  const leave = async () => {
    if (isPending) return;
    if (!isChanged) return onClose();
    setIsAsking(true);
    const isDiscarded = await confirmed({ verb: 'Discard', thing: 'changes', sentence: 'What you changed is not saved yet.' });
    setIsAsking(false);
    if (isDiscarded) onClose();
  };
  return { isAsking, leave: () => void leave() };
};
