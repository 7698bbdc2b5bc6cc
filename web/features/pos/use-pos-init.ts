import { useEffect } from 'react';
import { initPos, posInit, type PosInit } from '#contract/pos.ts';
import { useReply } from '#web/platform/api.ts';
import { useStoredUser } from '#web/platform/session.tsx';
import { readStored, writeStored } from '#web/platform/storage.ts';

/** What was sold out elsewhere, and what midnight brings back, shows within this time; an unchanged menu costs an empty answer (ETag). */
const AGE_MS = 30_000;
const RETRY_MS = 5000;

// Written by an older version of the page perhaps, so the contract decides whether it still fits.
// One item stands for all: they were written together, and 2,000 would take a cheap tablet a quarter of a second.
const isInit = (value: unknown): boolean => {
  const { menuItems } = (value ?? {}) as { menuItems?: unknown };
  return Array.isArray(menuItems) && posInit.safeParse({ ...(value as object), menuItems: menuItems.slice(0, 1) }).success;
};

/** What the till needs. The last answer of this restaurant opens the screen at once and is checked behind it. */
export const usePosInit = () => {
  const storageKey = `comanda:${useStoredUser()?.tenant_id ?? ''}:pos-init`;
  const init = useReply(
    initPos,
    {},
    {
      refetchInterval: ({ state }) => (state.error?.isPassing ? RETRY_MS : AGE_MS),
      initialData: () => readStored<PosInit | undefined>(storageKey, undefined, isInit),
      initialDataUpdatedAt: 0,
    },
  );
  const { data, dataUpdatedAt } = init;
  const isFromServer = dataUpdatedAt > 0;
  useEffect(() => {
    if (data && isFromServer) writeStored(storageKey, data);
  }, [data, isFromServer, storageKey]);
  return init;
};
