import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AppError } from '#contract/errors.ts';
import type { DinerPage } from '#contract/qr-menu.ts';
import { compressPage, type Forms } from '#server/platform/http/prebuilt.ts';

/** Where `npm run build` leaves the diners' pages. */
export const dinerBuild = fileURLToPath(new URL('../../../dist/diner/', import.meta.url));

/** Draws a diner's page as HTML. */
export type Renderer = (page: DinerPage) => string;

type Manifest = Record<string, { file: string; isEntry?: boolean }>;

/** The pages as `npm run build` leaves them; a renderer that says so when it has not been run. */
export const loadRenderer = async (root = dinerBuild): Promise<Renderer> => {
  if (!existsSync(`${root}web/manifest.json`) || !existsSync(`${root}server/render.js`))
    return () => {
      throw new AppError('unavailable', 'The diners’ pages are not built yet. Run `npm run build`, and start the server again.');
    };
  const manifest = JSON.parse(readFileSync(`${root}web/manifest.json`, 'utf8')) as Manifest;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  const { renderPage } = (await import(/* @vite-ignore */ pathToFileURL(`${root}server/render.js`).href)) as {
    renderPage: (page: DinerPage, assets: { script: string }) => string;
  };
  return (page) => renderPage(page, { script: `/m/assets/${entry?.file}` });
};

let loaded: Promise<Renderer> | undefined;

/** Renders and compresses a page from its JSON: for a thread beside the event loop, which React would hold for seconds. */
export const renderCompressed = async (json: string): Promise<Forms> => {
  loaded ??= loadRenderer();
  return compressPage((await loaded)(JSON.parse(json) as DinerPage));
};
