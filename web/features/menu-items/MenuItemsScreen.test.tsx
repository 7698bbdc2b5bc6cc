import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { addCategory, listCategories } from '#contract/categories.ts';
import { AppError } from '#contract/errors.ts';
import { getMenuFile, MENU_FILE_MAX, MENU_FILE_TOO_LARGE, saveMenuFile } from '#contract/menu-files.ts';
import {
  addMenuItem,
  deleteMenuItem,
  listMenuItems,
  type MenuItem,
  saveItemOrder,
  toggleSoldOut,
  updateMenuItems,
} from '#contract/menu-items.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { listTaxes } from '#contract/taxes.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { storeSetting } from '#web/platform/testing-store.ts';
import { MenuItemsScreen } from './MenuItemsScreen.tsx';

const item = (id: number, title: string, given: Partial<MenuItem> = {}): MenuItem => ({
  id,
  title,
  price: 4.5,
  net_price: null,
  tax_id: null,
  tax_title: null,
  tax_rate: null,
  tax_type: null,
  category_id: 7,
  category_title: 'Starters',
  image: null,
  sold_out: false,
  addons: [],
  variants: [],
  ...given,
});
const variant = (id: number) => ({ id, item_id: 2, title: `Size ${id}`, price: 6 });
const menu = [
  item(1, 'Soup'),
  item(2, 'Salad', { variants: [variant(1), variant(2)], price: 1234.5 }),
  item(3, 'Bread', { image: '/media/1/bread.webp' }),
  item(4, 'Wine', { category_id: 8, category_title: 'Drinks', variants: [variant(3)] }),
  item(5, 'Water', { category_id: null, category_title: null }),
];

const store = {
  ...storeSetting,
  storeName: 'Test kitchen',
  currency: 'USD',
};

const done = { success: true as const, message: 'Done.' };

/** The screen before a server that remembers the order and what is sold out. */
const open = (given: Parameters<typeof answers>[0] extends never ? never : ReturnType<typeof answers>[] = [], start = menu) => {
  let items = start;
  const calls = { order: [] as number[][], soldOut: [] as unknown[], deleted: [] as string[] };
  const shown = show(
    <Routes>
      <Route path="/menu-items" element={<MenuItemsScreen />} />
      <Route path="/menu-items/:id" element={<p>The item’s own page</p>} />
    </Routes>,
    {
      as: { role: 'admin', scopes: [] },
      path: '/menu-items',
      server: [
        ...given,
        answers(listMenuItems, () => items),
        answers(getStoreSetting, () => store),
        answers(listCategories, () => [
          { id: 7, title: 'Starters' },
          { id: 8, title: 'Drinks' },
        ]),
        answers(listTaxes, () => [{ id: 3, title: 'VAT', rate: 12.5, type: 'exclusive' as const }]),
        answers(saveItemOrder, ({ body: { ids } }) => {
          calls.order.push(ids);
          return done;
        }),
        answers(toggleSoldOut, ({ params, body }) => {
          calls.soldOut.push([params.id, body.isSoldOut]);
          items = items.map((known) => (String(known.id) === params.id ? { ...known, sold_out: body.isSoldOut === true } : known));
          return done;
        }),
        answers(deleteMenuItem, ({ params }) => {
          calls.deleted.push(params.id);
          items = items.filter(({ id }) => String(id) !== params.id);
          return { success: true as const, message: 'Item deleted.' };
        }),
      ],
    },
  );
  return { ...shown, calls };
};

const rows = async () => within(await screen.findByRole('list', { name: 'Menu items' })).getAllByRole('listitem');
const titles = async () => (await rows()).map((row) => within(row).getAllByRole('link')[0]!.textContent);
const rowOf = async (title: string) => (await rows()).find((row) => within(row).queryByText(title))!;

