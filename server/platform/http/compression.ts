import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { takes } from './prebuilt.ts';

const compress = promisify(gzip);

const LEAST = 1024; // bytes; below it a network packet is not saved
/**
 * What is said of accounts, sessions and second factors stays as it is: an answer's length must tell nothing of a secret beside what
 * somebody else could put into it (BREACH). None of it is long.
 */
const SECRET = /^\/api\/v1\/(auth|superadmin|devices)([/?]|$)/;

/**
 * Compresses JSON that was written for one request, where it is worth it and the client takes it. The work is done on another thread, so
 * that a large answer holds up nobody, at the lowest level: boards are compressed once for each screen, and five times smaller even so. Files,
 * streams and what is kept compressed pass as they are. @fastify/compress does the same through a stream for each answer, without its length.
 */
export const compressJson = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < LEAST || request.method === 'HEAD') return payload;
    const { 'content-type': type, 'content-encoding': coding } = reply.getHeaders();
    if (coding !== undefined || !String(type).startsWith('application/json') || SECRET.test(request.url)) return payload;
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
    if (!takes(request.headers['accept-encoding'] ?? '', 'gzip')) return payload;
    const smaller = await compress(payload, { level: constants.Z_BEST_SPEED });
    // the length of the plain form, where it was said already
    reply.headers({ 'content-encoding': 'gzip', 'content-length': smaller.length });
    return smaller;
  });
};
