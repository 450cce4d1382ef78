import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  // a class for each component's styles: the default, but for its longer prefix
  compilerOptions: { cssHash: ({ hash, css, filename }) => `s-${hash(filename ?? css)}` },
};
