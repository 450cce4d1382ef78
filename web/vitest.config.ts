import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  define: { __PYTHON__: '[{"url":"/offline/rules.zip","bytes":1000000,"unpacked":1000000}]' },
  server: { fs: { allow: ['..'] } }, // the rulebook stands in docs/
  test: { environment: 'jsdom', include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] },
});
