import { at, blob, box, circle, draw, ellipse, faded, line, shape } from './drawing.ts';
import { openChance } from './chance.ts';

/** What lies on plates, seen from above, drawn about 40 wide around 0,0. */
const leafPath = 'M0 -24C17 -14 17 10 0 24C-17 10 -17 -14 0 -24Z';
const leaf = (fill: string, vein: string) => shape(leafPath, fill) + line('M0 -20V20M0 -6L7 -11M0 -6L-7 -11M0 7L8 1M0 7L-8 1', vein, 1.8);
const ring = (r: number, colour: string, width: number, inner: string) =>
  circle(0, 0, r, 'none', `stroke="${colour}" stroke-width="${width}"`) +
  circle(0, 0, r, 'none', `stroke="${inner}" stroke-width="${width * 0.35}"`);
const lump = (seed: number, r: number, fill: string, light: string) =>
  shape(blob(openChance(seed), 0, 0, r, r * 0.92, 0.1), fill) +
  shape(blob(openChance(seed + 1), -r * 0.2, -r * 0.22, r * 0.58, r * 0.5, 0.1), light);
const wedges = (count: number, r: number, colour: string) =>
  draw(count, (index) => line(`M0 0L${Math.cos((index / count) * 6.283) * r} ${Math.sin((index / count) * 6.283) * r}`, colour, 2.5));

