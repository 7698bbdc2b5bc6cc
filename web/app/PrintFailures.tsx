import { may } from '#contract/permissions.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useMember } from '#web/platform/session.tsx';
import { access } from './navigation.ts';

/** Tells whoever stands at a till, on whichever screen, that a printer of the house does not print. */
export const PrintFailures = () => {
  const isTold = may(useMember(), access.printJobs);
  useAnnouncements(({ type, payload, late }) => {
    if (isTold && type === 'print_failed' && !late) void import('./print-failure.ts').then(({ tellFailure }) => tellFailure(payload.jobId));
  });
  return null;
};
