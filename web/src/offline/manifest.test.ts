import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifest, pythonFiles } from '../../sw-plugin';

const chunk = (fileName: string, content = 'x', isEntry = false) => ({ fileName, content, isEntry });
const BUILT = [
  chunk('assets/index-Ab1.js', 'entry', true),
  chunk('assets/Room-c.js'),
  chunk('index.html', '<html>'),
  chunk('assets/x.js.map'),
];

describe('what the service worker keeps', () => {
  it('is the page, every built file and what lies beside them, each once', () => {
    const { shell } = manifest(BUILT, [{ path: '/icon.svg', content: new Uint8Array([1]) }]);
    expect(shell).toEqual(['/', '/assets/Room-c.js', '/assets/index-Ab1.js', '/icon.svg']);
  });

  it('has a name that begins with the page’s own build and changes with anything in it', () => {
    const one = manifest(BUILT, []).build;
    expect(one).toMatch(/^index-Ab1\.[0-9a-f]{12}$/);
    expect(manifest([...BUILT].reverse(), []).build).toBe(one);
    expect(manifest([...BUILT.slice(0, 2), chunk('index.html', '<html lang>')], []).build).not.toBe(one);
    expect(manifest(BUILT, [{ path: '/icon.svg', content: new Uint8Array([2]) }]).build).not.toBe(one);
  });

  it('does not hold Python, which is fetched only by who plays without a network', () => {
    expect(pythonFiles('')).toEqual([]);
    expect(pythonFiles('[{"url":"/offline/a.zip","bytes":3,"unpacked":3}]')).toEqual([
      { url: '/offline/a.zip', bytes: 3, unpacked: 3 },
    ]);
  });
});

/** Width and height of a PNG. */
function size(file: string): [number, number] {
  const png = readFileSync(`public${file}`);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('the manifest of the installed page', () => {
  const data = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
    name: string;
    start_url: string;
    display: string;
    background_color: string;
    theme_color: string;
    icons: { src: string; sizes: string; type: string; purpose: string }[];
  };

  it('has what a browser asks for before it offers to install', () => {
    expect(data).toMatchObject({
      name: 'Lastcard',
      start_url: '/',
      display: 'standalone',
      background_color: '#f6f1e7',
      theme_color: '#14121f',
    });
    const square = (purpose: string, sizes: string): boolean =>
      data.icons.some((i) => i.purpose === purpose && i.sizes === sizes);
    expect(square('any', '192x192') && square('any', '512x512') && square('maskable', '512x512')).toBe(true);
  });

  it('names pictures of the size that it says', () => {
    for (const icon of data.icons.filter((i) => i.type === 'image/png')) {
      expect(size(icon.src).join('x')).toBe(icon.sizes);
    }
    expect(size('/apple-touch-icon.png')).toEqual([180, 180]);
    const page = readFileSync('index.html', 'utf8');
    expect(page).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
    expect(page).toContain('rel="manifest" href="/manifest.webmanifest"');
  });
});
