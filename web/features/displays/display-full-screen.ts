import type { Scope } from '#contract/permissions.ts';
import { type FullScreen, useFullScreen } from '#web/platform/full-screen.ts';
import { useMember } from '#web/platform/session.tsx';

/** The whole screen for a display of guests: at first for who has nowhere else to go, for everybody after the first touch. */
export const useDisplayFullScreen = (scope: Scope): FullScreen => {
  const member = useMember();
  return useFullScreen(member?.role === 'user' && member.scopes.every((own) => own === scope));
};
