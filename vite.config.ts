import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

const api = `http://127.0.0.1:${process.env.COMANDA_API_PORT ?? '3000'}`;

/** Chunks of which most is called at the start of the till or of the kitchen's display. */
const STARTING = /^(index|web|react|mantine|shared|PosScreen|OrdersScreen|KitchenScreen)$/;

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react()],
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
        // Compiled in one go while it arrives, beside the page's own thread: function by function, at the first call of each, it
        // takes a cheap tablet a quarter of its start.
        postBanner: ({ name }) => (STARTING.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
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
