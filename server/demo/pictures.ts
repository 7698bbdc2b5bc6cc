import sharp from 'sharp';
import { openChance } from './chance.ts';
import { at, blob, box, circle, draw, ellipse, faded, line, shadow, shape, spread, times, type Art, type Place } from './drawing.ts';
import { ingredients, type Ingredient } from './ingredients.ts';

/** How many of what lies on a dish. */
type Toppings = Partial<Record<Ingredient, number>>;

const blackened = (svg: string) => svg.replace(/(fill|stroke)="#\w+"/g, '$1="#000"');
const put =
  (name: Ingredient, size: number): Place =>
  (x, y, angle) =>
    shadow(at(x, y, angle, size, blackened(ingredients[name]))) + at(x, y, angle, size, ingredients[name]);
const places = (toppings: Toppings, size: number): Place[] =>
  Object.entries(toppings).flatMap(([name, count]) => times(count, () => put(name as Ingredient, size)));
export const scatter =
  (toppings: Toppings, radius: number, size = 1): Art =>
  (chance) =>
    spread(chance, places(toppings, size), radius);
const herbs =
  (colour: string, count: number, radius: number): Art =>
  (chance) =>
    spread(
      chance,
      times(count, () => (x, y, angle) => at(x, y, angle, 1, box(-5, -2, 10, 4, 2, colour))),
      radius,
    );

/** Draws one over the other. */
export const stack =
  (...arts: Art[]): Art =>
  (chance) =>
    arts.map((art) => art(chance)).join('');
export const only =
  (svg: string): Art =>
  () =>
    svg;
export const one = (name: Ingredient, x: number, y: number, angle = 0, size = 1): Art => only(put(name, size)(x, y, angle));

const plate: Art = only(
  shadow(circle(256, 256, 208, '#000')) +
    circle(256, 256, 208, '#FFFDF9') +
    circle(256, 256, 200, 'none', 'stroke="#EFE8DC" stroke-width="3"') +
    circle(256, 256, 152, '#F3EDE2') +
    circle(258, 260, 148, '#FAF6EE'),
);
const board: Art = only(
  shadow(circle(256, 256, 218, '#000')) +
    circle(256, 256, 218, '#B98150') +
    circle(256, 256, 208, '#CF9A66') +
    line('M70 200C160 184 340 214 442 192M62 300C170 318 330 286 450 312', '#BC8655', 4, faded(0.7)),
);
const bowl = (glaze: string, rim: string): Art =>
  only(
    shadow(circle(256, 256, 196, '#000')) +
      circle(256, 256, 196, glaze) +
      circle(256, 256, 186, rim) +
      circle(256, 256, 168, glaze) +
      circle(256, 262, 160, '#000', faded(0.14)),
  );

/** On a plate; what lies there is drawn generously. */
export const plated =
  (...arts: Art[]): Art =>
  (chance) =>
    plate(chance) + at(256, 256, 0, 1.16, `<g transform="translate(-256 -256)">${stack(...arts)(chance)}</g>`);

const sauces = {
  tomato: ['#C23A22', '#DB5A3A'],
  cream: ['#F2E2BD', '#FBF1DA'],
  pesto: ['#5F8C34', '#86AF4E'],
  ragu: ['#8E3A20', '#B05632'],
  butter: ['#EFC559', '#F8DC8C'],
  berry: ['#A3284F', '#C64470'],
} as const;
type Sauce = keyof typeof sauces;

/** A pool of sauce. */
export const sauce =
  (kind: Sauce, radius: number): Art =>
  (chance) =>
    shape(blob(chance, 256, 256, radius, radius * 0.93, 0.09, 13), sauces[kind][0]) +
    shape(blob(chance, 256 - radius * 0.12, 256 - radius * 0.14, radius * 0.68, radius * 0.6, 0.12), sauces[kind][1], faded(0.75));

