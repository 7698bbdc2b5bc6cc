import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';

const api = `http://127.0.0.1:${process.env.COMANDA_API_PORT ?? '3000'}`;

/** The screens that a tablet starts with. */
const STARTING = ['index', 'PosScreen', 'OrdersScreen', 'KitchenScreen'];

/**
 * What such a screen consists of is compiled in one go while it arrives, beside the page's own thread: function by function, at the
 * first call of each, it takes a cheap tablet a quarter of its start. The browser looks for the word in the first line only, so it is put
 * there when nothing comes before it any more.
 */
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      const reached = new Set<string>();
      const reach = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || reached.has(file)) return;
        reached.add(file);
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        chunk.imports.forEach(reach);
      };
      for (const [file, chunk] of Object.entries(bundle)) if (chunk.type === 'chunk' && STARTING.includes(chunk.name)) reach(file);
    },
  },
};

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react(), compiledAtOnce],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: false,
    // the server asks it what a screen consists of (server/platform/web.ts)
    manifest: 'manifest.json',
    target: 'es2022',
    // The content security policy allows no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What a chunk holds for other screens is not run.
        strictExecutionOrder: true,
        // Libraries change less often than screens: tablets keep them over an update.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\// },
            // Many small files cost a cheap tablet more than their bytes: each is a request, an element and a compilation.
            {
              name: 'shared',
              test: /[\\/](web[\\/](ui|parts|platform|features)|contract|node_modules[\\/]@tabler)[\\/]/,
              minShareCount: 3,
              priority: -1,
            },
            { name: 'mantine', test: /node_modules\/(@mantine\/(core|hooks|store|modals|notifications|spotlight|form)|@floating-ui)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': api,
      '/media': api,
      // the diners' pages are drawn by the server, from their own build
      '/m/': api,
      '/socket.io': { target: api, ws: true },
    },
  },
});
