/** The files that Python in a page needs, as web_build.py gave them to Vite (vite.config.ts). */
declare const __PYTHON__: readonly { url: string; bytes: number; unpacked: number }[];
