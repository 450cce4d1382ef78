import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { serviceWorker } from './sw-plugin';

const server = 'http://127.0.0.1:8420';

export default defineConfig({
  base: '/',
  plugins: [svelte(), serviceWorker(['icon.svg', 'manifest.webmanifest'])],
  build: { outDir: '../src/lastcard/static', emptyOutDir: true, target: 'es2022' },
  // `npm run dev` serves the client with live reload; the table's server runs beside it
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});
