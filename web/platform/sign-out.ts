import { signOut } from '#contract/auth.ts';
import { useAction } from './api.ts';
import { endSession } from './renewal.ts';

/** Logout, as every menu offers it: wait message, the server's message, then the login page (part-1 §2). */
export const useSignOut = (): { leave: () => void; isPending: boolean } => {
  const { run, isPending } = useAction(signOut, { failure: 'Something went wrong! Try later!', onDoneAnywhere: () => endSession() });
  return { leave: () => void run({}), isPending };
};
