import { publicAddress } from '#web/platform/page-facts.ts';
import { readUrl } from '#web/platform/read-url.ts';
import { useStored } from '#web/platform/storage.ts';

const isOnlyHere = (address: string): boolean => /^(localhost|127\.|\[::1\])/.test(readUrl(address)?.hostname ?? '');

/** Addresses under which others may reach this server, the one that lasts first: PUBLIC_URL, and that of the address bar. */
export const guestAddresses = (): string[] => {
  const both = [publicAddress(), window.location.origin];
  // a server that nobody told its address names this machine, which no phone can open
  if (isOnlyHere(both[0]!) && !isOnlyHere(both[1]!)) both.reverse();
  return [...new Set(both)];
};

/** The address that goes into codes, and what chooses another one; this browser keeps the choice. */
export const useGuestAddress = () => {
  const addresses = guestAddresses();
  const [chosen, choose] = useStored('comanda_guest_address', '');
  const address = addresses.includes(chosen) ? chosen : addresses[0]!;
  return { address, addresses, choose, isOnlyHere: isOnlyHere(address) };
};
