import { expect, test } from 'vitest';
import { renderPage } from './render.tsx';
import { itemWith, pageOf, smallMenu } from './testing-menu.ts';

const assets = { script: '/m/assets/main.js' };
const rendered = (html: string) => new DOMParser().parseFromString(html, 'text/html');

test('the page can be read as it comes: store, categories as links, dishes with their prices', () => {
  const page = rendered(renderPage(pageOf(), assets));

  expect(page.title).toBe('Chez Nous · Menu');
  expect(page.querySelector('h1')?.textContent).toBe('Chez Nous');
  const links = [...page.querySelectorAll<HTMLAnchorElement>('nav a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['#menu', '#category-1', '#category-2']);
  expect(links.every((link) => page.querySelector(link!))).toBe(true);
  expect([...page.querySelectorAll('.card')].map((card) => card.textContent)).toEqual([
    expect.stringContaining('$4.50'),
    expect.stringContaining('Glass $6.00'),
    expect.stringContaining('$2.00'),
  ]);
});

test('a dish says what it is, whom it suits and what is in it, also where no script runs; the others send to the staff', () => {
  const [soup, ...others] = smallMenu.menuItems;
  const told = { ...soup!, description: 'With cream', allergens: ['eggs' as const, 'milk' as const], diets: ['vegetarian' as const] };
  const page = rendered(renderPage(pageOf({ menu: { ...smallMenu, menuItems: [told, ...others] } }), assets));

  const [first, second] = [...page.querySelectorAll('.card')];
  expect(first!.querySelector('.about')?.textContent).toBe('With cream');
  expect(first!.querySelector('.contains')?.textContent).toBe('Contains: eggs, milk');
  expect([...first!.querySelectorAll('.diets li')].map(({ textContent }) => textContent)).toEqual(['vegetarian']);
  expect(second!.querySelector('.contains')?.textContent).toBe('Allergens: ask the staff.');
  expect(second!.querySelector('.about, .diets')).toBeNull();
  // on a menu without any nobody is sent
  expect(rendered(renderPage(pageOf({ menu: smallMenu }), assets)).querySelector('.contains')).toBeNull();
});

const hostile = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '\u2028\u2029',
  '\u202Eevil',
  '&lt;b&gt;',
];

test.each(hostile)('nothing of %j is taken for the page’s own', (title) => {
  const { storeSettings } = smallMenu;
  const menu = {
    ...smallMenu,
    storeSettings: { ...storeSettings, store_name: title, address: title, image: 'javascript:alert(1)' },
    categories: [{ id: 1, title }],
    menuItems: [
      itemWith({
        id: 1,
        title,
        description: title,
        image: 'javascript:alert(1)',
        category_id: 1,
        variants: [{ id: 1, item_id: 1, title, price: 1 }],
      }),
    ],
    storeTable: { id: title, table_title: title, floor: title, seating_capacity: 2 },
  };

  const html = renderPage(pageOf({ menu, qrcode: title, tableId: title }), assets);
  const page = rendered(html);

  expect([...page.querySelectorAll('script')].map((script) => script.getAttribute('src') ?? script.type)).toEqual([
    assets.script,
    'application/json',
  ]);
  expect(html.slice(html.indexOf('id="page"'))).not.toMatch(/\u2028|\u2029/);
  expect(page.querySelector('[onerror], [onload], [src^="javascript"]')).toBeNull();
  expect(JSON.parse(page.getElementById('page')!.textContent)).toMatchObject({ qrcode: title });
  const about = page.querySelector('.about')!;
  expect([about.getAttribute('dir'), about.childElementCount]).toEqual(['auto', 0]);
  expect(about.textContent).toBe(title);
  const names = [...page.querySelectorAll('h1 > *, h3 button > *, .chip > *, .options span > *, .table-mark bdi')];
  expect(names.every(({ tagName }) => tagName === 'BDI')).toBe(true);
});

test('no restaurant, a menu that is off, and the end of an order have their sentences', () => {
  const off = {
    ...smallMenu,
    storeSettings: { ...smallMenu.storeSettings, is_qr_menu_enabled: 0 as const },
    menuItems: [],
    categories: [],
  };
  const headings = [{ menu: null, qrcode: null }, { menu: off }, { view: 'success' as const }, { view: 'failed' as const }].map(
    (page) => rendered(renderPage(pageOf(page), assets)).querySelector('h1')?.textContent,
  );
  expect(headings).toEqual(['Broken Link!', 'Menu Not Available!', 'Order Placed!', 'Order Failed, Try Again !']);
});

test('a page for when the server cannot say needs no script to try again', () => {
  const page = rendered(renderPage(pageOf({ view: 'away', qrcode: null, menu: null }), assets));
  expect(page.querySelector('h1')?.textContent).toBe('Please Try Again!');
  expect(page.querySelector('a.button')?.getAttribute('href')).toBe('');
  expect(page.querySelector('script')).toBeNull();
});

test('a cart is not called empty before it could be read', () => {
  const page = rendered(renderPage(pageOf({ view: 'cart' }), assets));
  expect(page.querySelector('main')?.textContent).toContain('Please wait...');
  expect(page.querySelector('main')?.textContent).not.toContain('Your cart is empty.');
});

test('a menu without ordering has nothing to order with', () => {
  const menu = { ...smallMenu, storeSettings: { ...smallMenu.storeSettings, is_qr_order_enabled: 0 as const } };
  expect(rendered(renderPage(pageOf({ menu }), assets)).querySelector('.add')).toBeNull();
});
