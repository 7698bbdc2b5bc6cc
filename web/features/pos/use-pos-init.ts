import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { initPos, type PosInit } from '#contract/pos.ts';
import { againEvery, useReply } from '#web/platform/api.ts';
import { useReloads } from '#web/platform/realtime.tsx';
import { useStoredUser } from '#web/platform/session.tsx';
import { useCoalesced } from '#web/platform/coalesce.ts';
import { readStored, writeStored } from '#web/platform/storage.ts';
import { useLater } from '#web/ui/Later.tsx';

/** What is new, and what midnight brings back, shows within this time; an unchanged menu costs an empty answer (ETag). */
const AGE_MS = 30_000;
/** Tills that learn of a change together do not ask together. */
const SPREAD_MS = 500;

/** Names the build that wrote it: one that an older page left is not read, and 2,000 items need not be checked one by one. */
const BUILD = import.meta.url;
interface Kept {
  by: string;
  init: PosInit;
}
const isOurs = (value: unknown): boolean => (value as Kept | null)?.by === BUILD;

/** What the till needs. The last answer of this restaurant opens the screen at once and is checked behind it. */
export const usePosInit = () => {
  const tenantId = useStoredUser()?.tenant_id;
  const storageKey = `comanda:${tenantId}:pos-init`;
  const isRendered = useLater();
  const init = useReply(
    initPos,
    {},
    {
      // the cached answer is rendered before the server is asked whether it still holds
      enabled: ({ state }) => isRendered || state.data === undefined,
      refetchInterval: againEvery(AGE_MS),
      initialData: () => readStored<Kept | undefined>(storageKey, undefined, isOurs)?.init,
      initialDataUpdatedAt: 0,
    },
  );
  const cache = useQueryClient();
  const { data, dataUpdatedAt } = init;
  const reload = useCoalesced(async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
    await cache.invalidateQueries({ queryKey: [initPos.path] });
  });
  useReloads(['menu_update'], reload);
  const isFromServer = dataUpdatedAt > 0;
  useEffect(() => {
    // who has just signed out leaves nothing behind
    if (tenantId !== undefined && data && isFromServer) writeStored(storageKey, { by: BUILD, init: data });
  }, [data, isFromServer, tenantId, storageKey]);
  return init;
};
