/** The four cut-out shapes, one for each colour, as SVG paths; their corners are a little round, as scissors leave them. */

import type { Colour } from '../game/cards';

type Point = [number, number];

const round = (n: number): number => Math.round(n * 100) / 100;

/** A closed path through the points, each corner rounded over `soft` units of its edges. */
function polygon(points: Point[], soft: number): string {
  const toward = ([x, y]: Point, [u, v]: Point): string => {
    const far = Math.hypot(u - x, v - y);
    const part = Math.min(soft, far / 2) / far;
    return `${round(x + (u - x) * part)} ${round(y + (v - y) * part)}`;
  };
  const corners = points.map((p, i) => {
    const before = points.at(i - 1) as Point;
    const after = points[(i + 1) % points.length] as Point;
    return `${i ? 'L' : 'M'}${toward(p, before)}Q${round(p[0])} ${round(p[1])} ${toward(p, after)}`;
  });
  return `${corners.join('')}Z`;
}

function star(cx: number, cy: number, r: number): string {
  const points: Point[] = [];
  for (let i = 0; i < 10; i += 1) {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const reach = i % 2 ? r * 0.6 : r * 1.13;
    points.push([cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)]);
  }
  return polygon(points, r * 0.13);
}

/** The path of a colour's shape around a centre; all four have about the same weight to the eye at the same `r`. */
export function shape(colour: Colour, cx: number, cy: number, r: number): string {
  if (colour === 'red') {
    const points: Point[] = [
      [cx, cy - r * 1.06],
      [cx + r * 1.1, cy + r * 0.82],
      [cx - r * 1.1, cy + r * 0.82],
    ];
    return polygon(points, r * 0.2);
  }
  if (colour === 'yellow') return star(cx, cy + r * 0.06, r);
  if (colour === 'green') {
    const h = r * 0.82;
    return polygon(
      [
        [cx - h, cy - h],
        [cx + h, cy - h],
        [cx + h, cy + h],
        [cx - h, cy + h],
      ],
      r * 0.16,
    );
  }
  const c = round(r * 0.92);
  return `M${round(cx - c)} ${round(cy)}a${c} ${c} 0 1 0 ${2 * c} 0a${c} ${c} 0 1 0 ${-2 * c} 0Z`;
}

/** A rounded rectangle as a path, so that a hole can be cut into it (`fill-rule: evenodd`). */
export function sheet(x: number, y: number, w: number, h: number, r: number): string {
  return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
}
