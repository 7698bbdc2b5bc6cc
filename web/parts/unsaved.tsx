import { Button, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { Dialog } from '#web/ui/Dialog.tsx';

const UnsavedContext = createContext<(isUnsaved: boolean) => void>(() => {});

/** Asks before a page is left on which something was typed and not saved. */
export const UnsavedGuard = ({ children }: { children: ReactNode }) => {
  const isUnsaved = useRef(false);
  const report = useCallback((unsaved: boolean) => {
    isUnsaved.current = unsaved;
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved.current && currentLocation.pathname !== nextLocation.pathname,
  );

  return (
    <UnsavedContext value={report}>
      {children}
      <Dialog
        opened={blocker.state === 'blocked'}
        onClose={() => blocker.reset?.()}
        title="Unsaved changes"
        footer={
          <>
            <Button variant="default" onClick={() => blocker.proceed?.()}>
              Leave without saving
            </Button>
            <Button data-autofocus onClick={() => blocker.reset?.()}>
              Stay here
            </Button>
          </>
        }
      >
        <Text>What you changed on this page is not saved yet.</Text>
      </Dialog>
    </UnsavedContext>
  );
};

/** Tells the guard around the screen, and the browser, whether something would be lost. */
export const useUnsaved = (isUnsaved: boolean): void => {
  const report = useContext(UnsavedContext);
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    report(true);
    window.addEventListener('beforeunload', warn);
    return () => {
      report(false);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isUnsaved, report]);
};
