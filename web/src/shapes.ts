/** The four cut-out shapes, one for each colour, as SVG paths. */

import type { Colour } from './cards';

const round = (n: number): number => Math.round(n * 100) / 100;

function polygon(points: [number, number][]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
}

function star(cx: number, cy: number, r: number): string {
  const points: [number, number][] = [];
  for (let i = 0; i < 10; i += 1) {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const reach = i % 2 ? r * 0.56 : r * 1.06;
    points.push([cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)]);
  }
  return polygon(points);
}

/** The path of a colour's shape around a centre; all four have about the same weight to the eye at the same `r`. */
export function shape(colour: Colour, cx: number, cy: number, r: number): string {
  if (colour === 'red') return polygon([[cx, cy - r], [cx + r * 1.02, cy + r * 0.78], [cx - r * 1.02, cy + r * 0.78]]);
  if (colour === 'yellow') return star(cx, cy + r * 0.06, r);
  if (colour === 'green') {
    const h = r * 0.8;
    return polygon([[cx - h, cy - h], [cx + h, cy - h], [cx + h, cy + h], [cx - h, cy + h]]);
  }
  const c = round(r * 0.9);
  return `M${round(cx - c)} ${round(cy)}a${c} ${c} 0 1 0 ${2 * c} 0a${c} ${c} 0 1 0 ${-2 * c} 0Z`;
}