test('shows each item with its price, category, variants and picture', async () => {
  open();

  const salad = await rowOf('Salad');
  expect(screen.queryByText('0 variants')).toBeNull();
  for (const text of ['Starters', '2 variants']) expect(within(salad).getByText(text)).toBeTruthy();
  await waitFor(() => expect(within(salad).getByText('$1,234.50')).toBeTruthy());
  expect(within(await rowOf('Wine')).getByText('1 variant')).toBeTruthy();
  expect(within(await rowOf('Water')).getByText('No category')).toBeTruthy();
  expect((await rowOf('Bread')).querySelector('img')?.getAttribute('src')).toBe('/media/1/small/bread.webp');
  expect(within(salad).getByRole('link', { name: 'Edit Salad' }).getAttribute('href')).toBe('/menu-items/2');
  expect(screen.getByRole('link', { name: 'Categories' }).getAttribute('href')).toBe('/menu-items/categories');
  expect(screen.getByText('5 items')).toBeTruthy();
});

test('finds by words of the title and by category', async () => {
  const { user } = open();
  await rows();

  await user.type(screen.getByRole('searchbox', { name: 'Search Item' }), 'sa');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(screen.getByText('1 of 5 items')).toBeTruthy();
  // nothing moves between items that cannot be seen
  expect(screen.queryByRole('button', { name: 'Move Salad' })).toBeNull();

  await user.type(screen.getByRole('searchbox', { name: 'Search Item' }), 'xyz');
  expect(await screen.findByText('No result found!')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add “saxyz”' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Item' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('saxyz');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Show all items' }));
  await waitFor(async () => expect(await rows()).toHaveLength(5));

  await user.click(screen.getByRole('combobox', { name: 'Category' }));
  await user.click(await screen.findByRole('option', { name: 'Drinks' }));
  await waitFor(async () => expect(await titles()).toEqual([expect.stringContaining('Wine')]));
});

test('adds an item and leads to its page; what is missing is said', async () => {
  const added = vi.fn();
  const { user } = open([
    answers(addMenuItem, ({ body }) => {
      added(body);
      return { success: true as const, message: 'Item added.', id: 9, menuItemId: 9 };
    }),
  ]);
  await rows();
  await user.click(screen.getByRole('button', { name: 'New' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Item' }));

  await user.type(dialog.getByLabelText('Price'), '-1');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Please enter title!')).toBeTruthy();
  expect(dialog.getByText('Please provide valid price!')).toBeTruthy();
  expect(added).not.toHaveBeenCalled();

  await user.type(dialog.getByLabelText('Title'), 'Tea');
  await user.clear(dialog.getByLabelText('Price'));
  await user.type(dialog.getByLabelText('Price'), '2.50');
  await user.click(dialog.getByRole('combobox', { name: 'Tax' }));
  await user.click(await screen.findByRole('option', { name: 'VAT - 12.5% (exclusive)' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));

  expect(await screen.findByText('The item’s own page')).toBeTruthy();
  expect(added).toHaveBeenCalledWith({
    title: 'Tea',
    stationId: null,
    price: 2.5,
    netPrice: null,
    categoryId: null,
    taxId: '3',
    taxIdTakeaway: null,
    description: null,
    allergens: [],
    diets: [],
  });
});

const vat = { id: 3, title: 'VAT', rate: 12.5, type: 'exclusive' as const };
test.each([
  [
    'the tax of most items',
    [item(1, 'Soup', { tax_id: 3 }), item(2, 'Salad', { tax_id: 3 }), item(3, 'Tap water')],
    'VAT - 12.5% (exclusive)',
  ],
  ['none where most have none', menu, 'None'],
  ['the only tax, as the first one', [], 'VAT - 12.5% (exclusive)'],
])('a new item begins with %s', async (_, items, shown) => {
  const server = [answers(listMenuItems, () => items), answers(listTaxes, () => [vat]), answers(listCategories, () => [])];
  const { user } = show(<MenuItemsScreen />, { server: [...server, answers(getStoreSetting, () => store)] });
  await user.click(await screen.findByRole('button', { name: 'New' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Item' }));
  const tax = () => dialog.getByRole<HTMLInputElement>('combobox', { name: 'Tax' });
  await waitFor(() => expect(tax().value).toBe(shown));
  // nobody typed it: closing asks nothing
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('one more follows at once, in a category that is made beside it', async () => {
  const added = vi.fn();
  let made: { id: number; title: string }[] = [];
  const { user } = open([
    answers(listCategories, () => made),
    answers(addCategory, ({ body: { title } }) => {
      made = [{ id: 7, title }];
      return { success: true as const, message: 'Category added.', id: 7, categoryId: 7 };
    }),
    answers(addMenuItem, ({ body }) => {
      added(body);
      return { success: true as const, message: 'Item added.', id: 9, menuItemId: 9 };
    }),
  ]);
  await rows();
  await user.click(screen.getByRole('button', { name: 'New' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Item' }));
  await user.click(dialog.getByRole('button', { name: 'New category' }));
  await screen.findByRole('dialog', { name: 'Add Category' });
  // Escape closes the dialog on top alone
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Category' })).toBeNull());
  await user.click(dialog.getByRole('button', { name: 'New category' }));
  const inner = within(await screen.findByRole('dialog', { name: 'Add Category' }));
  expect(inner.queryByRole('button', { name: 'Add another' })).toBeNull();
  await user.type(inner.getByLabelText('Title'), 'Teas{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Category' })).toBeNull());
  // the form around it was not sent with it
  expect(dialog.queryByText('Please enter title!')).toBeNull();

  for (const title of ['Green', 'Black']) {
    await user.type(dialog.getByLabelText('Title'), title);
    await user.type(dialog.getByLabelText('Price'), '2');
    await user.click(dialog.getByRole('button', { name: 'Add another' }));
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe(''));
    expect(document.activeElement).toBe(dialog.getByLabelText('Title'));
  }
  expect(added.mock.calls.map(([{ title, categoryId }]) => [title, categoryId])).toEqual([
    ['Green', '7'],
    ['Black', '7'],
  ]);
  // the category that was kept is nothing to ask about
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Item' })).toBeNull());
});

test('a failure without a sentence gets the one for saving an item', async () => {
  const { user } = open([
    answers(addMenuItem, () => {
      throw new AppError('server_error', '');
    }),
  ]);
  await rows();
  await user.click(screen.getByRole('button', { name: 'New' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Item' }));
  await user.type(dialog.getByLabelText('Title'), 'Tea');
  await user.type(dialog.getByLabelText('Price'), '2');
  await user.click(dialog.getByRole('button', { name: 'Add' }));

  expect(await screen.findByText("We're getting issue while processing your request, Please try later!")).toBeTruthy();
});

test('categories and taxes that do not come are told, and asked for again beside what was typed', async () => {
  let isDown = true;
  const refusing = () => {
    if (isDown) throw new AppError('not_found', 'Nothing here.');
  };
  const { user } = open([
    answers(listCategories, () => {
      refusing();
      return [{ id: 7, title: 'Starters' }];
    }),
    answers(listTaxes, () => {
      refusing();
      return [{ id: 3, title: 'VAT', rate: 12.5, type: 'exclusive' as const }];
    }),
  ]);
  await rows();
  await user.click(screen.getByRole('button', { name: 'New' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Item' }));
  await user.type(dialog.getByLabelText('Title'), 'Tea');
  expect((await dialog.findByRole('alert')).textContent).toContain('Categories or taxes could not be loaded.');
  for (const name of ['Category', 'Tax']) expect(dialog.getByRole<HTMLInputElement>('combobox', { name }).disabled).toBe(true);

  isDown = false;
  await user.click(dialog.getByRole('button', { name: 'Retry' }));

  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Tea');
  await user.click(dialog.getByRole('combobox', { name: 'Tax' }));
  expect(await screen.findByRole('option', { name: 'VAT - 12.5% (exclusive)' })).toBeTruthy();
  await user.click(dialog.getByRole('combobox', { name: 'Category' }));
  expect(await screen.findByRole('option', { name: 'Starters' })).toBeTruthy();
});

test('deletes after a confirmation', async () => {
  const { user, calls } = open();
  await user.click(within(await rowOf('Salad')).getByRole('button', { name: 'Delete Salad' }));

  expect(await screen.findByText('Are you sure! This process is irreversible!')).toBeTruthy();
  expect(calls.deleted).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete' }));

  await screen.findByText('Item deleted.');
  expect(calls.deleted).toEqual(['2']);
  await waitFor(async () => expect(await rows()).toHaveLength(4));
});

test('one touch marks an item as sold out, another one brings it back', async () => {
  const { user, calls } = open();
  const touch = async () => user.click(within(await rowOf('Soup')).getByRole('switch', { name: 'Soup is sold out' }));
  const isSoldOut = async () => within(await rowOf('Soup')).getByRole<HTMLInputElement>('switch').checked;

  // said in the rows where it is so, and in no other
  const saidIn = async () => (await rows()).filter((row) => within(row).queryByText('Sold out')).map((row) => row.textContent);
  const before = await saidIn();

  await touch();
  await waitFor(async () => expect(await isSoldOut()).toBe(true));
  await waitFor(() => expect(calls.soldOut).toEqual([['1', true]]));
  expect(await saidIn()).toEqual([...before, expect.stringContaining('Soup')]);

  await touch();
  await waitFor(async () => expect(await isSoldOut()).toBe(false));
  expect(await saidIn()).toEqual(before);
  await waitFor(() =>
    expect(calls.soldOut).toEqual([
      ['1', true],
      ['1', false],
    ]),
  );
});

/** The screen before a server whose answers about the salad wait; a touch of an item's switch, and what the switches show. */
const openWithSlowSalad = () => {
  let items = menu;
  const sent: unknown[] = [];
  const held: (() => void)[] = [];
  const { user } = open([
    answers(listMenuItems, () => items),
    answers(deleteMenuItem, ({ params }) => {
      items = items.filter(({ id }) => String(id) !== params.id);
      return done;
    }),
    answers(toggleSoldOut, async ({ params, body }) => {
      sent.push([params.id, body.isSoldOut]);
      if (params.id === '2') await new Promise<void>((resolve) => held.push(resolve));
      items = items.map((known) => (String(known.id) === params.id ? { ...known, sold_out: body.isSoldOut === true } : known));
      return done;
    }),
  ]);
  const switchOf = async (title: string) => within(await rowOf(title)).getByRole<HTMLInputElement>('switch');
  return {
    user,
    sent,
    letGo: () => held.splice(0).forEach((go) => go()),
    touch: async (title: string) => user.click(await switchOf(title)),
    soldOut: async () => {
      const titles = ['Soup', 'Salad', 'Bread'];
      const switches = await Promise.all(titles.map(switchOf));
      return titles.filter((_, place) => switches[place]!.checked);
    },
  };
};

test('items are marked one right after the other: a list that does not know of the last one yet takes no mark away', async () => {
  const { user, sent, letGo, touch, soldOut } = openWithSlowSalad();

  await touch('Salad');
  await touch('Soup');
  await touch('Bread');
  await waitFor(() => expect(sent).toHaveLength(3));
  // somebody's change brings a list that was made meanwhile
  await user.click(within(await rowOf('Wine')).getByRole('button', { name: 'Delete Wine' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await rows()).toHaveLength(4));
  expect(await soldOut()).toEqual(['Soup', 'Salad', 'Bread']);

  letGo();
  expect(await soldOut()).toEqual(['Soup', 'Salad', 'Bread']);
});

test('a second touch of an item is sent when the first is answered, so that it counts', async () => {
  const { sent, letGo, touch, soldOut } = openWithSlowSalad();

  await touch('Salad');
  await touch('Salad');
  expect(await soldOut()).toEqual([]);
  await waitFor(() => expect(sent).toEqual([['2', true]]));

  letGo();
  await waitFor(() =>
    expect(sent).toEqual([
      ['2', true],
      ['2', false],
    ]),
  );
  expect(await soldOut()).toEqual([]);
  letGo();
  expect(await soldOut()).toEqual([]);
});

test('what the server refuses to mark is back as it was', async () => {
  const { user } = open([
    answers(toggleSoldOut, () => {
      throw new AppError('not_found', 'This item does not exist!');
    }),
  ]);

  await user.click(within(await rowOf('Soup')).getByRole('switch'));

  expect(await screen.findByText('This item does not exist!')).toBeTruthy();
  await waitFor(async () => expect(within(await rowOf('Soup')).getByRole<HTMLInputElement>('switch').checked).toBe(false));
});

test('arrow keys move an item within its category; several steps are saved as one', async () => {
  const { user, calls } = open();
  const handle = within(await rowOf('Soup')).getByRole('button', { name: 'Move Soup' });
  handle.focus();

  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');

  expect((await titles()).map((title) => title?.match(/Soup|Salad|Bread|Wine|Water/)?.[0])).toEqual([
    'Salad',
    'Bread',
    'Soup',
    'Wine',
    'Water',
  ]);
  expect(screen.getByText('Soup: 3 of 3 in Starters.')).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Soup');
  expect(calls.order).toEqual([]);
  await waitFor(() => expect(calls.order).toEqual([[2, 3, 1]]), { timeout: 3000 });
});

test('of two orders that follow each other the first is answered before the second is sent, and neither is lost meanwhile', async () => {
  const sent: number[][] = [];
  const ends: (() => void)[] = [];
  const { user } = open([
    answers(saveItemOrder, async ({ body: { ids } }) => {
      sent.push(ids);
      await new Promise<void>((resolve) => void ends.push(resolve));
      return done;
    }),
  ]);
  within(await rowOf('Soup'))
    .getByRole('button', { name: 'Move Soup' })
    .focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(sent).toEqual([[2, 1, 3]]), { timeout: 3000 });
  await user.keyboard('{End}');
  // the pause is over, and the first is still under way
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(sent).toHaveLength(1);

  // the list comes again with the first answer, and knows of none
  ends[0]!();
  await waitFor(() =>
    expect(sent).toEqual([
      [2, 1, 3],
      [2, 3, 1],
    ]),
  );
  expect((await titles()).slice(0, 3).map((title) => title?.match(/Soup|Salad|Bread/)?.[0])).toEqual(['Salad', 'Bread', 'Soup']);
  ends[1]!();
});

test('leaving the screen at once saves the order all the same', async () => {
  const { user, calls, unmount } = open();
  within(await rowOf('Bread'))
    .getByRole('button', { name: 'Move Bread' })
    .focus();
  await user.keyboard('{Home}');

  unmount();

  // well before the pause after which it would be saved anyway
  await waitFor(() => expect(calls.order).toEqual([[3, 1, 2]]), { timeout: 300 });
});

const report = { success: true as const, message: '', faults: [], added: [], updated: [], unchanged: 0, newCategories: [] };
const openImport = async (user: ReturnType<typeof open>['user'], text: string) => {
  await rows();
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import Menu' });
  await user.upload(screen.getByLabelText('CSV file'), new File([text], 'menu.csv', { type: 'text/csv' }));
  return within(dialog);
};

const fault = (line: number) => {
  const message = `Row ${line}, "Tiramisu": price "12,5o" is not a number.`;
  return { line, title: 'Tiramisu', column: 'price' as const, value: '12,5o', message };
};

test('the focus is on CSV again when the import is left, also the second time', async () => {
  const { user } = open([]);
  await rows();
  for (const _ of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Import' }));
    await screen.findByRole('dialog', { name: 'Import Menu' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'CSV' }));
  }
});

test('a faulty file is told row by row, and cannot be imported', async () => {
  const asked = vi.fn();
  const { user } = open([
    answers(saveMenuFile, ({ body }) => {
      asked(body);
      return { ...report, faults: [fault(3)], added: [{ line: 2, title: 'Tea', category: null }] };
    }),
  ]);

  const dialog = await openImport(user, 'title,price\nTea,1\nTiramisu,"12,5o"\n');

  expect(await dialog.findByText('Row 3, "Tiramisu": price "12,5o" is not a number.')).toBeTruthy();
  expect(asked).toHaveBeenCalledWith({ csv: 'title,price\nTea,1\nTiramisu,"12,5o"\n', dryRun: true });
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
});

test('of very many faults the first are shown, and how many more there are; what is no CSV file or too large is not sent', async () => {
  const faults = Array.from({ length: 214 }, (_, index) => fault(index + 2));
  const asked = vi.fn(() => ({ ...report, faults }));
  const { user } = open([answers(saveMenuFile, asked)]);

  const dialog = await openImport(user, 'anything');

  expect(within(await dialog.findByRole('list', { name: 'Faults' })).getAllByRole('listitem')).toHaveLength(200);
  expect(dialog.getByText('and 14 more')).toBeTruthy();
  await user.upload(screen.getByLabelText('CSV file'), new File(['PK\u0003\u0004\u0000'], 'menu.csv', { type: 'text/csv' }));
  expect(await screen.findByText('This is no CSV file! A spreadsheet saves one as "CSV".')).toBeTruthy();
  await user.upload(screen.getByLabelText('CSV file'), new File(['x'.repeat(MENU_FILE_MAX + 1)], 'menu.csv', { type: 'text/csv' }));
  expect(await screen.findByText(MENU_FILE_TOO_LARGE)).toBeTruthy();
  expect(asked).toHaveBeenCalledOnce();
});

test('a file that cannot be read says so; the button stays where it is', async () => {
  const looked = vi.fn(() => ({ ...report, unchanged: 1 }));
  const { user } = open([answers(saveMenuFile, looked)]);
  vi.spyOn(File.prototype, 'arrayBuffer').mockRejectedValueOnce(new Error('gone'));

  const dialog = await openImport(user, 'title,price');

  expect(await screen.findByText('This file cannot be read! Please choose it again!')).toBeTruthy();
  expect(looked).not.toHaveBeenCalled();
  const button = dialog.getByRole('button', { name: 'Choose file' });
  await user.upload(screen.getByLabelText('CSV file'), new File(['title,price'], 'menu.csv', { type: 'text/csv' }));
  expect(await dialog.findByRole('button', { name: 'Choose another file' })).toBe(button);
});

test('a good file says what it would do, then does it', async () => {
  const asked = vi.fn();
  const { promise: line, resolve: arrive } = Promise.withResolvers<void>();
  const { user } = open([
    answers(saveMenuFile, async ({ body }) => {
      asked(body.dryRun ?? false);
      if (body.dryRun !== true) await line;
      return {
        ...report,
        message: '1 item added, 1 updated.',
        added: [{ line: 2, title: 'Tea', category: 'Hot' }],
        updated: [{ line: 3, title: 'Soup', category: 'Starters', changes: ['price', 'net_price'] as const }].map((row) => ({
          ...row,
          changes: [...row.changes],
        })),
        unchanged: 4,
        newCategories: ['Hot'],
      };
    }),
  ]);

  const dialog = await openImport(user, 'anything');

  for (const text of ['New categories: Hot', 'Soup: price, net price', 'Tea (Hot)']) expect(await dialog.findByText(text)).toBeTruthy();
  // a touch beside it does not throw the file away
  await user.click(document.querySelector('.mantine-Modal-inner')!);
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  // nor is it left while it is imported
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('dialog', { name: 'Import Menu' })).toBeTruthy();
  arrive();
  await screen.findByText('1 item added, 1 updated.');
  expect(asked.mock.calls).toEqual([[true], [false]]);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Import Menu' })).toBeNull());
});

test('a file that an older spreadsheet wrote keeps its letters', async () => {
  const asked = vi.fn();
  const { user } = open([
    answers(saveMenuFile, ({ body }) => {
      asked(body.csv);
      return report;
    }),
  ]);
  await rows();
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Import' }));
  await screen.findByRole('dialog', { name: 'Import Menu' });
  const file = new File([new Uint8Array([...'Caf'].map((letter) => letter.charCodeAt(0)).concat(0xe9))], 'menu.csv', { type: 'text/csv' });
  await user.upload(screen.getByLabelText('CSV file'), file);

  await waitFor(() => expect(asked).toHaveBeenCalledWith('Café'));
});

test('the export is saved as a file', async () => {
  const saved = vi.fn();
  URL.createObjectURL = () => 'blob:menu';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.href, this.download);
  });
  const { user } = open([answers(getMenuFile, () => 'title,price')]);
  await rows();
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export' }));

  await waitFor(() => expect(saved).toHaveBeenCalledWith('blob:menu', 'menu.csv'));
  vi.restoreAllMocks();
});

test('several items are chosen by touch and by the search, shown with their new prices, changed in one call, and taken back', async () => {
  const sent: unknown[] = [];
  const { user } = open([
    answers(updateMenuItems, ({ body }) => {
      sent.push(body.items);
      return { success: true as const, message: '2 items updated.' };
    }),
  ]);
  await rows();
  await user.click(screen.getByRole('button', { name: 'Choose several' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Soup' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search Item' }), 'wine');
  await user.click(await screen.findByRole('checkbox', { name: 'All 1 shown' }));
  expect(screen.getByText('2 chosen')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Change' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Change 2 items' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
  await user.type(dialog.getByLabelText('By how many percent'), '10');
  const preview = within(await dialog.findByRole('table', { name: 'Preview' }));
  const lines = preview.getAllByRole('row').map(({ textContent }) => textContent);
  expect(lines.slice(1)).toEqual(['Soup$4.50$4.95', 'Wine$4.50$4.95', 'Size 3$6.00$6.60']);
  await user.click(dialog.getByRole('button', { name: 'Apply to 2 items' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));

  const wine = { price: 4.95, basedOn: { price: 4.5 }, variants: [{ id: 3, price: 6.6, basedOn: { price: 6 } }] };
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]).toEqual([
    { id: 1, price: 4.95, basedOn: { price: 4.5 } },
    { id: 4, ...wine },
  ]);
  expect(sent[1]).toMatchObject([
    { id: 1, price: 4.5 },
    { id: 4, price: 4.5, variants: [{ id: 3, price: 6 }] },
  ]);
});

test('an empty menu says what to do, a failing one offers Retry', async () => {
  open([], []).unmount();
  open([], []);
  expect(await screen.findByRole('button', { name: 'Add the first item' })).toBeTruthy();
});

test('2,000 items render only the rows that can be seen', async () => {
  const many = Array.from({ length: 2000 }, (_, index) => item(index + 1, `Item ${index + 1}`));
  open([], many);

  expect((await rows()).length).toBeLessThan(40);
  expect(screen.getByText('2000 items')).toBeTruthy();
});

test('where one scrolls to, rows are rendered', async () => {
  open(
    [],
    Array.from({ length: 2000 }, (_, index) => item(index + 1, `Item ${index + 1}`)),
  );
  await rows();
  Object.defineProperty(window, 'scrollY', { value: 80_000, configurable: true });
  fireEvent.scroll(window);
  await waitFor(async () => expect(Number((await rows())[0]!.getAttribute('aria-posinset'))).toBeGreaterThan(1000));
  expect((await rows()).length).toBeLessThan(40);
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
});
