import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { findAnswer, insertKey, storeAnswer } from './idempotency.queries.ts';
import type { Db } from '#server/platform/database/database.ts';

/** What binds an answer to a request: the caller's key, the route and a hash of what was asked (wire.md §1). */
export interface Idempotent {
  key: string;
  route: string;
  hash: string;
}

/** Of a colleague who allows it: it is not what was asked, and who asks again after a lost answer has none. */
const APPROVAL = 'approvalToken';

/** Reads the Idempotency-Key header; undefined without one. Throws invalid_input for a key that is not 1–64 printable characters. */
export const idempotencyKey = (request: FastifyRequest, endpoint: Endpoint, input: unknown): Idempotent | undefined => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,64}$/.test(key))
    throw new AppError('invalid_input', 'The Idempotency-Key has 1 to 64 characters!');
  const beside = [APPROVAL, ...(endpoint.beside ?? [])];
  const asked = JSON.stringify(input, (name, value: unknown) => (beside.includes(name) ? undefined : value));
  const hash = createHash('sha256').update(`${endpoint.path} ${asked}`).digest('base64url');
  return { key, route: endpoint.path, hash };
};

/** Throws key_reused unless the stored answer belongs to this very request. */
export const assertSame = (known: { route: string; request_hash: string }, { route, hash }: Idempotent): void => {
  if (known.route !== route || known.request_hash !== hash) throw keyReused();
};

export const keyReused = () => new AppError('key_reused', 'This Idempotency-Key was used for another request!');

/** Within the transaction of the work itself: answers again what the key was answered with, or works and keeps the answer. */
export const replayOr = async <T>(
  db: Db,
  asked: Idempotent & { now: Date },
  onReplay: () => unknown,
  work: () => Promise<T>,
): Promise<T> => {
  // waits here while another transaction works under the same key
  if (!(await insertKey(db, asked))) {
    const known = await findAnswer(db, asked.key);
    if (!known) throw new Error('The other transaction under this key has gone.');
    assertSame(known, asked);
    onReplay();
    return known.response as T;
  }
  const answer = await work();
  await storeAnswer(db, asked.key, answer);
  return answer;
};