export const ingredients = {
  basil: leaf('#4E9B47', '#3B7D38'),
  mint: leaf('#6CBB6B', '#4E9E52'),
  spinach: leaf('#3F7F3D', '#5B9B52'),
  rocket:
    shape('M0 -28C6 -20 14 -18 8 -8C18 -6 14 6 5 6L3 26H-3L-5 6C-14 6 -18 -6 -8 -8C-14 -18 -6 -20 0 -28Z', '#5DA24B') +
    line('M0 -20V22', '#8FC777', 2),
  lettuce:
    shape(blob(openChance(4), 0, 0, 34, 28, 0.2, 13), '#8CC35E') +
    shape(blob(openChance(9), 0, 2, 22, 18, 0.2), '#B7DC85') +
    line('M-18 6L20 -4', '#E4F3C4', 3),
  radicchio: shape(blob(openChance(14), 0, 0, 28, 23, 0.2, 13), '#8E2F57') + line('M-20 8L20 -6M-4 2L4 -16M2 1L8 14', '#F0D4DF', 3),
  tomato: circle(0, 0, 19, '#D43F2F') + circle(-2, -2, 14, '#E9604A') + circle(-7, -8, 4, '#FBB5A4'),
  tomatoSlice:
    circle(0, 0, 34, '#D23B2B') +
    circle(0, 0, 29, '#EC6A50') +
    draw(5, (index) => at(0, 0, index * 72, 1, ellipse(0, -16, 7, 8.5, '#F9B08C') + ellipse(0, -16, 2, 3, '#F6E2A8'))),
  mozzarella: lump(21, 25, '#EFE5D3', '#FFFBF2'),
  mozzarellaSlice: circle(0, 0, 33, '#EDE3D0') + circle(-2, -3, 29, '#FFFCF4'),
  salami:
    circle(0, 0, 27, '#A9362D') +
    circle(0, 0, 23, '#C24A3C') +
    [
      [-9, -8],
      [8, -11],
      [11, 6],
      [-4, 10],
      [0, -1],
      [-14, 5],
    ]
      .map(([x, y]) => circle(x!, y!, 3, '#EDB3A0'))
      .join(''),
  mushroom:
    shape('M-22 2C-22 -22 22 -22 22 2C22 8 10 9 8 6L9 22C4 27 -4 27 -9 22L-8 6C-10 9 -22 8 -22 2Z', '#EBD9C2') +
    line('M-20 2C-16 -16 16 -16 20 2', '#A98564', 4) +
    line('M-12 4C-6 -4 6 -4 12 4', '#C5A482', 3),
  gorgonzola: lump(25, 24, '#E9DDBE', '#FFF9E6') + line('M-12 -4C-6 -10 0 2 8 -6M-8 9C-2 4 4 12 12 6', '#6F93A0', 4.5),
  olive: ring(11, '#3B3140', 9, '#57495C'),
  greenOlive: ellipse(0, 0, 22, 17, '#7C8F34') + ellipse(-4, -4, 14, 9, '#9DB04C') + circle(15, 2, 4.5, '#D4502F'),
  onion: ring(17, '#B65C97', 5, '#F3D9EA'),
  ham:
    shape(blob(openChance(31), 0, 0, 34, 21, 0.2), '#E28F86') +
    line('M-24 4C-10 -12 2 12 24 -4', '#F7D2CA', 5) +
    line('M-18 -8C-6 -16 8 4 20 -12', '#F3BDB4', 3),
  parmesan: shape('M-22 -6L14 -13L24 4L-8 12Z', '#F5DFA0') + line('M-18 -3L14 -9', '#FFF3CB', 3),
  crouton:
    box(-15, -15, 30, 30, 7, '#C98A43') + box(-13, -14, 25, 24, 6, '#E7B468') + circle(-3, -4, 2.5, '#C98A43') + circle(5, 3, 2, '#C98A43'),
  lemon: circle(0, 0, 32, '#F2C230') + circle(0, 0, 27, '#FFF6D0') + circle(0, 0, 23, '#F9DC62') + wedges(8, 23, '#FFF6D0'),
  orange: circle(0, 0, 34, '#EE8A1D') + circle(0, 0, 29, '#FFE9C7') + circle(0, 0, 25, '#F9A93B') + wedges(8, 25, '#FFE9C7'),
  chilli:
    shape('M-26 -6C-8 -14 10 -8 28 8C8 8 -12 10 -26 4Z', '#CB2F27') +
    line('M-18 -3C-4 -7 6 -4 14 1', '#EF7767', 3) +
    line('M-26 -1L-34 -7', '#4E8B3A', 5),
  shrimp:
    line('M-18 10C-20 -14 8 -24 20 -6C26 6 18 18 8 16', '#F08A63', 15) +
    line('M-17 8C-18 -12 8 -20 18 -5', '#FBC0A0', 5) +
    shape('M4 12L-6 24L10 24Z', '#E06F49'),
  clam:
    shape('M-25 10C-27 -12 -12 -22 0 -22C12 -22 27 -12 25 10C12 18 -12 18 -25 10Z', '#D9CDB9') +
    line('M0 -20V12M-9 -18L-15 10M9 -18L15 10', '#A8967C', 3) +
    ellipse(0, 9, 17, 7, '#F2A65C'),
  meatball:
    circle(0, 0, 27, '#6E3B22') +
    circle(-3, -4, 21, '#8D5030') +
    circle(-10, -10, 5, '#B57850') +
    circle(6, -3, 2.5, '#5C2F1A') +
    circle(-2, 9, 2.5, '#5C2F1A'),
  pancetta:
    box(-16, -13, 32, 26, 7, '#9E3C33') +
    box(-15, -14, 29, 24, 6, '#CF6A58') +
    line('M-9 -8C-2 -4 4 -9 9 -5', '#F8D5C3', 5) +
    line('M-9 4H7', '#F3C3AC', 4),
  egg: shape(blob(openChance(44), 0, 0, 30, 26, 0.08), '#FFFDF6') + circle(1, 0, 14, '#F6AE2B') + circle(-3, -4, 4.5, '#FFDB83'),
  yolk: circle(0, 0, 32, '#EFA11F') + circle(-2, -3, 27, '#F8BC3B') + circle(-11, -12, 6.5, '#FFE59C'),
  zucchini:
    ellipse(0, 0, 31, 22, '#47863C') + ellipse(0, 0, 26, 18, '#CFE3A0') + line('M-12 -10L-4 12M2 -14L10 11', '#7A6A33', 4, faded(0.7)),
  eggplant:
    ellipse(0, 0, 33, 26, '#51224C') + ellipse(0, 0, 28, 21, '#E3D0A8') + line('M-14 -12L-4 15M2 -16L12 13', '#7A5A33', 4, faded(0.7)),
  pepper: line('M-18 8C-14 -18 14 -18 18 8', '#E8A11F', 10) + line('M-16 5C-12 -13 10 -15 15 1', '#F9CE62', 3.5),
  artichoke: shape('M0 -26C14 -18 20 0 12 20H-12C-20 0 -14 -18 0 -26Z', '#8DA253') + line('M0 -18V18M-8 -8V16M8 -8V16', '#CBD89B', 3.5),
  bean: ellipse(0, 0, 14, 9, '#F1E3C0') + ellipse(-3, -2, 7, 4, '#FFF9E6'),
  carrot: circle(0, 0, 14, '#E37F26') + circle(0, 0, 9, '#F5A34C'),
  pea: circle(0, 0, 7.5, '#6FAE3F') + circle(-2, -2, 3, '#A5D56F'),
  potato: lump(53, 24, '#DDA645', '#F5CE74'),
  potatoWedge:
    shape('M-30 8C-24 -14 20 -18 31 2C22 14 -14 18 -30 8Z', '#D3953A') + shape('M-22 6C-14 -9 14 -12 24 1C12 8 -10 11 -22 6Z', '#F6D17B'),
  asparagus:
    line('M-58 0H40', '#5F9A42', 11) + line('M-58 -2H36', '#86BC5C', 4) + shape('M34 -8C48 -8 60 -3 64 0C60 3 48 8 34 8Z', '#4B8136'),
  rosemary:
    line('M-30 0H30', '#4B7A45', 3.5) + draw(8, (index) => line(`M${-26 + index * 7} 0l7 -12M${-26 + index * 7} 0l7 12`, '#5F9457', 4)),
  strawberry:
    shape('M0 26C-24 12 -26 -14 -12 -18C-4 -20 4 -20 12 -18C26 -14 24 12 0 26Z', '#D93A45') +
    shape('M0 -14C-10 -24 -16 -20 -18 -16C-8 -16 -4 -10 0 -10C4 -10 8 -16 18 -16C16 -20 10 -24 0 -14Z', '#55993F') +
    [
      [-9, -4],
      [8, -5],
      [0, 4],
      [-6, 10],
      [7, 10],
    ]
      .map(([x, y]) => circle(x!, y!, 1.8, '#FBD38D'))
      .join(''),
  raspberry: [
    [0, -9],
    [-9, -3],
    [9, -3],
    [-5, 7],
    [5, 7],
    [0, 0],
  ]
    .map(([x, y]) => circle(x!, y!, 7.5, '#C52A56') + circle(x! - 2, y! - 2, 2.5, '#EE7E9C'))
    .join(''),
  blueberry: circle(0, 0, 13, '#3F4C8C') + circle(-4, -4, 5, '#7281C2') + circle(2, 2, 4, '#2D3768'),
  pistachio: ellipse(0, 0, 8, 5.5, '#88AD47') + ellipse(-2, -1, 4, 2.5, '#BBD57F'),
  almond: shape('M-14 0C-8 -11 8 -8 15 0C8 8 -8 11 -14 0Z', '#F3DDB3') + line('M-9 0H8', '#D8B680', 2),
  bean2: ellipse(0, 0, 13, 8.5, '#4A2A1B') + line('M-9 0C-3 -4 3 4 9 0', '#7E5238', 2.5),
  prosciutto:
    shape(blob(openChance(61), 0, 0, 46, 27, 0.24), '#D9776F') +
    line('M-36 2C-18 -18 4 18 36 -4', '#F5CFC6', 7) +
    line('M-26 -12C-8 -22 10 8 30 -16', '#EBA79E', 4),
  pestoDab:
    shape(blob(openChance(71), 0, 0, 22, 17, 0.2), '#5E8F35', faded(0.92)) + shape(blob(openChance(72), -4, -3, 11, 8, 0.2), '#8DB956'),
  caper: circle(0, 0, 7, '#6D7F33') + circle(-2, -2, 3, '#A0B161'),
  tuna: shape(blob(openChance(81), 0, 0, 28, 18, 0.15), '#D58B76') + line('M-18 -4C-6 -10 8 -8 18 -2M-16 5C-4 0 8 2 16 7', '#F1C3B2', 4),
  meringue:
    circle(0, 0, 23, '#E2C796') +
    circle(-1, -2, 20, '#FFF6E2') +
    circle(-2, -3, 13, '#F3E0BC') +
    circle(-2, -4, 10, '#FFFCF3') +
    circle(-3, -5, 4, '#E9CF9E'),
  ravioli:
    box(-33, -33, 66, 66, 10, '#DFB35A') +
    box(-29, -30, 58, 56, 9, '#F6D88D') +
    box(-16, -17, 32, 30, 12, '#FBE8B3') +
    draw(4, (index) => line(`M${-24 + index * 16} -30v5M${-24 + index * 16} 21v5`, '#DFB35A', 3)),
  gnocchi:
    ellipse(0, 0, 25, 18, '#DDB267') +
    ellipse(-2, -3, 21, 13, '#F7DFA4') +
    line('M-8 -12C-5 -5 -5 3 -8 9M3 -12C6 -5 6 3 3 9', '#DDB267', 2.5),
  penne:
    shape('M-34 -5L24 -13L34 -3L30 11L-26 15L-34 7Z', '#E3B352') +
    line('M-26 0L20 -7M-22 8L22 3', '#F8DC92', 5) +
    ellipse(28, -1, 5, 11, '#B9852F'),
  calamaro: ring(20, '#D79A3E', 17, '#F4CE7E'),
};
export type Ingredient = keyof typeof ingredients;