export const pizza = (base: Sauce, toppings: Toppings): Art =>
  stack(
    board,
    (chance) => {
      const crust = blob(chance, 256, 256, 190, 188, 0.02, 22);
      const spots = (colour: string, count: number, low: number, high: number) =>
        spread(
          chance,
          times(count, () => (x, y) => shape(blob(chance, x, y, chance.between(low, high), chance.between(low, high), 0.2), colour)),
          136,
        );
      const char = draw(13, () => {
        const angle = chance.between(0, 6.28);
        return ellipse(
          256 + Math.cos(angle) * 178,
          256 + Math.sin(angle) * 178,
          chance.between(5, 12),
          chance.between(4, 8),
          '#B87333',
          faded(0.55),
        );
      });
      return (
        shadow(shape(crust, '#000')) +
        shape(crust, '#D9984A') +
        shape(blob(chance, 254, 252, 182, 180, 0.02, 22), '#EDBB73') +
        char +
        shape(blob(chance, 256, 256, 161, 160, 0.025, 20), sauces[base][0]) +
        shape(blob(chance, 256, 256, 152, 151, 0.045, 20), base === 'tomato' ? '#F5C85C' : '#F7E2A6') +
        spots(base === 'tomato' ? '#FBE093' : '#FDF3D2', 13, 20, 36) +
        (base === 'tomato' ? spots('#DE6A3C', 8, 9, 17) : '') +
        spots('#E2A344', 9, 4, 8)
      );
    },
    scatter(toppings, 128),
    only(draw(4, (index) => at(256, 256, index * 45 + 22, 1, line('M-186 0H186', '#8A4B1C', 2.5, faded(0.28))))),
  );

/** Long pasta, wound into a nest. */
export const nest = (sauced: Sauce, toppings: Toppings, width = 8): Art =>
  plated(
    (chance) => {
      const colours =
        sauced === 'pesto'
          ? ['#B9BE57', '#A4AD46', '#CDD07A']
          : sauced === 'tomato'
            ? ['#EFB04F', '#E3963B', '#F6C873']
            : ['#EFC563', '#DFAE49', '#F9DD93'];
      const outline = blob(chance, 256, 256, 138, 132, 0.04, 14);
      const strands = draw(width > 10 ? 40 : 64, (index) => {
        const r = 18 + ((index * 37) % 104) + chance.between(-6, 6);
        const [x, y, from] = [256 + chance.between(-17, 17), 256 + chance.between(-17, 17), chance.between(0, 6.28)];
        const to = from + chance.between(1.2, 2.7);
        const point = (angle: number) => `${(x + Math.cos(angle) * r).toFixed(1)} ${(y + Math.sin(angle) * r * 0.95).toFixed(1)}`;
        return line(`M${point(from)}A${r} ${r * 0.95} 0 0 1 ${point(to)}`, chance.pick(colours), width);
      });
      return shadow(shape(outline, '#000')) + shape(outline, colours[1]!) + strands;
    },
    ...(sauced === 'butter' ? [] : [sauce(sauced, sauced === 'cream' ? 54 : 68)]),
    scatter(toppings, 84),
    herbs('#4E8B3A', 12, 110),
  );

/** Short pasta, dumplings or anything heaped in sauce. */
export const heap = (sauced: Sauce, piece: Ingredient, count: number, toppings: Toppings): Art =>
  plated(sauce(sauced, 142), scatter({ [piece]: count }, 108), scatter(toppings, 88), herbs('#4E8B3A', 10, 112));

export const salad = (leaves: Toppings, toppings: Toppings): Art =>
  stack(bowl('#3E5C6B', '#56798A'), scatter(leaves, 122, 1.5), scatter(leaves, 96, 1.3), scatter(toppings, 112, 1.05));

export const soup = (colour: string, light: string, toppings: Toppings, swirl?: string): Art =>
  stack(
    bowl('#F4EEE4', '#FFFDF8'),
    (chance) =>
      circle(256, 260, 154, colour) +
      shape(blob(chance, 246, 246, 122, 112, 0.08), light, faded(0.45)) +
      (swirl
        ? line(
            'M256 256C276 240 300 262 280 284C254 308 204 286 208 244C212 194 284 174 322 212C362 256 336 328 276 342',
            swirl,
            9,
            faded(0.85),
          )
        : ''),
    scatter(toppings, 104),
    herbs('#4E8B3A', 14, 124),
  );

/** A piece of grilled meat or fish with marks of the grill. */
export const grilled =
  (dark: string, base: string, light: string, rx: number, ry: number, marks: string): Art =>
  (chance) => {
    const outline = blob(chance, 0, 0, rx, ry, 0.1, 9);
    const piece =
      shape(outline, dark) +
      `<g transform="translate(-4 -7)">${shape(outline, base)}</g>` +
      shape(blob(chance, -rx * 0.15, -ry * 0.3, rx * 0.66, ry * 0.42, 0.12), light, faded(0.5)) +
      draw(5, (index) =>
        line(`M${-rx * 0.62 + index * rx * 0.3} ${-ry * 0.52}L${-rx * 0.42 + index * rx * 0.3} ${ry * 0.5}`, marks, 8, faded(0.75)),
      );
    return shadow(at(256, 250, -18, 1, shape(outline, '#000'))) + at(256, 250, -18, 1, piece);
  };

