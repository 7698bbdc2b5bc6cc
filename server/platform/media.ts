import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const A_YEAR = 365 * 24 * 60 * 60; // seconds; a picture that changes gets a new name

/** Where the pictures of a data directory lie, one folder for each tenant. */
export const mediaFolder = (dataDir: string): string => join(dataDir, 'media');

/** Serves the pictures below /media; their random names are all the protection that a public menu's pictures need. */
export const serveMedia = async (app: FastifyInstance, dataDir: string): Promise<void> => {
  const root = mediaFolder(dataDir);
  mkdirSync(root, { recursive: true });
  await app.register(fastifyStatic, {
    root,
    prefix: '/media/',
    decorateReply: false,
    index: false,
    serveDotFiles: false,
    allowedPath: (path) => /^\/\d+\/[\w-]+\.webp$/.test(path),
    setHeaders: (reply) => reply.header('cache-control', `public, max-age=${A_YEAR}, immutable`),
  });
};
