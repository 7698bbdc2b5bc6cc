import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendNotFound } from '#server/platform/http/errors.ts';
import { mediaFolder, readSmallPhoto } from './photos.ts';

const A_YEAR = 365 * 24 * 60 * 60; // seconds; a picture that changes gets a new name

type MediaRequest = FastifyRequest<{ Params: { tenant: string; name: string } }>;

interface Options {
  dataDir: string;
  isDeleted: (tenantId: string) => Promise<boolean>;
}

/**
 * Serves the pictures below /media, whole and small; their random names are all the protection that a public menu's pictures need.
 * Those of a deleted tenant are shut.
 */
export const serveMedia = async (app: FastifyInstance, { dataDir, isDeleted }: Options): Promise<void> => {
  const root = mediaFolder(dataDir);
  mkdirSync(root, { recursive: true });
  await app.register(async (media) => {
    // the parameters and not the address: they are decoded, as what is served is
    media.addHook('preHandler', async (request, reply) => {
      const { tenant, '*': path } = request.params as { tenant?: string; '*'?: string };
      const [, id] = /^(\d{1,16})(\/|$)/.exec(tenant ?? path ?? '') ?? [];
      return id === undefined || (await isDeleted(id)) ? sendNotFound(request, reply) : undefined;
    });
    media.get('/media/:tenant/small/:name', async (request: MediaRequest, reply) => {
      const { tenant, name } = request.params;
      const photo = /^\d{1,16}$/.test(tenant) && /^[\w-]{1,64}\.webp$/.test(name) ? await readSmallPhoto(dataDir, tenant, name) : undefined;
      if (!photo) return sendNotFound(request, reply);
      return reply.header('cache-control', `public, max-age=${A_YEAR}, immutable`).type('image/webp').send(photo);
    });
    await media.register(fastifyStatic, {
      root,
      prefix: '/media/',
      decorateReply: false,
      index: false,
      serveDotFiles: false,
      allowedPath: (path) => /^\/\d{1,16}\/[\w-]+\.webp$/.test(path),
      setHeaders: (reply) => reply.header('cache-control', `public, max-age=${A_YEAR}, immutable`),
    });
  });
};
