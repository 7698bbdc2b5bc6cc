import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { addDisplay, deleteDisplay, type DisplayKind, getDisplay } from '#contract/displays.ts';
import { againEvery, call, useAction, useReply } from '#web/platform/api.ts';
import { useAnnouncements, useConnection } from '#web/platform/realtime.tsx';
import { useStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';

/** A cart that was left goes without an announcement. */
const LOOK_MS = 30_000;
const OFFLINE_MS = 3000;
const AGAIN_MS = 5000;

interface Options {
  kind: DisplayKind;
  /** Whether it asks for a code while it has no till. */
  isAsking: boolean;
}

/** A display and the till that it is paired with; both outlive a reload. */
export const useDisplay = ({ kind, isAsking }: Options) => {
  const [id, store] = useStored<number>(displayKey(`shows-${kind}`), 0);
  const [code, setCode] = useState<string>();
  const isOffline = useConnection() === 'offline';
  const cache = useQueryClient();
  const reply = useReply(
    getDisplay,
    { params: { id: String(id) } },
    { enabled: id > 0, refetchOnMount: 'always', refetchInterval: againEvery(isOffline ? OFFLINE_MS : LOOK_MS) },
  );
  useAnnouncements(({ type, payload }) => {
    if (id > 0 && (type === 'reload' || (type === 'display_update' && payload.displayId === id)))
      void cache.invalidateQueries({ queryKey: [getDisplay.path] });
  });
  const isGone = reply.error?.status === 404;
  const isPaired = !isGone && reply.data?.isPaired === true;
  const isUnpaired = id === 0 || isGone || reply.data?.isPaired === false;

  const ask = useEffectEvent(async (): Promise<number> => {
    try {
      const given = await call(addDisplay, { body: { kind, displayId: id || null } });
      setCode(given.code);
      store(given.displayId);
      return given.codeSeconds * 1000;
    } catch {
      return AGAIN_MS;
    }
  });
  useEffect(() => {
    if (!isAsking || !isUnpaired) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askAgain = () =>
      void ask().then((holds) => {
        if (!isOver) timer = setTimeout(askAgain, holds);
      });
    askAgain();
    return () => {
      isOver = true;
      clearTimeout(timer);
      setCode(undefined);
    };
    // one that is gone has no code any more, though it was unpaired before
  }, [isAsking, isUnpaired, isGone]);

  const unpair = useAction(deleteDisplay, {
    refreshes: [getDisplay],
    confirm: () => ({ verb: 'Unpair', thing: 'this display', sentence: 'It shows a code again, for this till or another.' }),
  });
  return { ...reply, isPaired, code, unpair: () => unpair.run({ params: { id: String(id) } }) };
};

/** '123 456': read and typed in two parts. */
export const codeText = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
