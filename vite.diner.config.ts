import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './tools/build/vite-compressed.ts';

const out = resolve(import.meta.dirname, process.env['DINER_OUT'] ?? 'dist/diner');

/** Old phones: BigInt, modules and <dialog> are what they must have (operating.md, Browsers). */
const OLDEST = ['es2020', 'chrome85', 'safari15'];

/**
 * The diner's pages are a build of their own, so that they share no chunk with the staff's application: once for browsers, and
 * once for the server, with everything in it that it needs (React is no dependency of the server).
 */
export default defineConfig({
  root: 'web/diner',
  base: '/m/assets/',
  publicDir: false,
  plugins: [react(), compressed()],
  builder: {},
  build: { emptyOutDir: true, assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: {
      build: {
        outDir: join(out, 'web'),
        assetsDir: '',
        manifest: 'manifest.json',
        target: OLDEST,
        rolldownOptions: { input: 'web/diner/main.ts' },
      },
    },
    ssr: {
      // the page brings its style sheet
      build: { ssr: true, cssTarget: OLDEST, outDir: join(out, 'server'), rolldownOptions: { input: 'web/diner/render.tsx' } },
      resolve: { noExternal: true },
      // React's own switch; left open, the server would carry and run its development half
      define: { 'process.env.NODE_ENV': '"production"' },
    },
  },
});
