import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts';
import { type CallFailed, useAction } from '#web/platform/api.ts';
import { isBeforeTheWork, newIdempotencyKey } from '#web/platform/idempotency-keys.ts';
import { readStored, tenantKey, updateStored } from '#web/platform/storage.ts';

type BodyOf<E extends Endpoint> = CallInput<E> extends { body: infer Body } ? Body : never;

/** What was sent, and the key under which the server does it once. */
interface Sent<Body> {
  key: string;
  body: Body;
  at: number;
}

/** The server knows a key for longer. */
const KEPT_MS = 24 * 60 * 60 * 1000;

interface Options<E extends Endpoint> {
  /** Under which name this device keeps what is not answered. */
  name: string;
  /** That of the path of the call. */
  id: number;
  refreshes: Endpoint[];
  onDone: (reply: Reply<E>) => void;
  onFailed?: (failure: CallFailed, body: BodyOf<E>) => void;
  act: (body: BodyOf<E>) => string;
}

/**
 * A call that moves money and changes nothing by which the server would know a second one. Where it got no answer nobody here knows whether
 * it was done: until the server has said so nothing but the same is sent, also when the dialog was closed or the page reloaded meanwhile.
 */
export const useSentOnce = <E extends Endpoint>(endpoint: E, { name, id, refreshes, onDone, onFailed, act }: Options<E>) => {
  type Body = BodyOf<E>;
  type Kept = Record<string, Sent<Body>>;
  // somebody else may be signed in when the answer comes; also where carts stay with the till a colleague who sends it does it in their name
  const [place] = useState(() => tenantKey(name));
  const findSent = (): Sent<Body> | undefined => {
    const sent = readStored<Kept>(place, {})[id];
    return sent && Date.now() - sent.at < KEPT_MS ? sent : undefined;
  };
  const keepSent = (sent: Sent<Body> | undefined) =>
    updateStored<Kept>(place, {}, ({ [id]: _, ...others }) => (sent ? { ...others, [id]: sent } : others));
  const [sent, setSent] = useState(findSent);
  const [isUnanswered, setUnanswered] = useState(sent !== undefined);
  const cache = useQueryClient();
  const forget = () => {
    setSent(undefined);
    setUnanswered(false);
    keepSent(undefined);
  };
  const { run, isPending } = useAction(endpoint, {
    refreshes,
    onDoneAnywhere: () => void keepSent(undefined),
    onDone: (reply) => {
      forget();
      onDone(reply);
    },
    onFailed: (failure, input) => {
      onFailed?.(failure, (input as { body: Body }).body);
      // a session that could not be renewed, or too many calls, tells nothing of an earlier try
      const isOpen = failure.isPassing || failure.status === 401 || (isUnanswered && isBeforeTheWork(failure));
      setUnanswered(isOpen);
      // somebody may see there that it was done
      for (const { path } of refreshes) void cache.invalidateQueries({ queryKey: [path] });
      if (!isOpen) forget();
    },
    act: (input) => act((input as { body: Body }).body),
  });
  return {
    /** What was sent and not answered. */
    unanswered: isUnanswered && !isPending ? sent?.body : undefined,
    isPending,
    /** Somebody has seen that it was not done, or that it was. */
    forget,
    send: (body: Body) => {
      const now = sent ?? { key: newIdempotencyKey(), body, at: Date.now() };
      setSent(now);
      // before it leaves
      keepSent(now);
      return run({ params: { id: String(id) }, body: now.body } as unknown as CallInput<E>, { idempotencyKey: now.key });
    },
  };
};
