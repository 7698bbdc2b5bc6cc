import type { IncomingHttpHeaders } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { NoteSecurity } from '#server/platform/security/security-events.ts';

interface Options {
  publicUrl: string;
  /** of pages elsewhere that may call as our own pages do */
  allowedOrigins: readonly string[];
  /** Only the origins that are configured count, and no Host header. */
  production: boolean;
  /** One proxy stands before us and says by which scheme it was asked. */
  trustProxy: boolean;
}

const OURS = ['same-origin', 'none'];
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
/** What a page of ALLOWED_ORIGINS may send and read (wire.md §1). */
const CORS = {
  credentials: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['Idempotency-Replayed', 'Retry-After', 'X-Request-Id'],
  maxAge: 600, // seconds
  hideOptionsRoute: true,
  strictPreflight: false,
};

/** A foreign origin as it is noted: whoever sent it chose its length. */
export const shortOrigin = (origin: string | undefined) => (origin ?? '').slice(0, 200);

/**
 * Says whether a request comes from a page of ours (wire.md §1): that of PUBLIC_URL, of ALLOWED_ORIGINS or, outside production, of
 * the request's own host and scheme. Without an Origin the caller is a program. The text 'null' (a sandboxed frame, a data: page)
 * is foreign.
 */
const originCheck = ({ publicUrl, allowedOrigins, production, trustProxy }: Options) => {
  const configured = new Set([new URL(publicUrl).origin, ...allowedOrigins]);

  const ownOrigin = (headers: IncomingHttpHeaders): string | undefined => {
    const said = trustProxy ? String(headers['x-forwarded-proto'] ?? '') : '';
    const scheme = said.split(',').at(-1)!.trim() || 'http';
    return headers.host && URL.parse(`${scheme}://${headers.host}`)?.origin;
  };

  /** For reading, and for sockets. */
  const isOurOrigin = (headers: IncomingHttpHeaders): boolean => {
    const { origin } = headers;
    if (origin === undefined || configured.has(origin)) return true;
    return !production && origin !== 'null' && origin === ownOrigin(headers);
  };

  /** For what changes something: here the browser's own word counts too, which comes without an Origin as well. */
  const mayWrite = (headers: IncomingHttpHeaders): boolean => {
    if (!isOurOrigin(headers)) return false;
    const site = headers['sec-fetch-site'];
    if (site === undefined || OURS.includes(String(site))) return true;
    // a page that was let in by name is elsewhere, and says so
    return headers.origin !== undefined && allowedOrigins.includes(headers.origin);
  };

  return { isOurOrigin, mayWrite };
};

/** Refuses what a foreign page would change, and lets pages of ALLOWED_ORIGINS send and read (wire.md §1). */
export const guardOrigin = async (app: FastifyInstance, { noteSecurity, ...options }: Options & { noteSecurity: NoteSecurity }) => {
  const { isOurOrigin, mayWrite } = originCheck(options);
  app.addHook('onRequest', (request, _, done) => {
    if (SAFE_METHODS.includes(request.method) || mayWrite(request.headers)) return done();
    noteSecurity(request, { kind: 'foreign origin', detail: { origin: shortOrigin(request.headers.origin) } });
    done(new AppError('not_allowed', 'This request comes from a foreign page!'));
  });
  if (options.allowedOrigins.length > 0) await app.register(cors, { origin: [...options.allowedOrigins], ...CORS });
  return { isOurOrigin };
};
