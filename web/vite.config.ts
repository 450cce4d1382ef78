import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { pythonFiles, serviceWorker } from './sw-plugin';

const server = 'http://127.0.0.1:8420';

interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

/** All that the page needs before anything is chosen: one file, since each more may wait for another answer on a slow network. */
const first = new Set<string>();
function needed(id: string, modules: Modules): string | null {
  if (!first.size) add(fileURLToPath(new URL('src/app/main.ts', import.meta.url)));
  return first.has(id) ? 'start' : null;

  function add(one: string): void {
    if (first.has(one)) return;
    first.add(one);
    for (const other of modules.getModuleInfo(one)?.importedIds ?? []) add(other);
  }
}

export default defineConfig({
  base: '/',
  plugins: [svelte(), serviceWorker()],
  define: { __PYTHON__: JSON.stringify(pythonFiles()) },
  build: {
    outDir: '../src/lastcard/static',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: needed }] } } },
  },
  // the worker that runs Python has a security policy of its own, by its folder (server/http/security.py)
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'offline/[name]-[hash].js' } } },
  // `npm run dev` serves the client with live reload; the table's server runs beside it
  server: { fs: { allow: ['..'] }, proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});
