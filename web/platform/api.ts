import { type UseQueryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { getProfile } from '#contract/auth.ts';
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts';
import { type ErrorCode, type FieldError, WRONG_PIN } from '#contract/errors.ts';
import { fetchWithRetry } from './fetch-with-retry.ts';
import type { ApprovalRequest } from './approval.tsx';
import type { Question } from './confirm.tsx';
import { urlOf } from './call-url.ts';
import { isBeforeTheWork, openIdempotencyKeys } from './idempotency-keys.ts';
import { leaveFor } from './leaving.ts';
import { useSending } from './mutations.ts';
import { CALL_TIMEOUT, withDeadline } from './deadline.ts';
import { renewalCount, renewSession, type SessionKind } from './renewal.ts';
import { learnServerTime } from './server-clock.ts';
import { notify } from './toast.ts';

export const NO_CONNECTION = 'No connection. Please check the network and try again!';
const SOMETHING_WRONG = 'Something went wrong!';

interface FailureBody {
  code?: ErrorCode;
  message?: string;
  errors?: FieldError[];
  [extra: string]: unknown;
}

/** Why a call failed. Status 0 means that no answer came. */
export class CallFailed extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly errors: FieldError[];
  /** The whole answer, for extras such as the right totals of a 409 (wire.md §3). */
  readonly body: FailureBody;
  /** False when the server said nothing readable: a screen's own sentence then fits better than `message`. */
  readonly hasSentence: boolean;
  /** Seconds after which the same call is answered, where the server says so. */
  readonly retryAfter: number | undefined;
  constructor(status: number, body: FailureBody = {}, retryAfter?: number) {
    super(status === 0 ? NO_CONNECTION : body.message || SOMETHING_WRONG);
    this.status = status;
    this.code = body.code;
    this.errors = body.errors ?? [];
    this.body = body;
    this.hasSentence = status === 0 || !!body.message;
    this.retryAfter = retryAfter;
  }

  /** True when the same call may succeed later: no answer, one of a server in trouble, or a call that came too slowly. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status >= 500;
  }

  /** True when the same call is answered with the caller's password beside it (wire.md §3). */
  get asksForPassword(): boolean {
    return this.status === 403 && this.body['confirm'] === 'password';
  }
}

/** A `refetchInterval`: of what is asked for every `ms`, or not again; every 5 s while it fails in a way that may pass (part-1 §9). */
export const againEvery =
  (ms: number | false) =>
  ({ state: { error } }: { state: { error: Error | null } }): number | false =>
    error instanceof CallFailed && error.isPassing ? 5000 : ms;

export interface CallOptions {
  /** Sent as Idempotency-Key; the server then does the work once, however often it is asked. */
  idempotencyKey?: string;
  /** Of whoever is signed in, where the server asks for it once more. */
  confirmPassword?: string;
  signal?: AbortSignal;
  /** Goes out although the page is closed meanwhile. */
  keepalive?: boolean;
  /** Only the answer's beginning must come in time: a year's file over a slow line is no failure. */
  isFile?: boolean;
}

