import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { compressed } from './tools/build/vite-compressed.ts';
import { withoutJsonSchema } from './tools/build/vite-without-json-schema.ts';

const api = `http://127.0.0.1:${process.env.COMANDA_API_PORT ?? '3000'}`;

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react(), withoutJsonSchema(), compressed()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    sourcemap: false,
    manifest: true, // read by tools/house/staff-budget.test.ts
    chunkSizeWarningLimit: 700, // kB, before compression
    modulePreload: { polyfill: false },
    target: 'es2022',
    // The content security policy allows no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
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
