import type { Course, Option } from './course.ts';
import { drinks } from './drinks.ts';

const pastaSizes = (price: number): Option[] => [
  ['Regular', price],
  ['Large', price + 450],
];
const pizzaSizes = (price: number): Option[] => [
  ['Small 10"', price],
  ['Medium 12"', price + 400],
  ['Large 16"', price + 900],
];
const onPizza: Option[] = [
  ['Extra mozzarella', 200],
  ['Prosciutto', 350],
  ['Mushrooms', 150],
  ['Olives', 150],
  ['Chilli', 50],
  ['Gluten-free base', 300],
];
const onPasta: Option[] = [
  ['Parmesan', 100],
  ['Gluten-free pasta', 200],
  ['Burrata', 450],
];
const sides: Option[] = [
  ['Roast potatoes', 450],
  ['Grilled vegetables', 500],
  ['Side salad', 450],
];
const withSalad: Option[] = [
  ['Grilled chicken', 450],
  ['Shrimp', 600],
  ['Extra bread', 150],
];

export const menu: readonly Course[] = [
  {
    title: 'Starters',
    tax: 'food',
    ground: '#F0B58F',
    dishes: [
      {
        title: 'Bruschetta al Pomodoro',
        price: 850,
        description: 'Grilled sourdough, ripe tomatoes, garlic and basil',
        allergens: ['gluten'],
        diets: ['vegetarian', 'vegan'],
        liked: 2,
        addons: [
          ['Burrata', 450],
          ['Anchovies', 200],
        ],
      },
      {
        title: 'Burrata & Heirloom Tomatoes',
        price: 1400,
        description: 'Creamy burrata from Puglia, tomatoes in four colours, basil oil',
        allergens: ['milk'],
        diets: ['vegetarian'],
        liked: 1.4,
        addons: [['Prosciutto', 350]],
      },
      {
        title: 'Calamari Fritti',
        price: 1350,
        description: 'Squid rings in a light crust, with lemon',
        allergens: ['gluten', 'molluscs'],
        liked: 1.5,
        addons: [
          ['Aioli', 100],
          ['Spicy marinara', 100],
        ],
      },
      {
        title: 'Arancini',
        price: 1050,
        description: 'Saffron rice filled with mozzarella and peas, fried until golden',
        allergens: ['gluten', 'eggs', 'milk', 'celery'],
        diets: ['vegetarian'],
        variants: [
          ['3 pieces', 1050],
          ['5 pieces', 1600],
        ],
      },
      { title: 'Beef Carpaccio', price: 1550 },
      { title: 'Prosciutto & Melon', price: 1400 },
      { title: 'Focaccia al Rosmarino', price: 650, liked: 1.3, isUntaxed: true, addons: [['Olive tapenade', 250]] },
      { title: 'Marinated Olives', price: 600, isUntaxed: true },
    ],
  },
  {
    title: 'Soups & Salads',
    tax: 'food',
    ground: '#B9CF9F',
    dishes: [
      {
        title: 'Minestrone',
        price: 850,
        description: 'Vegetables of the season, white beans and small pasta',
        allergens: ['gluten', 'celery'],
        diets: ['vegetarian', 'vegan'],
        addons: [
          ['Pesto', 100],
          ['Parmesan', 100],
        ],
      },
      { title: 'Roasted Tomato Soup', price: 800, addons: [['Extra bread', 150]] },
      { title: 'Wild Mushroom Soup', price: 950 },
      {
        title: 'Caesar Salad',
        price: 1250,
        description: 'Romaine, sourdough croutons, Parmesan and our own dressing',
        allergens: ['gluten', 'eggs', 'fish', 'milk', 'mustard'],
        liked: 1.7,
        variants: [
          ['Half', 850],
          ['Full', 1250],
        ],
        addons: withSalad,
      },
      {
        title: 'Caprese',
        price: 1150,
        description: 'Buffalo mozzarella, tomatoes and basil',
        allergens: ['milk'],
        diets: ['vegetarian'],
        liked: 1.3,
      },
      { title: 'Rocket & Parmesan', price: 1050, addons: withSalad },
      { title: 'Tuna & White Bean', price: 1350, addons: withSalad },
    ],
  },
  {
    title: 'Pizza',
    tax: 'food',
    ground: '#F0C766',
    dishes: [
      {
        title: 'Margherita',
        price: 1250,
        description: 'San Marzano tomatoes, mozzarella and basil',
        allergens: ['gluten', 'milk'],
        diets: ['vegetarian'],
        liked: 3,
        variants: pizzaSizes(1250),
        addons: onPizza,
      },
      {
        title: 'Diavola',
        price: 1450,
        description: 'Tomato, mozzarella, spicy salami and chilli',
        allergens: ['gluten', 'milk'],
        liked: 2,
        variants: pizzaSizes(1450),
        addons: onPizza,
      },
      { title: 'Prosciutto e Funghi', price: 1550, liked: 1.6, variants: pizzaSizes(1550), addons: onPizza },
      { title: 'Quattro Stagioni', price: 1600, variants: pizzaSizes(1600), addons: onPizza },
      { title: 'Quattro Formaggi', price: 1500, liked: 1.3, variants: pizzaSizes(1500), addons: onPizza },
      { title: 'Vegetariana', price: 1450, liked: 1.2, variants: pizzaSizes(1450), addons: onPizza },
      {
        title: 'Frutti di Mare',
        price: 1750,
        description: 'Mussels, shrimp and squid on tomato, garlic and parsley; no cheese',
        allergens: ['gluten', 'crustaceans', 'molluscs'],
        variants: pizzaSizes(1750),
        addons: onPizza,
      },
      { title: 'Bianca with Rocket', price: 1500, variants: pizzaSizes(1500), addons: onPizza },
    ],
  },
  {
    title: 'Pasta & Risotto',
    tax: 'food',
    ground: '#E9A184',
    dishes: [
      { title: 'Spaghetti Pomodoro', price: 1350, liked: 1.8, variants: pastaSizes(1350), addons: onPasta },
      {
        title: 'Spaghetti Carbonara',
        price: 1550,
        description: 'Guanciale, egg yolk, Pecorino and black pepper. No cream.',
        allergens: ['gluten', 'eggs', 'milk'],
        liked: 2.3,
        variants: pastaSizes(1550),
        addons: onPasta,
      },
      { title: 'Tagliatelle Bolognese', price: 1650, liked: 2, variants: pastaSizes(1650), addons: onPasta },
      { title: 'Linguine alle Vongole', price: 1850, variants: pastaSizes(1850), addons: onPasta },
      { title: 'Spaghetti & Meatballs', price: 1700, liked: 1.2, variants: pastaSizes(1700), addons: onPasta },
      { title: 'Penne all’Arrabbiata', price: 1400, liked: 1.2, variants: pastaSizes(1400), addons: onPasta },
      {
        title: 'Gnocchi al Pesto',
        price: 1600,
        description: 'Potato gnocchi, basil pesto with pine nuts and cashews',
        allergens: ['gluten', 'eggs', 'milk', 'nuts'],
        liked: 1.3,
        variants: pastaSizes(1600),
        addons: onPasta,
      },
      { title: 'Ravioli with Spinach & Ricotta', price: 1700, addons: onPasta },
      {
        title: 'Mushroom Risotto',
        price: 1750,
        addons: [
          ['Truffle', 600],
          ['Parmesan', 100],
        ],
      },
    ],
  },
  {
    title: 'From the Grill',
    tax: 'food',
    ground: '#C5AE97',
    dishes: [
      {
        title: 'Ribeye Tagliata',
        price: 3200,
        liked: 1.2,
        variants: [
          ['9 oz', 3200],
          ['14 oz', 4400],
        ],
        addons: sides,
      },
      {
        title: 'Grilled Sea Bass',
        price: 2750,
        description: 'A whole fish off the bone, lemon and herbs',
        allergens: ['fish'],
        addons: sides,
      },
      { title: 'Salmon with Asparagus', price: 2600, liked: 1.2, addons: sides },
      { title: 'Chicken Milanese', price: 2100, liked: 1.5, addons: sides },
      { title: 'Lamb Chops Scottadito', price: 3100, addons: sides },
      {
        title: 'Eggplant Parmigiana',
        price: 1650,
        description: 'Layers of eggplant, tomato, mozzarella and Parmesan',
        allergens: ['milk'],
      },
      { title: 'Grilled Vegetables', price: 1250 },
    ],
  },
  {
    title: 'Desserts',
    tax: 'food',
    ground: '#F2BCC3',
    dishes: [
      {
        title: 'Tiramisù',
        price: 850,
        description: 'Mascarpone, espresso, ladyfingers and cocoa',
        allergens: ['gluten', 'eggs', 'milk'],
        liked: 2.5,
      },
      {
        title: 'Panna Cotta',
        price: 750,
        liked: 1.3,
        addons: [
          ['Berries', 150],
          ['Caramel', 100],
        ],
      },
      {
        title: 'Gelato',
        price: 450,
        liked: 2,
        variants: [
          ['1 scoop', 450],
          ['2 scoops', 750],
          ['3 scoops', 950],
        ],
        addons: [
          ['Whipped cream', 100],
          ['Hot chocolate sauce', 120],
        ],
      },
      {
        title: 'Cannoli Siciliani',
        price: 800,
        description: 'Crisp shells, sweet ricotta and pistachios',
        allergens: ['gluten', 'milk', 'nuts', 'sulphites'],
        diets: ['vegetarian'],
        variants: [
          ['2 pieces', 800],
          ['3 pieces', 1100],
        ],
      },
      { title: 'Torta al Cioccolato', price: 850, liked: 1.2, addons: [['Vanilla gelato', 250]] },
      { title: 'Lemon Tart', price: 800 },
      { title: 'Affogato', price: 650, liked: 1.2, addons: [['Amaretto', 400]] },
      { title: 'Fresh Fruit', price: 700, isUntaxed: true },
    ],
  },
  ...drinks,
];
