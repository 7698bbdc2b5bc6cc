import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from './errors.ts';

const root = fileURLToPath(new URL('../../dist/web/', import.meta.url));
/** Screens that are opened anew all day, with the file that each begins with. */
const BEGINNINGS: Record<string, string> = {
  '/dashboard/pos': 'features/pos/PosScreen.tsx',
  '/dashboard/orders': 'features/orders/OrdersScreen.tsx',
  '/dashboard/kitchen': 'features/kitchen/KitchenScreen.tsx',
};
const A_YEAR = 365 * 24 * 60 * 60 * 1000; // ms

/** Serves the built web application: its hashed files for ever, its page for every other address that is no API call. */
export const serveWeb = async (app: FastifyInstance, { supportEmail }: { supportEmail: string }): Promise<void> => {
  if (!existsSync(`${root}index.html`)) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  const manifest = JSON.parse(readFileSync(`${root}manifest.json`, 'utf8')) as Manifest;
  const page = withFont(withSupport(readFileSync(`${root}index.html`, 'utf8'), supportEmail), manifest);
  const pages = new Map(Object.entries(BEGINNINGS).map(([path, file]) => [path, withParts(page, manifest, file)]));
  await app.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${A_YEAR / 1000}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|socket\.io|media|assets)(\/|$|\?)/.test(request.url);
    if (!isPage) return sendNotFound(request, reply);
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(pages.get(request.url) ?? page);
  });
};

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** Names the letters of the Latin script: a page that meets them only in its style sheet is laid out twice, first with others. */
const withFont = (page: string, manifest: Manifest): string => {
  const font = Object.entries(manifest).find(([name]) => name.endsWith('inter-latin-wght-normal.woff2'))?.[1];
  return font ? page.replace('</head>', `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.file}"></head>`) : page;
};

/** Names what a screen is made of, so that it is fetched and compiled beside the frame around it and not after; its style sheets are there at once. */
const withParts = (page: string, manifest: Manifest, beginning: string): string => {
  const [seen, files] = [new Set<string>(), new Set<string>()];
  const collect = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    // as the page's own loader does it: what a screen says of a part comes after what the part says
    chunk.imports?.forEach(collect);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  };
  collect(beginning);
  const links = [...files]
    .filter((file) => !page.includes(file))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    );
  return page.replace('</head>', `${links.join('')}</head>`);
};

/** The pages read the address from here; a request of their own for one line would be late. */
const withSupport = (page: string, address: string): string =>
  page.replace(
    /(<meta name="comanda-support" content=")[^"]*/,
    (_, start: string) => start + address.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  );
