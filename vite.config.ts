import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { classicScripts } from './tools/vite-classic-scripts.ts';
import { compressed } from './tools/vite-compressed.ts';

const api = `http://127.0.0.1:${process.env.COMANDA_API_PORT ?? '3000'}`;

/** The screens that a tablet starts with. */
const BEGINNINGS = ['features/pos/PosScreen.tsx', 'features/orders/OrdersScreen.tsx', 'features/kitchen/KitchenScreen.tsx'];

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react(), classicScripts({ beginnings: BEGINNINGS }), compressed()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: false,
    chunkSizeWarningLimit: 1000, // kB, before compression; tablets keep them
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
              minShareCount: 2,
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
