import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** An answer that was made, compressed and named once, for many requests. */
export interface Prebuilt {
  send: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/**
 * Makes an answer ready to be sent again and again: JSON, gzip and Brotli forms, and an ETag that answers 304. One of many
 * like it leaves `keepsPlain` away: its JSON, by far the largest form, is then written for the few who ask for it.
 */
export const prebuild = async (answer: unknown, keepsPlain = true): Promise<Prebuilt> => {
  const plain = Buffer.from(JSON.stringify(answer));
  const kept = keepsPlain ? plain : answer;
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  const [br, gzipped] = await Promise.all([compress.br(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), compress.gzip(plain)]);
  return {
    send: (request, reply) => {
      reply.headers({
        etag,
        'cache-control': 'private, no-cache',
        vary: 'Accept-Encoding',
        'content-type': 'application/json; charset=utf-8',
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const accepted = request.headers['accept-encoding'] ?? '';
      if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(br);
      if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(gzipped);
      return reply.send(Buffer.isBuffer(kept) ? kept : JSON.stringify(kept));
    },
  };
};
