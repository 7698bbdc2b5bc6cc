import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getProfile } from '#contract/auth.ts';
import { CallFailed, useReply } from '#web/platform/api.ts';
import { useConnection } from '#web/platform/realtime.tsx';
import { isMarked, readStoredUser, storeUser } from '#web/platform/session.tsx';
import { storeTillSettings } from '#web/platform/till.ts';

/**
 * Keeps the stored user as the server knows it: asks when the application opens, when a screen is refused with 403, and
 * when the socket comes back, which the server closes as soon as somebody's scopes change (wire.md §2).
 */
export const FreshUser = () => {
  const cache = useQueryClient();
  const { data: user, refetch } = useReply(getProfile, {});
  const connection = useConnection();

  useEffect(() => {
    // An answer that arrives after signing out must not bring the person back.
    if (!user || !isMarked()) return;
    // nor may one that was asked for before the till passed on to somebody else
    if (user.username !== (readStoredUser()?.username ?? user.username)) return;
    storeUser(user);
    if (user.till) storeTillSettings(user.till);
  }, [user]);

  const wasOffline = useRef(false);
  useEffect(() => {
    if (connection === 'online' && wasOffline.current) void refetch();
    wasOffline.current = connection === 'offline';
  }, [connection, refetch]);

  useEffect(
    () =>
      cache.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || event.query.queryKey[0] === getProfile.path) return;
        const { error } = event.action;
        if (error instanceof CallFailed && error.status === 403) void refetch();
      }),
    [cache, refetch],
  );
  return null;
};
