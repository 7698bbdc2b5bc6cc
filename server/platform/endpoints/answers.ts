import type { Readable } from 'node:stream';
import * as z from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Prebuilt } from '#server/platform/http/prebuilt.ts';
import { listToJson, objectToJson } from '#server/platform/work/slices.ts';

const LONG = 100; // rows; a longer list is checked and written in slices

/** An answer that is sent while it is made, however long it gets; with a name the browser saves it as a file. `asOf`: how old its figures are, where a standby was read. */
export const sendStream = (content: string | Readable, type: string, name?: string, asOf?: Date): Prebuilt => ({
  send: (_, reply) =>
    reply
      .headers({
        'content-type': type,
        'cache-control': 'private, no-store',
        ...(name && { 'content-disposition': `attachment; filename="${name}"` }),
        ...(asOf && { 'figures-as-of': asOf.toISOString() }),
      })
      .send(content),
});

/** A file of a spreadsheet, which the browser saves; what may be long comes as a stream. */
export const sendCsv = (name: string, content: string | Readable, asOf?: Date): Prebuilt =>
  sendStream(content, 'text/csv; charset=utf-8', name, asOf);

/** An answer whose JSON is written already. */
export const sendJson = (json: string): Prebuilt => ({ send: (_, reply) => reply.type('application/json; charset=utf-8').send(json) });

/** The schema of a list's rows, where an answer may be a list. */
const rowOf = (schema: z.core.$ZodType): z.ZodType | undefined => {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return schema instanceof z.ZodUnion ? schema.options.map(rowOf).find((row) => row !== undefined) : undefined;
};

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > LONG;

/** An answer of which members are long lists: these are written apart, and the others checked without them. */
const withLongLists = async ({ shape }: z.ZodObject, answer: Record<string, unknown>): Promise<unknown> => {
  const written: Record<string, string> = {};
  const others: Record<string, z.core.$ZodType> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const [rows, row] = [answer[name], rowOf(schema)];
    if (row && isLong(rows)) written[name] = await listToJson(rows, (one) => row.parse(one));
    else others[name] = schema;
  }
  return sendJson(objectToJson(z.object(others).parse(answer), written));
};

/** The answer with what was declared and no more; long lists as JSON, checked and written a few rows at a time. */
export const checked = async ({ reply }: Endpoint, answer: unknown): Promise<unknown> => {
  const row = isLong(answer) ? rowOf(reply) : undefined;
  if (row) return sendJson(await listToJson(answer as unknown[], (one) => row.parse(one)));
  const isWide = reply instanceof z.ZodObject && typeof answer === 'object' && answer !== null && Object.values(answer).some(isLong);
  return isWide ? withLongLists(reply, answer as Record<string, unknown>) : reply.parse(answer);
};

/** Whether an answer knows how it is sent. */
export const isPrebuilt = (answer: unknown): answer is Prebuilt => typeof (answer as Prebuilt | undefined)?.send === 'function';
