import type { Chance } from './chance.ts';

/** Draws something as SVG elements, the canvas being 512 × 512. */
export type Art = (chance: Chance) => string;

const round = (value: number) => Math.round(value * 10) / 10;

export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${more}/>`;
export const box = (x: number, y: number, width: number, height: number, radius: number, fill: string, more = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}" ${more}/>`;
export const shape = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
export const line = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const at = (x: number, y: number, angle: number, size: number, inner: string) =>
  `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(angle)}) scale(${Math.round(size * 100) / 100})">${inner}</g>`;
export const faded = (opacity: number) => `opacity="${opacity}"`;

/** A closed soft outline around a centre; `wobble` is how far it strays from a circle. */
export const blob = (chance: Chance, x: number, y: number, rx: number, ry = rx, wobble = 0.08, points = 11): string => {
  const corners = Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI;
    const reach = 1 + chance.between(-wobble, wobble);
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach] as const;
  });
  const middle = (index: number) => {
    const [a, b] = [corners[index % points]!, corners[(index + 1) % points]!];
    return `${round((a[0] + b[0]) / 2)} ${round((a[1] + b[1]) / 2)}`;
  };
  const curves = corners.map((_, index) => {
    const [cx, cy] = corners[(index + 1) % points]!;
    return `Q${round(cx)} ${round(cy)} ${middle(index + 1)}`;
  });
  return `M${middle(0)}${curves.join('')}Z`;
};

export type Place = (x: number, y: number, angle: number) => string;

/** Spreads things evenly over a disc, like the seeds of a sunflower, slightly disturbed. */
export const spread = (chance: Chance, things: readonly Place[], radius: number, x = 256, y = 256): string => {
  const turn = chance.between(0, 6.28);
  const order = things.map((thing) => ({ thing, key: chance.between(0, 1) })).sort((a, b) => a.key - b.key);
  return order
    .map(({ thing }, index) => {
      const reach = radius * Math.sqrt((index + 0.5) / things.length);
      const angle = index * 2.39996 + turn;
      const jitter = () => chance.between(-radius * 0.07, radius * 0.07);
      return thing(x + Math.cos(angle) * reach + jitter(), y + Math.sin(angle) * reach + jitter(), chance.between(0, 360));
    })
    .join('');
};

export const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
export const draw = (count: number, make: (index: number) => string): string => times(count, make).join('');
/** A flat shadow of what is drawn by `shadowed`, to the lower right: the light is the same on every picture. */
export const shadow = (shadowed: string) => `<g transform="translate(8 14)" opacity="0.16">${shadowed}</g>`;
