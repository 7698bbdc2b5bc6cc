import { AppError } from '#contract/errors.ts';
import { countGuesses, type Limits } from './limits.ts';

/** Members and those who manage the tenants sign in by names of their own, which are counted apart. */
type Kind = 'signin' | 'platform-signin';

/** Who tries to sign in. */
export interface Guesser {
  name: string;
  address: string;
  /** the browser's own, when it has signed in with this name before (known-browsers.rules.ts) */
  knownBrowser: number | undefined;
}

interface Tries<T> {
  /** Looks whether the password is right; throws not_signed_in when it is not. */
  check: () => Promise<T>;
  /** Told of the first refusals, not of each: a flood of them is one attack. */
  onLocked: () => void;
}

/**
 * The limits of sign-in (wire.md §2). A known browser has tries of its own and meets nobody else's; all others are counted by
 * prefix, by name and prefix, and by name, where only a pause keeps guesses apart: nobody can lock a name from elsewhere.
 */
export const openSignInLimits = (limits: Limits, kind: Kind) => {
  const ofAddress = limits.openForAddresses(`${kind}-address`);
  const ofAddressAndHour = limits.openForAddresses(`${kind}-address-hour`);
  const ofNameAndAddress = limits.openForAddresses(`${kind}-name-address`);
  const ofName = limits.openPause(`${kind}-name`);
  const ofBrowser = limits.open(`${kind}-browser`);
  const notesOfAddress = limits.openForAddresses(`${kind}-noted-address`);
  const notesOfName = limits.openForAddresses(`${kind}-noted-name`);

  /** Counts a try before it is checked, and keeps it counted when it was wrong. */
  return async <T>({ name, address, knownBrowser }: Guesser, { check, onLocked }: Tries<T>): Promise<T> => {
    const together = `${address} ${name}`;
    // The address first: who is refused for it must not go on slowing names down.
    const counted =
      knownBrowser === undefined
        ? ([
            [ofAddress, address],
            [ofAddressAndHour, address],
            [ofNameAndAddress, together],
            [ofName, name],
          ] as const)
        : ([[ofBrowser, `${knownBrowser}`]] as const);
    return countGuesses(counted, 'not_signed_in', check).catch(async (refusal: unknown) => {
      const isLocked = refusal instanceof AppError && refusal.code === 'too_many';
      if (isLocked && (await notesOfName.tryToTake(together)) && (await notesOfAddress.tryToTake(address))) onLocked();
      throw refusal;
    });
  };
};
