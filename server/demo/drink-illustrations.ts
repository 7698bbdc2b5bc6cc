import { draw, line, shape, type Art } from './drawing.ts';
import { coffee, glass, onRim, straw } from './glasses.ts';

const heart = shape('M256 322C180 268 190 206 226 206C246 206 256 224 256 234C256 224 266 206 286 206C322 206 332 268 256 322Z', '#FFF3DF');
const rosetta =
  draw(4, (index) =>
    line(`M${206 + index * 8} ${214 + index * 26}Q256 ${266 + index * 22} ${306 - index * 8} ${214 + index * 26}`, '#FFF3DF', 13),
  ) + line('M256 200V330', '#FFF3DF', 7);

/** How each drink of the menu looks. */
export const drinkIllustrations: Readonly<Record<string, Art>> = {
  Espresso: coffee('#B5533C', 92, '#6B3A1E', '#C58B4B'),
  Cappuccino: coffee('#FFFDF9', 124, '#B9773F', '#E2B57E', heart),
  'Caffè Latte': coffee('#4F7C8A', 128, '#C58E58', '#E9C698', rosetta),
  'House Lemonade': glass('highball', {
    colours: ['#F6D33C', '#FBEA8C'],
    level: 136,
    ice: 4,
    garnish: straw('#E4572E') + onRim('lemon', 182, 106, 1.6) + onRim('mint', 232, 108, 1.5, 40),
  }),
  'Peach Iced Tea': glass('highball', {
    colours: ['#B5561F', '#EBA352'],
    level: 140,
    ice: 4,
    garnish: straw('#FFFFFF') + onRim('orange', 184, 110, 1.4),
  }),
  'Blood Orange Soda': glass('rocks', {
    colours: ['#C6362B', '#F0863A'],
    level: 222,
    ice: 4,
    bubbles: true,
    garnish: straw('#FFE9C7') + onRim('orange', 150, 200, 1.5),
  }),
  'Orange Juice': glass('highball', { colours: ['#F08A16', '#FBB744'], level: 138, garnish: onRim('orange', 336, 108, 1.6) }),
  'Mineral Water': glass('highball', {
    colours: ['#8FC6E0', '#C9E6F2'],
    level: 150,
    ice: 2,
    bubbles: true,
    garnish: onRim('lemon', 334, 104, 1.3),
  }),
  'Chianti Classico': glass('wine', { colours: ['#5E1128', '#8E1F3D'], level: 172 }),
  'Pinot Grigio': glass('wine', { colours: ['#E3C65A', '#F5E7A2'], level: 178 }),
  Rosato: glass('wine', { colours: ['#E8808A', '#F8B9B5'], level: 176 }),
  Prosecco: glass('flute', { colours: ['#EBCB62', '#F9EBAE'], level: 120, bubbles: true }),
  'Draft Lager': glass('pint', { colours: ['#DE8E17', '#F7BE3D'], level: 156, foam: true, bubbles: true }),
  'Amber Ale': glass('pint', { colours: ['#7C3313', '#B8591F'], level: 156, foam: true, bubbles: true }),
  'Aperitivo Spritz': glass('balloon', {
    colours: ['#E5511F', '#F99A3B'],
    level: 158,
    ice: 3,
    bubbles: true,
    garnish: straw('#FFFFFF') + onRim('orange', 160, 124, 1.6),
  }),
  Negroni: glass('rocks', { colours: ['#8E1B18', '#D2452A'], level: 250, ice: 2, garnish: onRim('orange', 352, 204, 1.4) }),
};
