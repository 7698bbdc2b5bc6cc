import { useEffect } from 'react';
import { may } from '#contract/permissions.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useMember } from '#web/platform/session.tsx';
import { useLater } from '#web/ui/Later.tsx';
import { access } from './navigation.ts';

/** Tells whoever stands at a till, on whichever screen, that a printer of the house does not print, or has not said whether it did; whoever prints without a till learns of their own papers. */
export const PrintFailures = () => {
  const isTold = may(useMember(), access.printJobs);
  // what failed while this page was loaded is announced to nobody again
  const isLater = useLater();
  useEffect(() => {
    if (isTold && isLater) void import('./print-failure.ts').then(({ tellMissed }) => tellMissed());
  }, [isTold, isLater]);
  useAnnouncements((event) => {
    if (event.type.startsWith('print') || (isTold && event.type === 'reload'))
      void import('./print-failure.ts').then(({ tell, tellOwn }) => (isTold ? tell(event) : tellOwn(event)));
  });
  return null;
};
