import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInput } from '#contract/endpoint.ts';
import { getInvoice, listInvoices, refundInvoice } from '#contract/invoices.ts';
import { forgetCounted } from '#web/parts/own-drawer.ts';
import { useAction } from '#web/platform/api.ts';
import { isBeforeTheWork, newIdempotencyKey } from '#web/platform/idempotency-keys.ts';
import { readStored, updateStored } from '#web/platform/storage.ts';
import { tillKey } from '#web/platform/till.ts';

export type RefundBody = CallInput<typeof refundInvoice>['body'];

/** A refund that was sent, and the key under which the server does it once. */
interface SentRefund {
  key: string;
  body: RefundBody;
  at: number;
}

const refreshes = [getInvoice, listInvoices];
/** The server knows a key for longer. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const storageKey = () => tillKey('refunding');
const findSent = (id: number): SentRefund | undefined => {
  const sent = readStored<Record<string, SentRefund>>(storageKey(), {})[id];
  return sent && Date.now() - sent.at < KEPT_MS ? sent : undefined;
};
const keepSent = (id: number, sent: SentRefund | undefined) =>
  updateStored<Record<string, SentRefund>>(storageKey(), {}, ({ [id]: _, ...others }) => (sent ? { ...others, [id]: sent } : others));

/**
 * The call that refunds an invoice. Of a refund that got no answer nobody here knows whether money went back: until the server has said so
 * nothing but the same is sent, also when the dialog was closed or the page reloaded meanwhile.
 */
export const useRefund = (id: number, onDone: () => void, act: (body: RefundBody) => string) => {
  const [sent, setSent] = useState(() => findSent(id));
  const [isUnanswered, setUnanswered] = useState(sent !== undefined);
  const cache = useQueryClient();
  const forget = () => {
    setSent(undefined);
    setUnanswered(false);
    keepSent(id, undefined);
  };
  const { run, isPending } = useAction(refundInvoice, {
    refreshes,
    onDoneAnywhere: () => void keepSent(id, undefined),
    onDone,
    onFailed: (failure) => {
      forgetCounted(failure);
      // a session that could not be renewed, or too many calls, tells nothing of an earlier try
      const isOpen = failure.isPassing || failure.status === 401 || (isUnanswered && isBeforeTheWork(failure));
      setUnanswered(isOpen);
      // somebody may see there that it was refunded
      for (const { path } of refreshes) void cache.invalidateQueries({ queryKey: [path] });
      if (!isOpen) forget();
    },
    act: ({ body }) => act(body),
  });
  return {
    /** What was sent and not answered. */
    unanswered: isUnanswered && !isPending ? sent?.body : undefined,
    isPending,
    /** Somebody has seen that it was not done, or that it was. */
    forget,
    refund: (body: RefundBody) => {
      const now = sent ?? { key: newIdempotencyKey(), body, at: Date.now() };
      setSent(now);
      // before it leaves
      keepSent(id, now);
      return run({ params: { id: String(id) }, body: now.body }, { idempotencyKey: now.key });
    },
  };
};
