import type { z } from 'zod';
import type { Access } from './permissions.ts';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1; parameters are written :like_this. */
  path: `/${string}`;
  summary: string;
  access: Access;
  /** True when the call is answered even while the subscription is inactive (wire.md §2). */
  whileInactive?: true;
  /** True when a super administrator is answered who has yet to switch on a second factor that is asked for. */
  beforeFactor?: true;
  /** True when the call honours an Idempotency-Key header (wire.md §1). */
  idempotent?: true;
  /** Members of the body for which that key does not stand. */
  beside?: readonly string[];
  /** True for reads of one's own restaurant that a standby may answer; the reply's `asOf` says how old they are. */
  figures?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  reply: z.ZodType;
}

/** Declares one endpoint. Server, typed client, OpenAPI and tests all read this object. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part = 'params' | 'query' | 'body';

/** What a caller sends. */
export type CallInput<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodType ? P : never]: E[P] extends z.ZodType ? z.input<E[P]> : never;
};
/** What a handler receives, after validation and defaults. */
export type HandlerInput<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodType ? P : never]: E[P] extends z.ZodType ? z.output<E[P]> : never;
};
/** What a caller receives. */
export type Reply<E extends Endpoint> = z.output<E['reply']>;
