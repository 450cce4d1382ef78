import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { pythonFiles, serviceWorker } from './sw-plugin';

const server = 'http://127.0.0.1:8420';

export default defineConfig({
  base: '/',
  plugins: [svelte(), serviceWorker()],
  define: { __PYTHON__: JSON.stringify(pythonFiles()) },
  build: { outDir: '../src/lastcard/static', emptyOutDir: true, target: 'es2022' },
  // the worker that runs Python has a security policy of its own, by its folder (server/security.py)
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'offline/[name]-[hash].js' } } },
  // `npm run dev` serves the client with live reload; the table's server runs beside it
  server: { fs: { allow: ['..'] }, proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});
