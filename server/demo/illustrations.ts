import { openChance } from './chance.ts';
import { at, blob, box, circle, draw, ellipse, faded, line, shadow, shape, spread, type Art } from './drawing.ts';
import { drinkIllustrations } from './drink-illustrations.ts';
import { ingredients } from './ingredients.ts';
import {
  cake,
  dish,
  fish,
  grilled,
  heap,
  nest,
  one,
  only,
  pizza,
  plated,
  salad,
  sauce,
  scatter,
  scoop,
  soup,
  stack,
  toasts,
} from './pictures.ts';

const cocoa = (count: number, x: number, y: number, width: number, height: number): string => {
  const chance = openChance(count);
  return draw(count, () =>
    circle(chance.between(x, x + width), chance.between(y, y + height), chance.between(1.5, 4), '#5B3420', faded(0.8)),
  );
};
const ball = (x: number, y: number, r: number, dark: string, base: string, light: string) =>
  shadow(circle(x, y, r, '#000')) +
  circle(x, y, r, dark) +
  circle(x - 4, y - 6, r * 0.86, base) +
  ellipse(x - r * 0.3, y - r * 0.38, r * 0.3, r * 0.22, light, 'opacity="0.8"');
const slab = (x: number, y: number, width: number, height: number, angle: number, dark: string, light: string) =>
  shadow(at(x, y, angle, 1, box(-width / 2, -height / 2, width, height, 18, '#000'))) +
  at(
    x,
    y,
    angle,
    1,
    box(-width / 2, -height / 2, width, height, 18, dark) + box(-width / 2 + 7, -height / 2 + 5, width - 16, height - 16, 14, light),
  );

const cannolo = (x: number, y: number) => {
  const tube =
    box(-104, -44, 208, 88, 34, '#B8763A') +
    box(-100, -42, 196, 70, 30, '#DDA45C') +
    draw(5, (index) => line(`M${-66 + index * 32} -38q16 36 -6 76`, '#B8763A', 4));
  const ends =
    ellipse(-104, 0, 30, 44, '#FFF8EA') +
    ellipse(104, 0, 30, 44, '#FFF8EA') +
    ellipse(-110, -6, 16, 24, '#FFFFFF') +
    ellipse(108, -6, 14, 24, '#FFFFFF');
  return shadow(at(x, y, -24, 1, box(-130, -46, 260, 92, 40, '#000'))) + at(x, y, -24, 1, tube + ends);
};
const chop = (x: number, y: number, angle: number) => {
  const bone = line('M20 -20L74 -112', '#F5EBDC', 17) + circle(76, -116, 13, '#F5EBDC');
  const meat =
    shape(blob(openChance(5), 0, 24, 56, 66, 0.08), '#5E2C1C') +
    shape(blob(openChance(5), -3, 18, 50, 59, 0.08), '#8F4A2F') +
    shape(blob(openChance(6), -4, 22, 28, 36, 0.1), '#B76B4B', faded(0.6));
  return (
    shadow(at(x, y, angle, 1, shape(blob(openChance(5), 0, 24, 56, 66, 0.08), '#000'))) +
    at(x, y, angle, 1, bone + meat + draw(3, (index) => line(`M${-34 + index * 26} -2l14 58`, '#3E1C11', 7, faded(0.7))))
  );
};
/** Slices of tomato and mozzarella in turn, each lying on the one before. */
const caprese = draw(14, (index) => {
  const angle = index * 0.4488;
  const slice = index % 2 ? ingredients.mozzarellaSlice : ingredients.tomatoSlice;
  const place = (inner: string) => at(256 + Math.cos(angle) * 96, 256 + Math.sin(angle) * 96, index * 40, 1.45, inner);
  return shadow(place(circle(0, 0, 33, '#000'))) + place(slice);
});

const rice: Art = (chance) =>
  spread(
    chance,
    Array.from(
      { length: 120 },
      () => (x: number, y: number, angle: number) =>
        at(x, y, angle, 1, box(-8, -4, 16, 8, 4, chance.pick(['#FFFAEB', '#F7E9C6', '#E8D2A0']))),
    ),
    122,
  );
