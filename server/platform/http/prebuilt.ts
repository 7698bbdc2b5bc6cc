import { webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** Bytes up to which the plain form is cached too. It is by far the largest, and few ask for it: they get a longer one from the gzip form. */
const PLAIN_KEPT = 65_536;

const LARGE = 1_000_000; // bytes; a better form of so much takes a processor for too long
const QUALITY_OF_LARGE = 4;

/** An answer that was made, compressed and named once, for many requests. */
export interface Prebuilt {
  send: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** One that is cached, and weighs so many bytes. */
export interface CachedAnswer extends Prebuilt {
  bytes: number;
}

/** The compressed forms of one answer. */
export interface Forms {
  br: Uint8Array;
  gzipped: Uint8Array;
  etag: string;
}

/** Whether a request takes this coding: named, and not with the weight 0. */
export const takes = (accepted: string, coding: string): boolean =>
  accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

const answerWith = (forms: Forms, type: string, plain?: Buffer): CachedAnswer => {
  const { etag } = forms;
  // from another thread they come as plain arrays of bytes
  const [br, gzipped] = [toBuffer(forms.br), toBuffer(forms.gzipped)];
  return {
    bytes: br.length + gzipped.length + (plain?.length ?? 0),
    send: (request, reply) => {
      reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', 'content-type': type });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const accepted = request.headers['accept-encoding'] ?? '';
      if (takes(accepted, 'br')) return reply.header('content-encoding', 'br').send(br);
      if (takes(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(gzipped);
      if (plain) return reply.send(plain);
      const unzipped = createGunzip();
      unzipped.end(gzipped);
      return reply.send(unzipped);
    },
  };
};

// none of it is done on the thread that asks
const compressAll = async (plain: Buffer<ArrayBuffer>, quality: number): Promise<Forms> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: plain.length > LARGE ? QUALITY_OF_LARGE : quality };
  const [br, gzipped, hash] = await Promise.all([
    compress.br(plain, { params }),
    compress.gzip(plain),
    webcrypto.subtle.digest('SHA-256', plain),
  ]);
  return { br, gzipped, etag: `"${Buffer.from(hash).toString('base64url').slice(0, 27)}"` };
};

/** Makes an answer ready to be sent many times from its JSON: gzip and Brotli forms, and an ETag that answers 304. */
export const prebuild = async (json: string): Promise<CachedAnswer> => {
  const plain = Buffer.from(json);
  const forms = await compressAll(plain, 5);
  return answerWith(forms, 'application/json; charset=utf-8', plain.length > PLAIN_KEPT ? undefined : plain);
};

/** The forms of a page of HTML, of which only the compressed ones are cached. */
export const compressPage = (html: string): Promise<Forms> => compressAll(Buffer.from(html), 7);

/** A page of HTML ready to be sent many times, from its forms. */
export const prebuildPage = (forms: Forms): CachedAnswer => answerWith(forms, 'text/html; charset=utf-8');
