import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Compressed once, as small as it gets: the server sends these files as they are. */
const compressed = (): Plugin => ({
  name: 'compressed',
  applyToEnvironment: ({ name }) => name === 'client',
  // from the files: until they are written, other plugins still change what stands in them
  writeBundle({ dir = '' }, bundle) {
    for (const fileName of Object.keys(bundle).filter((name) => name.endsWith('.js'))) {
      const file = join(dir, fileName);
      const code = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(`${file}.br`, brotliCompressSync(code, { params }));
      writeFileSync(`${file}.gz`, gzipSync(code, { level: constants.Z_BEST_COMPRESSION }));
    }
  },
});

const out = resolve(import.meta.dirname, process.env['DINER_OUT'] ?? 'dist/diner');

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
        // old phones: BigInt, modules and <dialog> are what they must have
        target: ['es2020', 'safari15'],
        rolldownOptions: { input: 'web/diner/main.ts' },
      },
    },
    ssr: {
      build: { ssr: true, outDir: join(out, 'server'), rolldownOptions: { input: 'web/diner/render.tsx' } },
      resolve: { noExternal: true },
      // React's own switch; left open, the server would carry and run its development half
      define: { 'process.env.NODE_ENV': '"production"' },
    },
  },
});