const small =
  (...arts: Art[]): Art =>
  (chance) =>
    at(258, 256, 0, 0.8, `<g transform="translate(-256 -246)">${stack(...arts)(chance)}</g>`);

/** How each dish of the menu looks. */
export const illustrations: Readonly<Record<string, Art>> = {
  'Bruschetta al Pomodoro': plated(toasts('#D9603F', { tomato: 6, basil: 2 })),
  'Burrata & Heirloom Tomatoes': plated(
    scatter({ tomatoSlice: 7, tomato: 5 }, 112, 1),
    only(ball(256, 252, 76, '#E9DFCC', '#FFFCF5', '#FFFFFF') + line('M256 186C244 172 268 166 256 150', '#E9DFCC', 12)),
    scatter({ basil: 5, pestoDab: 3 }, 104, 0.95),
  ),
  'Calamari Fritti': plated(
    scatter({ calamaro: 15 }, 104, 1.15),
    scatter({ calamaro: 6, rocket: 3 }, 64, 1.05),
    one('lemon', 356, 346, 20, 1.5),
  ),
  Arancini: plated(
    sauce('tomato', 132),
    only(
      ball(214, 214, 58, '#B06A22', '#D98F3A', '#F6CF8A') +
        ball(310, 240, 58, '#B06A22', '#DB933F', '#F6CF8A') +
        ball(240, 316, 58, '#B06A22', '#D68B36', '#F6CF8A'),
    ),
    scatter({ basil: 3, parmesan: 3 }, 92, 1),
  ),
  'Beef Carpaccio': plated(
    only(
      draw(9, (index) =>
        at(
          256 + Math.cos(index * 0.7) * 78,
          256 + Math.sin(index * 0.7) * 78,
          index * 40,
          1,
          shape(blob(openChance(index), 0, 0, 66, 56, 0.08), '#A92E3B') +
            shape(blob(openChance(index + 40), -6, -6, 52, 42, 0.1), '#C84B55'),
        ),
      ),
    ),
    scatter({ rocket: 7, parmesan: 6, caper: 7 }, 104, 1),
  ),
  'Prosciutto & Melon': plated(
    only(
      draw(5, (index) =>
        at(
          256,
          256,
          index * 72,
          1,
          shadow(shape('M-64 -66C-30 -142 52 -136 74 -60C44 -92 -28 -96 -64 -66Z', '#000')) +
            shape('M-64 -66C-30 -142 52 -136 74 -60C44 -92 -28 -96 -64 -66Z', '#E58A2C') +
            shape('M-56 -76C-26 -132 44 -128 66 -72C38 -100 -24 -104 -56 -76Z', '#FBB65E'),
        ),
      ),
    ),
    scatter({ prosciutto: 7 }, 70, 1.05),
    scatter({ basil: 4 }, 90, 0.9),
  ),
  'Focaccia al Rosmarino': plated(
    only(slab(256, 256, 250, 214, -10, '#B97A34', '#E9B868')),
    scatter({ rosemary: 5, olive: 5, caper: 5 }, 84, 0.95),
  ),
  'Marinated Olives': stack(
    dish('#A6533C', '#C06C50'),
    scatter({ greenOlive: 16, olive: 7 }, 118, 1.45),
    scatter({ rosemary: 3, chilli: 2 }, 92, 1.1),
  ),
  Minestrone: soup('#C9662B', '#E39048', { bean: 8, carrot: 8, pea: 10, potato: 4, penne: 3 }),
  'Roasted Tomato Soup': soup('#C8402A', '#E26244', { crouton: 6, basil: 3 }, '#FBE9D2'),
  'Wild Mushroom Soup': soup('#B08B62', '#CDAC82', { mushroom: 7 }, '#F6EBD6'),
  'Caesar Salad': salad({ lettuce: 11 }, { crouton: 7, parmesan: 6, egg: 2 }),
  Caprese: plated(only(caprese), scatter({ basil: 5, pestoDab: 3 }, 60, 1)),
  'Rocket & Parmesan': salad({ rocket: 18 }, { parmesan: 8, tomato: 7, almond: 6 }),
  'Tuna & White Bean': salad({ lettuce: 8, radicchio: 4 }, { tuna: 6, bean: 10, onion: 5, olive: 5 }),
  Margherita: pizza('tomato', { mozzarella: 8, basil: 7 }),
  Diavola: pizza('tomato', { salami: 12, chilli: 5 }),
  'Prosciutto e Funghi': pizza('tomato', { ham: 9, mushroom: 9 }),
  'Quattro Stagioni': pizza('tomato', { ham: 4, mushroom: 4, artichoke: 4, olive: 6 }),
  'Quattro Formaggi': pizza('butter', { mozzarella: 4, gorgonzola: 5, parmesan: 7, basil: 2 }),
  Vegetariana: pizza('tomato', { pepper: 7, onion: 5, olive: 6, spinach: 5 }),
  'Frutti di Mare': pizza('tomato', { shrimp: 8, clam: 4, rocket: 4 }),
  'Bianca with Rocket': pizza('cream', { rocket: 10, prosciutto: 4, tomato: 6 }),
  'Spaghetti Pomodoro': nest('tomato', { basil: 4, tomato: 3 }),
  'Spaghetti Carbonara': nest('cream', { pancetta: 13, yolk: 1 }),
  'Tagliatelle Bolognese': nest('ragu', { parmesan: 5, basil: 2 }, 14),
  'Linguine alle Vongole': nest('butter', { clam: 9, chilli: 2 }),
  'Spaghetti & Meatballs': nest('tomato', { meatball: 5, basil: 2 }),
  'Penne all’Arrabbiata': heap('tomato', 'penne', 22, { chilli: 5, basil: 3 }),
  'Gnocchi al Pesto': heap('pesto', 'gnocchi', 22, { tomato: 4, basil: 2, parmesan: 2 }),
  'Ravioli with Spinach & Ricotta': heap('butter', 'ravioli', 9, { basil: 3, parmesan: 4 }),
  'Mushroom Risotto': plated(sauce('cream', 142), rice, scatter({ mushroom: 9, basil: 2, parmesan: 4 }, 92, 1.1)),
  'Ribeye Tagliata': plated(
    scatter({ rocket: 12 }, 120, 1.2),
    grilled('#5A2A1D', '#7E4029', '#A35C3E', 112, 76, '#3B1A12'),
    scatter({ tomato: 4, parmesan: 4 }, 118, 1),
  ),
  'Grilled Sea Bass': plated(
    scatter({ rocket: 5, potato: 5 }, 122, 1),
    fish('#8FA3AC', '#CBD6DA'),
    one('lemon', 196, 348, 10, 1.05),
    one('lemon', 330, 346, 40, 1.05),
    one('rosemary', 300, 158, -30, 1.2),
  ),
  'Salmon with Asparagus': plated(
    only(draw(4, (index) => at(232 + index * 12, 158 + index * 30, -14, 1.35, ingredients.asparagus))),
    only('<g transform="translate(6 50)">'),
    grilled('#D2663F', '#F08F63', '#FCBE9B', 108, 58, '#C4572F'),
    only('</g>'),
    one('lemon', 356, 268, 20, 1),
  ),
  'Chicken Milanese': plated(
    grilled('#B5762A', '#DDA24A', '#F5CE83', 132, 96, '#C78A38'),
    scatter({ rocket: 4, tomato: 4 }, 70, 1),
    one('lemon', 358, 338, 20, 1.15),
  ),
  'Lamb Chops Scottadito': plated(
    scatter({ potatoWedge: 6, rocket: 3 }, 116, 1),
    only(chop(176, 270, -38) + chop(250, 282, -12) + chop(326, 296, 14)),
    one('rosemary', 256, 376, 6, 1.3),
  ),
  'Eggplant Parmigiana': plated(
    sauce('tomato', 138),
    only(
      slab(256, 258, 194, 160, 8, '#6B2D55', '#C9432C') +
        at(
          256,
          246,
          8,
          1,
          shape(blob(openChance(8), 0, 0, 80, 58, 0.14), '#F7DC8E') + shape(blob(openChance(18), -12, -8, 44, 28, 0.2), '#FDF0C4'),
        ),
    ),
    scatter({ basil: 4 }, 56, 1.1),
  ),
  'Grilled Vegetables': plated(
    scatter({ pepper: 7, zucchini: 9, tomatoSlice: 5, mushroom: 5, eggplant: 6 }, 116, 1.25),
    scatter({ basil: 4 }, 80, 1),
  ),
  Tiramisù: plated(
    small(cake(['#8A5A3A', '#FBEBCB', '#8A5A3A', '#FBEBCB'], '#F6E4C1', '#7B4A2E'), only(cocoa(70, 200, 150, 190, 60))),
    one('bean2', 330, 366, 30, 1),
    one('bean2', 356, 356, -20, 1),
  ),
  'Panna Cotta': plated(
    sauce('berry', 112),
    only(
      draw(16, (index) => at(256, 252, index * 22.5, 1, circle(0, -70, 20, '#E3D5BE'))) +
        circle(256, 252, 78, '#EFE4D0') +
        draw(16, (index) => at(256, 246, index * 22.5, 1, circle(0, -60, 17, '#FFFAF0'))) +
        circle(256, 246, 66, '#FFFAF0') +
        ellipse(232, 222, 24, 15, '#FFFFFF'),
    ),
    one('raspberry', 246, 256, 0, 1.15),
    one('raspberry', 272, 238, 60, 1.15),
    one('mint', 236, 228, -50, 0.9),
    one('blueberry', 350, 322, 0, 1),
    one('blueberry', 328, 344, 40, 0.9),
    one('raspberry', 166, 330, 20, 1.1),
    one('mint', 184, 352, 110, 0.9),
  ),
  Gelato: stack(
    dish('#7FB5B5', '#9CCBCB'),
    scoop(212, 216, '#F3DCA7', '#FFF3D4', 76),
    scoop(314, 240, '#E58AA0', '#F7B9C6', 76),
    scoop(244, 322, '#7A4A33', '#A06C50', 76),
    scatter({ pistachio: 6, mint: 2 }, 80, 1.2),
  ),
  'Cannoli Siciliani': plated(only(cannolo(226, 214) + cannolo(286, 304)), scatter({ pistachio: 11, raspberry: 3 }, 116, 1.1)),
  'Torta al Cioccolato': plated(
    small(
      cake(['#4A2618', '#7B4630', '#4A2618', '#7B4630', '#4A2618'], '#35190F', '#5E3423'),
      one('strawberry', 342, 168, 20, 1.4),
      one('mint', 292, 176, 70, 1.1),
    ),
    one('raspberry', 176, 358, 0, 1),
    one('raspberry', 202, 370, 50, 0.9),
  ),
  'Lemon Tart': plated(
    only(
      shadow(circle(256, 256, 126, '#000')) +
        draw(24, (index) => circle(256 + Math.cos(index * 0.2618) * 116, 256 + Math.sin(index * 0.2618) * 116, 18, '#D49A4C')) +
        circle(256, 256, 118, '#E9B868') +
        circle(256, 256, 102, '#F4C82E') +
        ellipse(238, 234, 68, 56, '#FBDD66', faded(0.8)),
    ),
    one('lemon', 256, 262, 12, 1.35),
    only(draw(9, (index) => at(256 + Math.cos(index * 0.698) * 78, 256 + Math.sin(index * 0.698) * 78, 0, 1, ingredients.meringue))),
    one('mint', 296, 224, 50, 0.9),
  ),
  Affogato: stack(
    dish('#F4EEE4', '#FFFDF8'),
    only(circle(256, 260, 152, '#4A2616') + circle(256, 258, 140, '#6B3B22') + ellipse(220, 216, 70, 50, '#8A5332', faded(0.5))),
    scoop(256, 262, '#F3DFB4', '#FFF6DF', 92),
    scatter({ bean2: 4, almond: 3 }, 120, 1.1),
  ),
  'Fresh Fruit': stack(dish('#7FB5B5', '#9CCBCB'), scatter({ orange: 5, strawberry: 6, blueberry: 9, raspberry: 6, mint: 3 }, 118, 1.3)),
  ...drinkIllustrations,
};
