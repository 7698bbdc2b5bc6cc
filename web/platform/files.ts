import type { Endpoint } from '#contract/endpoint.ts';
import { CallFailed, failureOf, renewAfter } from './api.ts';
import { leaveFor } from './leaving.ts';
import { timeLimit } from './deadline.ts';
import { renewalCount } from './renewal.ts';

const TIMEOUT_MS = 60_000; // a photo on a slow line

/** A call that carries a file, which `call` of web/platform/api.ts does not: the same session and the same failures. `path` is below /api/v1. */
export const callWithFile = async (endpoint: Endpoint, path: string, body?: FormData): Promise<Response> => {
  const send = async () => {
    const response = await fetch(`/api/v1${path}`, {
      method: endpoint.method,
      credentials: 'include',
      ...(body ? { body } : {}),
      signal: timeLimit(TIMEOUT_MS),
    }).catch(() => {
      throw new CallFailed(0);
    });
    if (response.ok) return response;
    throw await failureOf(response);
  };
  const seen = renewalCount();
  try {
    return await send().catch(async (failure: unknown) => {
      if (!(failure instanceof CallFailed) || failure.status !== 401) throw failure;
      await renewAfter(failure, seen);
      return send();
    });
  } catch (failure) {
    if (failure instanceof CallFailed) leaveFor(failure);
    throw failure;
  }
};
