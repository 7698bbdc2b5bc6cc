import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Prebuilt } from './prebuilt.ts';
import { listToJson } from './slices.ts';

const LONG = 100; // rows; a longer list is checked and written in slices

/** How old a file's figures are, where a standby was read. */
const age = (asOf: Date | undefined) => asOf && { 'figures-as-of': asOf.toISOString() };

/** An answer that the browser saves as a file; what may be long comes as a stream. */
export const attachment = (name: string, type: string, content: string | Readable, asOf?: Date): Prebuilt => ({
  send: (_, reply) =>
    reply
      .headers({
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        ...age(asOf),
      })
      .send(content),
});

/** An answer that is sent while it is made, however long it gets; with a name the browser saves it as a file. */
export const sendStream = (content: Readable, type: string, name?: string, asOf?: Date): Prebuilt => ({
  send: (_, reply) =>
    reply
      .headers({
        'content-type': type,
        'cache-control': 'private, no-store',
        ...(name && { 'content-disposition': `attachment; filename="${name}"` }),
        ...age(asOf),
      })
      .send(content),
});

/** An answer whose JSON is written already. */
export const sendJson = (json: string): Prebuilt => ({ send: (_, reply) => reply.type('application/json; charset=utf-8').send(json) });

/** The schema of a list's rows, where an answer may be a list. */
const rowOf = (schema: z.core.$ZodType): z.ZodType | undefined => {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return schema instanceof z.ZodUnion ? schema.options.map(rowOf).find((row) => row !== undefined) : undefined;
};

/** The answer with what was declared and no more; a long list as JSON, checked and written a few rows at a time. */
export const checked = async (endpoint: Endpoint, answer: unknown): Promise<unknown> => {
  const row = Array.isArray(answer) && answer.length > LONG ? rowOf(endpoint.reply) : undefined;
  return row ? sendJson(await listToJson(answer as unknown[], (one) => row.parse(one))) : endpoint.reply.parse(answer);
};

/** Whether an answer knows how it is sent. */
export const isPrebuilt = (answer: unknown): answer is Prebuilt => typeof (answer as Prebuilt | undefined)?.send === 'function';
