import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Compressed once, as small as it gets: the server sends these files as they are. */
const compressed = (): Plugin => ({
  name: 'compressed',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    for (const [fileName, file] of Object.entries(bundle)) {
      if (!fileName.endsWith('.js') || file.type !== 'chunk') continue;
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(file.code, { params }) });
      this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(file.code, { level: 9 }) });
    }
  },
});

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
  build: { emptyOutDir: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        outDir: '../../dist/diner/web',
        assetsDir: '',
        manifest: 'manifest.json',
        // old phones: BigInt, modules and <dialog> are what they must have
        target: ['es2020', 'safari15'],
        modulePreload: false,
        rolldownOptions: { input: 'web/diner/main.tsx' },
      },
    },
    ssr: {
      build: { ssr: true, outDir: '../../dist/diner/server', rolldownOptions: { input: 'web/diner/render.tsx' } },
      resolve: { noExternal: true },
      // React's own switch; left open, the server would carry and run its development half
      define: { 'process.env.NODE_ENV': '"production"' },
    },
  },
});
