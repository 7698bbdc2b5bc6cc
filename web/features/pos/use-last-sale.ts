import { useState } from 'react';
import { readStored, tenantKey, writeStored } from '#web/platform/storage.ts';
import type { Sent } from './use-send.ts';

const isSent = (value: unknown): boolean => {
  const { tokenNo, receipt } = (value ?? {}) as Partial<Sent>;
  return typeof tokenNo === 'number' && typeof receipt?.total === 'number';
};

/** What this person sold last on this device, also after a reload. */
export const useLastSale = () => {
  const [storageKey] = useState(() => tenantKey('last-sale'));
  const [last, setLast] = useState(() => readStored<Sent | undefined>(storageKey, undefined, isSent));
  const keep = (sent: Sent) => {
    setLast(sent);
    writeStored(storageKey, sent);
  };
  return [last, keep] as const;
};
