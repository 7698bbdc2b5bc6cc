import { Button, Loader, Title } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { rememberFocus } from '#web/platform/focus-return.ts';
import { useOpeningPause } from '#web/platform/opening-pause.ts';
import classes from './Coming.module.css';

interface ComingProps {
  title: string;
  onClose: () => void;
}

/** Covers the menu at once while the code of a dialog is fetched: another touch there would put its item in the place of this one. */
export const Coming = ({ title, onClose }: ComingProps) => {
  const cancel = useRef<HTMLButtonElement>(null);
  const pause = useOpeningPause(true);
  useEffect(() => {
    const standWhereTheyWere = rememberFocus();
    cancel.current?.focus();
    return standWhereTheyWere;
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    // the only button is in it
    if (event.key === 'Tab') event.preventDefault();
  };
  return (
    <div {...pause} role="dialog" aria-modal="true" aria-label={title} className={classes.cover} onKeyDown={onKeyDown}>
      <div className={classes.card}>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Loader size="sm" aria-hidden />
        <Button ref={cancel} variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
};
