import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { refuseBroken } from './broken-requests.ts';
import { compressJson } from './compression.ts';
import { describeError, explainFailures, sendFailure } from './errors.ts';
import { securityHeaders } from './headers.ts';
import { endSlowReaders } from './slow-readers.ts';
import type { Random } from '#server/platform/clock-and-random.ts';

interface Options {
  random: Random;
  /** The public address is https: cookies are secure, and browsers are told to keep to it. */
  isHttps: boolean;
  trustProxy: boolean;
  logLevel: string;
  /** Where the log goes, line by line: standard output, unless given. */
  logTo: { write: (line: string) => void } | undefined;
}

const REQUEST_ID_BYTES = 12;
const JSON_MAX = 1_000_000; // bytes (wire.md §1)

/**
 * The HTTP server without a route: its limits in time and size, its one kind of body, cookies, the headers of every answer, the line
 * of the log that each request leaves, and what a failure looks like.
 */
export const openHttp = async ({ random, isHttps, trustProxy, logLevel, logTo }: Options): Promise<FastifyInstance> => {
  const app = fastify({
    logger: { level: logLevel, serializers: { err: describeError }, ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true }),
    // what a person tells the support finds one request, on whichever node and after however many starts
    genReqId: () => Buffer.from(random(REQUEST_ID_BYTES)).toString('base64url'),
    bodyLimit: JSON_MAX,
    // What still arrives while the server closes is answered as ever; the door closes last.
    return503OnClosing: false,
    requestTimeout: 10_000,
    // also bounds the shutdown, which may wait for a statement of the background that is at work
    pluginTimeout: 30_000,
    http: {
      headersTimeout: 5000,
      connectionsCheckingInterval: 1000,
      // Node hands the socket of an upgrade over without a listener for its errors, which end the process: only Socket.IO takes one.
      shouldUpgradeCallback: ({ url }) => url?.startsWith('/socket.io/') ?? false,
    },
    // One proxy: of the addresses in X-Forwarded-For it wrote the last, and whoever sent the request all others.
    trustProxy: trustProxy ? (_, hop) => hop === 0 : false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: sendFailure,
    clientErrorHandler: refuseBroken,
  });
  endSlowReaders(app.server);
  explainFailures(app);

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // clients that name the type of a body they do not send
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });

  const headers = securityHeaders({ isHttps });
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The route and not the address, which may name a customer.
    const { method, routeOptions } = request;
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
  compressJson(app);
  await app.register(cookie, { parseOptions: { httpOnly: true, sameSite: 'lax', secure: isHttps } });
  return app;
};
