import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** An answer that was made, compressed and named once, for many requests. */
export interface Prebuilt {
  send: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** Whether a request takes this coding: named, and not with the weight 0. */
const takes = (accepted: string, coding: string): boolean =>
  accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

interface Form {
  /** The forms of one answer, compressed; without `plain` that is made for the few who ask for it. */
  br: Buffer;
  gzipped: Buffer;
  plain?: Buffer | undefined;
  etag: string;
  type: string;
}

const answerWith = (form: Form, makePlain: () => Buffer | string): Prebuilt => ({
  send: (request, reply) => {
    reply.headers({
      etag: form.etag,
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding',
      'content-type': form.type,
    });
    if (request.headers['if-none-match'] === form.etag) return reply.code(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    if (takes(accepted, 'br')) return reply.header('content-encoding', 'br').send(form.br);
    if (takes(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(form.gzipped);
    return reply.send(form.plain ?? makePlain());
  },
});

const compressAll = async (plain: Buffer, quality: number) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const [br, gzipped] = await Promise.all([compress.br(plain, { params }), compress.gzip(plain)]);
  return { br, gzipped, etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"` };
};

/**
 * Makes an answer ready to be sent again and again: JSON, gzip and Brotli forms, and an ETag that answers 304. One of many
 * like it leaves `keepsPlain` away: its JSON, by far the largest form, is then written for the few who ask for it.
 */
export const prebuild = async (answer: unknown, keepsPlain = true): Promise<Prebuilt> => {
  const plain = Buffer.from(JSON.stringify(answer));
  const form = { ...(await compressAll(plain, 5)), plain: keepsPlain ? plain : undefined, type: 'application/json; charset=utf-8' };
  return answerWith(form, () => JSON.stringify(answer));
};

/** The same for a page of HTML, of which only the compressed forms are kept. */
export const prebuildPage = async (html: string): Promise<Prebuilt> => {
  const form = await compressAll(Buffer.from(html), 7);
  return answerWith({ ...form, type: 'text/html; charset=utf-8' }, () => gunzipSync(form.gzipped));
};
