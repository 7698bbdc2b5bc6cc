import { may } from '#contract/permissions.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useMember } from '#web/platform/session.tsx';
import { access } from './navigation.ts';

/** Tells whoever stands at a till, on whichever screen, that a printer of the house does not print, or has not said whether it did. */
export const PrintFailures = () => {
  const isTold = may(useMember(), access.printJobs);
  useAnnouncements(({ type, payload, late }) => {
    if (!isTold || late) return;
    if (type === 'print_failed') void import('./print-failure.ts').then(({ tellFailure }) => tellFailure(payload.jobId));
    if (type === 'print_unsure') void import('./print-failure.ts').then(({ askUnsure }) => askUnsure(payload.jobId));
  });
  return null;
};