const request = async (endpoint: Endpoint, input: object, options: CallOptions): Promise<Response> => {
  const { idempotencyKey, confirmPassword, signal, keepalive = false, isFile } = options;
  const { body } = input as { body?: unknown };
  // a file that has begun takes the time that it needs
  const beginning = isFile ? new AbortController() : undefined;
  const timer = beginning && setTimeout(() => beginning.abort(), CALL_TIMEOUT);
  const ask = (until: AbortSignal, cache?: RequestCache) =>
    fetch(urlOf(endpoint, input), {
      method: endpoint.method,
      credentials: 'include',
      keepalive,
      cache,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        // a header holds bytes: those of the UTF-8, so that every password passes
        ...(confirmPassword ? { 'x-confirm-password': String.fromCharCode(...new TextEncoder().encode(confirmPassword)) } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: until,
    });
  // a report over all tenants may take 15 s, and is not to be made twice
  const isQuick = endpoint.method === 'GET' && !beginning && endpoint.access !== 'superadmin';
  const response = await (isQuick ? fetchWithRetry(ask, signal) : ask(beginning?.signal ?? withDeadline(signal))).catch(
    (problem: unknown) => {
      // An abort that we asked for is no failure of the network; the query cache wants to see it as it is.
      if (signal?.aborted) throw problem;
      throw new CallFailed(0);
    },
  );
  clearTimeout(timer);
  learnServerTime(response);
  if (response.ok) return response;
  throw await failureOf(response);
};

const readJson = async (response: Response): Promise<unknown> => {
  const reply: unknown = await response.json().catch(() => undefined);
  // A 200 that is not JSON comes from a captive portal or a proxy, not from our server.
  if (reply === undefined) throw new CallFailed(502);
  return reply;
};

const isRenewable = (endpoint: Endpoint, { status, code, message }: CallFailed): boolean =>
  endpoint.access !== 'public' &&
  message !== WRONG_PIN &&
  (status === 401 || (status === 403 && code !== 'not_allowed' && code !== 'second_factor_required'));

/** Renews the session, after which the call that failed may be tried again; throws why it may not. */
export const renewAfter = async (failure: CallFailed, seen: number, kind: SessionKind = 'member'): Promise<void> => {
  const outcome = await renewSession(seen, kind);
  if (outcome !== 'renewed') throw outcome === 'unanswered' ? new CallFailed(0) : failure;
};

/** What an answer that refuses says. Without a code it is a proxy that refuses, and not our server: nobody knows what became of the call. */
export const failureOf = async (response: Response): Promise<CallFailed> => {
  const said = ((await response.json().catch(() => undefined)) ?? {}) as FailureBody;
  const seconds = Number(response.headers.get('retry-after')) || undefined;
  return new CallFailed(said.code ? response.status : 502, said, seconds);
};

/** Sends a call; a session that ran out is renewed and the call repeated, once (part-1 §4). */
export const send = async (endpoint: Endpoint, input: object, options: CallOptions = {}): Promise<Response> => {
  const kind = endpoint.access === 'superadmin' ? 'superadmin' : 'member';
  const seen = renewalCount(kind);
  try {
    return await request(endpoint, input, options).catch(async (failure: unknown) => {
      if (!(failure instanceof CallFailed) || !isRenewable(endpoint, failure)) throw failure;
      await renewAfter(failure, seen, kind);
      return request(endpoint, input, options);
    });
  } catch (failure) {
    if (failure instanceof CallFailed) leaveFor(failure);
    throw failure;
  }
};

/** Calls one endpoint. Paths, payloads and replies are typed by the contract; every failure is a CallFailed. */
export const call = async <E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions = {}): Promise<Reply<E>> =>
  (await readJson(await send(endpoint, input, options))) as Reply<E>;

/**
 * A colleague's token for what the call was refused for; undefined when nobody allowed it. The same call goes again with it in the body,
 * under the same key (wire-2.md §1).
 */
const approvalFor = async ({ body }: CallFailed, sentence: string | undefined): Promise<string | undefined> =>
  (await import('./approval.tsx')).askApproval({ ...(body as unknown as ApprovalRequest), sentence }, call);

type ReplyOptions<E extends Endpoint> = Omit<UseQueryOptions<Reply<E>, CallFailed>, 'queryKey' | 'queryFn'>;

/** Keeps a screen supplied with what an endpoint answers. Options are TanStack Query's: enabled, placeholderData, refetchInterval, … */
export const useReply = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: ReplyOptions<E> = {},
): UseQueryResult<Reply<E>, CallFailed> =>
  useQuery({ ...options, queryKey: [endpoint.path, input], queryFn: ({ signal }) => call(endpoint, input, { signal }) });

interface ActionOptions<E extends Endpoint> {
  /** Their replies are fetched again afterwards, also when the server refused: what is shown was then out of date. */
  refreshes?: Endpoint[];
  /** Shown when the server gives no sentence of its own. */
  failure?: string;
  /** Asked before anything is sent; it names the verb and the thing. Undefined: nothing is to be asked. */
  confirm?: (input: CallInput<E>) => Question | undefined | Promise<Question | undefined>;
  /** What is done, for the colleague who has to allow it: 'Cancel 2 × Fish Soup, T4'. `wanted` is what the server asks for. */
  act?: (input: CallInput<E>, wanted: CallFailed['body']) => string | undefined;
  /** Takes it back; offered for some seconds beside the answer's message. */
  undo?: (input: CallInput<E>) => void;
  /** No loading and no success message; 'done': no success message. Failures are always told. */
  quiet?: boolean | 'done';
  /** What the asking screen or dialog does then; nothing when it was left meanwhile. */
  onDone?: (reply: Reply<E>, input: CallInput<E>) => void;
  /** What is so from then on wherever the person is, such as the end of a session. The action is pending until it ends. */
  onDoneAnywhere?: (reply: Reply<E>, input: CallInput<E>) => void | Promise<void>;
  /** A refusal with this code is a step on the way, and no failure to be told: only `onFailed` is called. */
  expects?: ErrorCode;
  /** For a form that shows `errors` at its fields; the message has been shown already, but for the first question for the password. */
  onFailed?: (failure: CallFailed, input: CallInput<E>) => void;
}

