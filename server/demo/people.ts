import { type Right, rights, type Scope } from '#contract/permissions.ts';
import type { TablePlan } from '#contract/tables.ts';

export const OWNER = { who: 'Owner', username: 'owner@demo.example', name: 'Giulia Moretti' };

/** Whom older releases made with the password that everybody knows. */
export const FORMER_SUPER_ADMIN = 'superadmin@demo.example';

export const staff: readonly { who: string; username: string; name: string; scopes: readonly Scope[]; rights: readonly Right[] }[] = [
  {
    who: 'Manager',
    username: 'manager@demo.example',
    name: 'Daniel Brooks',
    scopes: ['DASHBOARD', 'POS', 'ORDERS', 'ORDER_STATUS', 'KITCHEN', 'RESERVATIONS', 'CUSTOMERS', 'INVOICES', 'SETTINGS', 'REPORTS'],
    rights,
  },
  { who: 'Waiter', username: 'waiter@demo.example', name: 'Marco Bianchi', scopes: ['POS', 'ORDERS'], rights: ['void_sent', 'move_check'] },
  {
    who: 'Cashier',
    username: 'cashier@demo.example',
    name: 'Aisha Rahman',
    scopes: ['POS', 'ORDERS', 'INVOICES'],
    rights: ['void_sent', 'move_check', 'open_drawer'],
  },
  { who: 'Cook', username: 'cook@demo.example', name: 'Luca Ferrari', scopes: ['KITCHEN'], rights: [] },
  { who: 'Host', username: 'host@demo.example', name: 'Sofia Alvarez', scopes: ['RESERVATIONS', 'CUSTOMERS'], rights: [] },
];

const names =
  `Amelia Hart, Noah Bennett, Priya Nair, Mateo Cruz, Hannah Weiss, Ethan Cole, Mei Tanaka, Oliver Grant, Zara Haddad, Lucas Silva,
Grace Kim, Samuel Reed, Ines Duarte, Jack Murphy, Leila Karimi, Henry Walsh, Chloe Dupont, Omar Farouk, Ruby Thompson, Diego Ramos,
Anna Kowalska, Isaac Stone, Nadia Petrova, Felix Braun, Tara Singh, Leo Marchetti, Maya Cohen, Victor Lang, Elena Rossi, Caleb Young,
Yuki Sato, Nina Larsen, Adam Novak, Freya Olsen, Kwame Mensah, Clara Jensen, Rafael Costa, Ivy Chen, Theo Martin, Lucia Romano,
Aaron Price, Sana Malik, Ben Foster, Marta Vidal, Jonas Keller, Aditi Rao, Owen Hughes, Camila Reyes, Hugo Laurent, Esther Okafor,
Simon Blake, Alma Lindgren, Tariq Aziz, Julia Novotna, Peter Quinn, Rosa Mendez, Elias Berg, Vera Ivanova, Martin Shaw, Lily Park`
    .split(',')
    .map((name) => name.trim());

/** 555-01xx are numbers that nobody has. The first ones come most often. */
export const customers = names.map((name, index) => ({
  name,
  phone: `+1 ${['212', '718', '917'][index % 3]} 555 01${String((index * 37 + 11) % 100).padStart(2, '0')}`,
  email: index % 3 === 0 ? `${name.toLowerCase().replace(' ', '.')}@example.com` : null,
}));

const at = (x: number, y: number, width: number, height: number, shape: TablePlan['shape']): TablePlan => ({ x, y, width, height, shape });

/** [title, floor, seats, where it stands on its floor's plan] */
export const tables: readonly (readonly [string, string, number, TablePlan])[] = [
  ['Table 1', 'Main Floor', 2, at(0, 0, 3, 3, 'round')],
  ['Table 2', 'Main Floor', 2, at(0, 3, 3, 3, 'round')],
  ['Table 3', 'Main Floor', 4, at(4, 0, 3, 3, 'square')],
  ['Table 4', 'Main Floor', 4, at(4, 3, 3, 3, 'square')],
  ['Table 5', 'Main Floor', 4, at(14, 2, 3, 3, 'round')],
  ['Table 6', 'Main Floor', 6, at(8, 0, 5, 3, 'long')],
  ['Table 7', 'Main Floor', 6, at(8, 3, 5, 3, 'long')],
  ['Terrace 1', 'Terrace', 2, at(0, 0, 3, 3, 'round')],
  ['Terrace 2', 'Terrace', 2, at(4, 0, 3, 3, 'round')],
  ['Terrace 3', 'Terrace', 4, at(0, 3, 3, 3, 'square')],
  ['Terrace 4', 'Terrace', 4, at(4, 3, 3, 3, 'square')],
  ['Terrace 5', 'Terrace', 8, at(8, 0, 3, 6, 'long')],
];
