import { at, box, circle, draw, ellipse, faded, line, shadow, shape, type Art } from './drawing.ts';
import { ingredients, type Ingredient } from './ingredients.ts';
import { only } from './pictures.ts';

/** Coffee from above: `milk` draws on it. */
export const coffee = (cup: string, radius: number, drink: string, foam: string, milk = ''): Art =>
  only(
    shadow(circle(256, 262, 184, '#000')) +
      circle(256, 262, 184, '#FFFDF9') +
      circle(256, 262, 174, 'none', 'stroke="#EFE8DC" stroke-width="3"') +
      circle(256, 262, 112, '#F0E9DD') +
      at(
        398,
        352,
        -38,
        1,
        box(-10, -78, 20, 110, 10, '#B9BEC4') + ellipse(0, -80, 24, 34, '#C9CED4') + ellipse(-3, -84, 15, 23, '#DDE1E5'),
      ) +
      shadow(circle(256, 256, radius, '#000')) +
      at(256, 256, -30, 1, box(radius - 14, -19, 62, 38, 17, cup) + box(radius - 4, -9, 38, 18, 8, '#F0E9DD')) +
      circle(256, 256, radius, cup) +
      circle(256, 256, radius - 12, '#00000022') +
      circle(256, 258, radius - 14, foam) +
      circle(256, 258, radius - 24, drink) +
      milk,
  );

const glasses = {
  highball: { bowl: 'M168 92H344L326 424Q325 438 311 438H201Q187 438 186 424Z', stem: '' },
  rocks: { bowl: 'M142 190H370L352 412Q350 430 332 430H180Q162 430 160 412Z', stem: '' },
  wine: {
    bowl: 'M172 84C156 226 194 296 256 296C318 296 356 226 340 84Z',
    stem: box(249, 290, 14, 132, 6, '#FFFFFFB0') + ellipse(256, 426, 74, 13, '#FFFFFFC8'),
  },
  flute: {
    bowl: 'M206 64C198 230 222 312 256 312C290 312 314 230 306 64Z',
    stem: box(250, 306, 12, 118, 6, '#FFFFFFB0') + ellipse(256, 426, 62, 12, '#FFFFFFC8'),
  },
  balloon: {
    bowl: 'M150 96C122 242 182 314 256 314C330 314 390 242 362 96Z',
    stem: box(249, 308, 14, 114, 6, '#FFFFFFB0') + ellipse(256, 426, 76, 13, '#FFFFFFC8'),
  },
  pint: { bowl: 'M156 92H356L334 424Q333 438 319 438H193Q179 438 178 424Z', stem: '' },
} as const;

interface Drink {
  /** from the bottom to the top of the glass */
  colours: readonly string[];
  level: number;
  ice?: number;
  foam?: boolean;
  bubbles?: boolean;
  garnish?: string;
}

/** A glass from the side, standing on a table. */
export const glass =
  (kind: keyof typeof glasses, { colours, level, ice = 0, foam = false, bubbles = false, garnish = '' }: Drink): Art =>
  (chance) => {
    const { bowl: outline, stem } = glasses[kind];
    const stops = colours
      .map((colour, index) => `<stop offset="${colours.length === 1 ? 0 : index / (colours.length - 1)}" stop-color="${colour}"/>`)
      .join('');
    const cubes = draw(ice, (index) =>
      at(
        256 + (index % 2 ? 34 : -34) + chance.between(-8, 8),
        level + 34 + Math.floor(index / 2) * 62,
        chance.between(-24, 24),
        1,
        box(-29, -29, 58, 58, 12, '#FFFFFF', faded(0.42)) + line('M-14 -16H6', '#FFFFFF', 5, faded(0.8)),
      ),
    );
    const froth = foam
      ? box(120, level - 34, 272, 62, 0, '#FFF6E0') +
        draw(9, (index) => circle(152 + index * 26, level + 26, chance.between(10, 19), '#FFF6E0'))
      : '';
    const fizz = bubbles
      ? draw(22, () => circle(chance.between(190, 322), chance.between(level + 20, 410), chance.between(2, 5), '#FFFFFF', faded(0.65)))
      : '';
    return (
      ellipse(268, 438, 132, 18, '#000', faded(0.13)) +
      stem +
      `<defs><linearGradient id="drink" x1="0" y1="1" x2="0" y2="0">${stops}</linearGradient><clipPath id="bowl"><path d="${outline}"/></clipPath></defs>` +
      shape(outline, '#FFFFFF', faded(0.46)) +
      `<g clip-path="url(#bowl)">${box(90, level, 332, 430, 0, 'url(#drink)')}${box(90, level, 332, 9, 0, '#FFFFFF', faded(0.3))}${cubes}${fizz}${froth}` +
      `${at(205, 250, 3, 1, box(-9, -190, 15, 330, 8, '#FFFFFF', faded(0.4)))}</g>` +
      line(outline, '#FFFFFF', 7, faded(0.85)) +
      garnish
    );
  };

/** Things beside a glass. */
export const straw = (colour: string): string =>
  at(306, 168, 14, 1, box(-7, -140, 14, 200, 7, colour) + box(-7, -140, 5, 200, 3, '#FFFFFF', faded(0.35)));
export const onRim = (name: Ingredient, x: number, y: number, size = 1.5, angle = 0): string => at(x, y, angle, size, ingredients[name]);
