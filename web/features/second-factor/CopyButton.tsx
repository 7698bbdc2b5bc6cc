import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { copyText } from '#web/platform/copy-text.ts';
import { notify } from '#web/platform/toast.ts';

interface CopyButtonProps {
  text: string;
  label: string;
  /** Said when it is done. */
  copied: string;
  /** In a dialog: a key that is still held does no harm here. */
  hasFocus?: boolean;
  /** The text as it is shown. */
  children: ReactNode;
}

/** Something to keep, and a button that copies it. */
export const CopyButton = ({ text, label, copied, hasFocus, children }: CopyButtonProps) => {
  const shown = useRef<HTMLDivElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (shown.current && (await copyText(text, shown.current))) {
      setIsCopied(true);
      notify.success(copied);
    } else notify.error('Please copy it by hand!');
  };
  return (
    <>
      <div ref={shown}>{children}</div>
      <Button
        variant="default"
        data-autofocus={hasFocus || undefined}
        leftSection={isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        onClick={() => void copy()}
      >
        {label}
      </Button>
    </>
  );
};