export const fish =
  (scales: string, light: string): Art =>
  () => {
    const body = 'M-150 0C-110 -66 30 -72 104 -8L152 -44C144 -14 144 18 152 48L104 10C30 70 -110 64 -150 0Z';
    const drawn =
      shape(body, scales) +
      shape('M-132 -2C-94 -48 20 -56 92 -4C20 14 -90 22 -132 -2Z', light, faded(0.8)) +
      line('M-92 -36C-78 -12 -78 12 -92 36', '#00000040', 5) +
      circle(-116, -10, 7, '#2C2A2E') +
      circle(-118, -12, 2.5, '#fff') +
      draw(4, (index) => line(`M${-52 + index * 36} -30L${-34 + index * 36} 32`, '#5B4636', 8, faded(0.55)));
    return shadow(at(256, 246, -24, 1.08, shape(body, '#000'))) + at(256, 246, -24, 1.08, drawn);
  };

/** Toasted bread with something on it. */
export const toasts =
  (under: string, toppings: Toppings): Art =>
  (chance) =>
    [
      [-18, 176, 196],
      [12, 330, 222],
      [-6, 236, 342],
    ]
      .map(([angle, x, y]) => {
        const slice = 'M-66 -40C-66 -58 66 -58 66 -40C78 -22 70 36 60 46C40 56 -40 56 -60 46C-70 36 -78 -22 -66 -40Z';
        const bread = shape(slice, '#B9783A') + at(0, -2, 0, 0.9, shape(slice, '#EBBF7C')) + at(0, -2, 0, 0.76, shape(slice, under));
        return (
          shadow(at(x!, y!, angle!, 1, shape(slice, '#000'))) +
          at(x!, y!, angle!, 1, bread) +
          spread(chance, places(toppings, 0.74), 44, x, y)
        );
      })
      .join('');

/** A scoop of ice cream from above. */
export const scoop =
  (x: number, y: number, base: string, light: string, radius = 62): Art =>
  (chance) => {
    const outline = blob(chance, x, y, radius, radius * 0.97, 0.05, 14);
    return (
      shadow(shape(outline, '#000')) +
      shape(outline, base) +
      shape(blob(chance, x - 10, y - 13, radius * 0.66, radius * 0.6, 0.1), light, faded(0.7)) +
      line(`M${x - radius * 0.4} ${y + radius * 0.35}q${radius * 0.4} ${radius * 0.3} ${radius * 0.85} -4`, '#FFFFFF', 5, faded(0.3))
    );
  };
export const dish = (glaze: string, rim: string): Art => bowl(glaze, rim);

/** A wedge of cake on its side: layers from the bottom to the top, and the icing. */
export const cake =
  (layers: readonly string[], icing: string, iced: string): Art =>
  () => {
    const height = 108 / layers.length;
    const wedge = 'M92 216L330 132C392 150 424 190 420 226V334L92 324Z';
    const sides = layers
      .map((colour, index) =>
        shape(
          `M92 ${324 - index * height}L420 ${334 - index * height}V${334 - (index + 1) * height}L92 ${324 - (index + 1) * height}Z`,
          colour,
        ),
      )
      .join('');
    return (
      shadow(shape(wedge, '#000')) +
      sides +
      shape('M92 216L330 132C392 150 424 190 420 226Z', icing) +
      shape('M128 212L326 144C372 158 396 186 398 214Z', iced, faded(0.6)) +
      shape(
        'M92 216L420 226V240C404 240 398 258 384 258C370 258 364 238 346 238C328 238 326 268 308 268C292 268 288 236 270 236C252 236 250 254 234 254C218 254 214 234 196 232C178 232 176 246 160 246C142 246 126 232 92 230Z',
        icing,
      )
    );
  };

const canvas = (ground: string, drawn: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512"><defs><radialGradient id="ground" cx="0.42" cy="0.36" r="0.8"><stop offset="0" stop-color="#FFFFFF" stop-opacity="0.42"/><stop offset="1" stop-color="#FFFFFF" stop-opacity="0"/></radialGradient></defs>` +
  `<rect width="512" height="512" fill="${ground}"/><rect width="512" height="512" fill="url(#ground)"/>${drawn}</svg>`;

/** Draws a dish on a ground of one colour: WebP, 512 × 512. */
export const paint = (art: Art, ground: string, seed: number): Promise<Buffer> =>
  sharp(Buffer.from(canvas(ground, art(openChance(seed)))))
    .webp({ quality: 78, effort: 2 })
    .toBuffer();