/** Actions of one scope, of whichever endpoint and screen, are sent one after the other in the order in which they were asked for. */
type RunOptions = Pick<CallOptions, 'idempotencyKey' | 'confirmPassword'> & { scope?: string };

interface Action<E extends Endpoint> {
  /** Never rejects; undefined when it failed or was not confirmed. A key of the caller's own replaces the automatic one. */
  run: (input: CallInput<E>, options?: RunOptions) => Promise<Reply<E> | undefined>;
  isPending: boolean;
}

/** Runs an endpoint when the person asks: confirm, 'Please wait...', the answer's message, refresh. */
export const useAction = <E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}): Action<E> => {
  const cache = useQueryClient();
  const { send: sendInTurn, isPending } = useSending(endpoint);
  const keys = useRef(openIdempotencyKeys());
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  const refresh = () => (options.refreshes ?? []).map(({ path }) => void cache.invalidateQueries({ queryKey: [path] }));

  const succeed = async (reply: Reply<E>, input: CallInput<E>): Promise<void> => {
    const { undo, quiet, onDone, onDoneAnywhere } = options;
    keys.current.settle(input);
    const { message } = reply as { message?: string };
    if (message && undo) notify.undoable(message, () => undo(input));
    else if (!quiet && message) notify.success(message);
    refresh();
    const end = onDoneAnywhere?.(reply, input);
    if (isShown.current) onDone?.(reply, input);
    await end;
  };

  const fail = (
    problem: CallFailed,
    input: CallInput<E>,
    { isDeclined, isConfirmed }: { isDeclined: boolean; isConfirmed: boolean },
  ): void => {
    const { failure: fallback = SOMETHING_WRONG, expects, onFailed } = options;
    // nothing failed yet: the form shows a field for it
    if (problem.asksForPassword && !isConfirmed) {
      onFailed?.(problem, input);
      return;
    }
    if (!isDeclined && (expects === undefined || problem.code !== expects)) notify.error(problem.hasSentence ? problem.message : fallback);
    // What this person may do has changed since; FreshUser stores the answer, and buttons hide.
    if (problem.status === 403) void cache.invalidateQueries({ queryKey: [getProfile.path] });
    // whoever is refused before the work is told nothing of an earlier try, whose answer may have been lost: the key stays
    if (!problem.isPassing && !isBeforeTheWork(problem)) keys.current.settle(input);
    if (!problem.isPassing) refresh();
    onFailed?.(problem, input);
  };

  const ask = async (input: CallInput<E>, { idempotencyKey: ownKey, confirmPassword }: RunOptions): Promise<Reply<E> | undefined> => {
    const dismiss = options.quiet === true ? undefined : notify.loading('Please wait...');
    let isDeclined = false;
    try {
      const idempotencyKey = endpoint.idempotent && (ownKey ?? keys.current.keyOf(input));
      const callOptions = { ...(idempotencyKey && { idempotencyKey }), ...(confirmPassword && { confirmPassword }) };
      const reply = await call(endpoint, input, callOptions).catch(async (failure: unknown) => {
        if (!(failure instanceof CallFailed) || failure.code !== 'approval_needed') throw failure;
        dismiss?.();
        const approvalToken = await approvalFor(failure, options.act?.(input, failure.body));
        isDeclined = approvalToken === undefined;
        if (isDeclined) throw failure;
        const { body } = input as { body?: object };
        return call(endpoint, { ...input, body: { ...body, approvalToken } }, callOptions);
      });
      dismiss?.();
      await succeed(reply, input);
      return reply;
    } catch (problem) {
      dismiss?.();
      if (!(problem instanceof CallFailed)) throw problem;
      fail(problem, input, { isDeclined, isConfirmed: confirmPassword !== undefined && confirmPassword !== '' });
      return undefined;
    }
  };
  const work = async (input: CallInput<E>, runOptions: RunOptions): Promise<Reply<E> | undefined> => {
    const question = options.confirm && (await options.confirm(input)); // without: pending in the touch itself
    if (question && !(await (await import('./confirm.tsx')).confirmed(question))) return undefined;
    return sendInTurn(input, runOptions.scope, () => ask(input, runOptions));
  };
  // Screens pass fresh closures on every render; `run` keeps its identity all the same.
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  const run = useCallback((input: CallInput<E>, runOptions: RunOptions = {}) => latest.current(input, runOptions), []);
  return { run, isPending };
};
