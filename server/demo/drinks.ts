import type { Course, Option } from './course.ts';

const wineSizes = (glassPrice: number, bottle: number): Option[] => [
  ['Glass', glassPrice],
  ['Carafe', glassPrice * 3 - 200],
  ['Bottle', bottle],
];
const inCoffee: Option[] = [
  ['Oat milk', 60],
  ['Decaf', 0],
  ['Extra shot', 90],
];

export const drinks: readonly Course[] = [
  {
    title: 'Coffee & Soft Drinks',
    tax: 'food',
    ground: '#B5CCD6',
    dishes: [
      {
        title: 'Espresso',
        price: 300,
        liked: 2.2,
        variants: [
          ['Single', 300],
          ['Double', 420],
        ],
        addons: inCoffee,
      },
      { title: 'Cappuccino', price: 450, liked: 1.8, addons: inCoffee },
      { title: 'Caffè Latte', price: 480, liked: 1.2, addons: inCoffee },
      {
        title: 'House Lemonade',
        price: 480,
        liked: 1.4,
        variants: [
          ['Classic', 480],
          ['Mint', 520],
          ['Raspberry', 550],
        ],
      },
      { title: 'Peach Iced Tea', price: 450, liked: 1.2 },
      { title: 'Blood Orange Soda', price: 420, liked: 1.2 },
      {
        title: 'Orange Juice',
        price: 480,
        isUntaxed: true,
        variants: [
          ['Small', 480],
          ['Large', 650],
        ],
      },
      {
        title: 'Mineral Water',
        price: 300,
        liked: 2.4,
        isUntaxed: true,
        variants: [
          ['Still, small', 300],
          ['Sparkling, small', 300],
          ['Still, large', 500],
          ['Sparkling, large', 500],
        ],
      },
    ],
  },
  {
    title: 'Wine, Beer & Cocktails',
    tax: 'alcohol',
    ground: '#C3B1CC',
    dishes: [
      { title: 'Chianti Classico', price: 850, allergens: ['sulphites'], liked: 1.5, variants: wineSizes(850, 3600) },
      { title: 'Pinot Grigio', price: 750, allergens: ['sulphites'], liked: 1.3, variants: wineSizes(750, 3200) },
      { title: 'Rosato', price: 750, variants: wineSizes(750, 3200) },
      {
        title: 'Prosecco',
        price: 800,
        liked: 1.2,
        variants: [
          ['Glass', 800],
          ['Bottle', 3900],
        ],
      },
      {
        title: 'Draft Lager',
        price: 650,
        allergens: ['gluten'],
        liked: 1.7,
        variants: [
          ['Half pint', 650],
          ['Pint', 900],
        ],
      },
      {
        title: 'Amber Ale',
        price: 700,
        variants: [
          ['Half pint', 700],
          ['Pint', 950],
        ],
      },
      { title: 'Aperitivo Spritz', price: 1150, liked: 1.8 },
      { title: 'Negroni', price: 1250, addons: [['Large ice cube', 0]] },
    ],
  },
];
