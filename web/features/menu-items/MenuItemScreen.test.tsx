import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { listCategories } from '#contract/categories.ts';
import { AppError } from '#contract/errors.ts';
import {
  addAddon,
  addVariant,
  deleteAddon,
  deleteItemPhoto,
  getMenuItem,
  type MenuItem,
  saveItemPhoto,
  saveVariantOrder,
  updateMenuItem,
  updateVariant,
} from '#contract/menu-items.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { listTaxes } from '#contract/taxes.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { storeSetting } from '#web/platform/testing-store.ts';
import { MenuItemScreen } from './MenuItemScreen.tsx';

/** jsdom draws no pictures. */
const compressed = vi.hoisted(() => ({ options: [] as unknown[], result: undefined as Blob | Error | undefined }));
vi.mock('compressorjs', () => ({
  default: class {
    constructor(_: File, options: { success: (photo: Blob) => void; error: (problem: Error) => void }) {
      compressed.options.push(options);
      const { result } = compressed;
      if (result instanceof Error) options.error(result);
      else options.success(result ?? new Blob(['small'], { type: 'image/webp' }));
    }
  },
}));

const wine: MenuItem = {
  id: 4,
  title: 'Wine',
  price: 6,
  net_price: 5,
  tax_id: 3,
  tax_title: 'VAT',
  tax_rate: 12.5,
  tax_type: 'exclusive',
  category_id: 7,
  category_title: 'Drinks',
  image: null,
  sold_out: false,
  addons: [{ id: 21, item_id: 4, title: 'Ice', price: 0.5 }],
  variants: [{ id: 11, item_id: 4, title: 'Large', price: 9 }],
};
const done = { success: true as const, message: 'Done.' };

const open = async (given: ReturnType<typeof answers>[] = [], item = wine) => {
  compressed.options = [];
  compressed.result = undefined;
  const shown = show(
    <Routes>
      <Route path="/dashboard/settings/menu-items/:id" element={<MenuItemScreen />} />
    </Routes>,
    {
      as: { role: 'admin', scopes: [] },
      path: '/dashboard/settings/menu-items/4',
      server: [
        ...given,
        answers(getMenuItem, () => item),
        answers(getStoreSetting, () => ({
          ...storeSetting,
          storeName: 'Test kitchen',
          currency: 'USD',
        })),
        answers(listCategories, () => [{ id: 7, title: 'Drinks' }]),
        answers(listTaxes, () => [{ id: 3, title: 'VAT', rate: 12.5, type: 'exclusive' as const }]),
      ],
    },
  );
  await screen.findByRole('heading', { level: 1, name: 'Wine' });
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Tax' }).value).toBe('VAT - 12.5% (exclusive)'));
  return shown;
};

test('shows where one is and what the item has', async () => {
  await open();

  const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(trail.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/dashboard/settings');
  expect(trail.getByRole('link', { name: 'Menu Items' }).getAttribute('href')).toBe('/dashboard/settings/menu-items');
  expect(trail.getByText('Wine').getAttribute('aria-current')).toBe('page');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('6.00'));
  expect(screen.getByLabelText<HTMLInputElement>('Net Price').value).toBe('5.00');
  expect(screen.getByText('For your own records. Guests pay the price.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Category' }).value).toBe('Drinks');
  expect(screen.getByText('Large').closest('li')?.textContent).toContain('$9.00');
  expect(screen.getByText('Ice').closest('li')?.textContent).toContain('$0.50');
});

test('a guest pays the tax in force, eaten in and taken away; the choices name that rate, too', async () => {
  const taxes = [
    { id: 3, title: 'VAT', rate: 12.5, type: 'exclusive' as const },
    { id: 5, title: 'Low', rate: 7, inForce: 5, type: 'exclusive' as const, schedule: [{ from: '2026-01-01', rate: 5, parts: [] }] },
  ];
  await open([answers(listTaxes, () => taxes)], { ...wine, taxIdTakeaway: 5 });

  const chosen = screen.getByRole<HTMLInputElement>('combobox', { name: 'Tax for takeaway and delivery' });
  await waitFor(() => expect(chosen.value).toBe('Low - 5% (exclusive)'));
  expect([...(await screen.findByText(/Dine-In: the guest pays/)).parentElement!.children].map(({ textContent }) => textContent)).toEqual([
    'Dine-In: the guest pays $6.75, $6.00 net and $0.75 tax',
    'Take Away, Delivery: the guest pays $6.30, $6.00 net and $0.30 tax',
  ]);
});

test('saves what was changed, empty fields as null', async () => {
  const saved = vi.fn();
  const { user } = await open([
    answers(updateMenuItem, ({ params, body }) => {
      saved(params.id, body);
      return { success: true as const, message: 'Item updated.' };
    }),
  ]);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(button.disabled).toBe(true);

  await user.clear(screen.getByLabelText('Net Price'));
  await user.click(screen.getByRole('combobox', { name: 'Category' }));
  await user.click(await screen.findByRole('option', { name: 'None' }));
  await user.click(button);

  await screen.findByText('Item updated.');
  expect(saved).toHaveBeenCalledWith('4', {
    title: 'Wine',
    price: '6.00',
    netPrice: null,
    categoryId: null,
    basedOn: expect.objectContaining({ title: 'Wine', price: '6.00', taxId: '3' }),
  });
});

test('of many categories the first one that fits what is typed is taken by Enter, which saves nothing', async () => {
  const saved = vi.fn();
  const { user } = await open([
    answers(listCategories, () => ['Drinks', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'Wines'].map((title, at) => ({ id: at + 7, title }))),
    answers(updateMenuItem, () => {
      saved();
      return done;
    }),
  ]);
  const category = screen.getByRole<HTMLInputElement>('combobox', { name: 'Category' });
  await waitFor(() => expect(category.readOnly).toBe(false));
  await user.clear(category);
  await user.type(category, 'win{Enter}{Tab}');
  expect(category.value).toBe('Wines');
  expect(saved).not.toHaveBeenCalled();
});

test('what guests read is shown and changed; hostile text is text', async () => {
  const saved = vi.fn();
  const { user } = await open(
    [
      answers(updateMenuItem, ({ body }) => {
        saved(body);
        return { success: true as const, message: 'Item updated.' };
      }),
    ],
    { ...wine, description: '<img src=x onerror=alert(1)>', allergens: ['milk', 'sulphites'], diets: ['vegan'] },
  );
  const guests = within(screen.getByRole('region', { name: 'For guests' }));
  const allergens = within(guests.getByRole('group', { name: 'Allergens' }));
  expect(allergens.getAllByRole('checkbox').length).toBe(14);
  expect(allergens.getAllByRole('checkbox', { checked: true }).map((box) => (box as HTMLInputElement).value)).toEqual([
    'milk',
    'sulphites',
  ]);
  expect(guests.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('<img src=x onerror=alert(1)>');

  await user.click(allergens.getByRole('checkbox', { name: 'Milk' }));
  await user.click(allergens.getByRole('checkbox', { name: 'Eggs' }));
  // what is there again is no change
  await user.click(guests.getByRole('checkbox', { name: 'Vegan' }));
  await user.click(guests.getByRole('checkbox', { name: 'Vegan' }));
  await user.clear(guests.getByLabelText('Description'));
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await screen.findByText('Item updated.');
  expect(saved).toHaveBeenCalledWith({
    title: 'Wine',
    price: '6.00',
    description: null,
    allergens: ['eggs', 'sulphites'],
    basedOn: expect.objectContaining({ description: '<img src=x onerror=alert(1)>', allergens: ['milk', 'sulphites'], diets: ['vegan'] }),
  });
});

test('of two who tick allergens the second one chooses; what it keeps is in sight', async () => {
  const { user } = await open([
    answers(updateMenuItem, () => {
      const changed = [{ field: 'allergens', value: ['milk', 'nuts'], by: 'Anna' }];
      throw new AppError('changed_meanwhile', 'Anna changed this meanwhile.', { body: { changed } });
    }),
  ]);
  const group = screen.getByRole('group', { name: 'Allergens' });
  await user.click(within(group).getByRole('checkbox', { name: 'Fish' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));

  const asked = await screen.findByText(/milk, nuts/);
  await waitFor(() => expect(document.activeElement).toBe(group));
  await user.click(within(asked.closest<HTMLElement>('[role=alert]')!).getByRole('button', { name: /Take theirs/ }));
  expect(
    within(group)
      .getAllByRole('checkbox', { checked: true })
      .map((box) => (box as HTMLInputElement).value),
  ).toEqual(['milk', 'nuts']);
});

test('says what is missing, and the sentence of this page when saving fails', async () => {
  const { user } = await open([
    answers(updateMenuItem, () => {
      throw new AppError('server_error', '');
    }),
  ]);

  await user.clear(screen.getByLabelText('Title'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please enter title!')).toBeTruthy();

  await user.type(screen.getByLabelText('Title'), 'Red wine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText("We're getting issue while processing your request, Please try later!")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Red wine');
});

test('variants and addons are added, changed and deleted in dialogs', async () => {
  const sent = vi.fn();
  const { user } = await open([
    answers(addVariant, ({ params, body }) => {
      sent('add variant', params, body);
      return { ...done, id: 12, variantId: 12 };
    }),
    answers(updateVariant, ({ params, body }) => {
      sent('update variant', params, body);
      return done;
    }),
    answers(addAddon, ({ params, body }) => {
      sent('add addon', params, body);
      return { ...done, id: 22, addonId: 22 };
    }),
    answers(deleteAddon, ({ params }) => {
      sent('delete addon', params);
      return done;
    }),
  ]);

  await user.click(screen.getByRole('button', { name: 'Add variant' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Add Variant' }));
  // it costs what the item costs, and never 0 unseen
  expect(dialog.getByLabelText<HTMLInputElement>('Price').value).toBe('6.00');
  await user.clear(dialog.getByLabelText('Price'));
  await user.type(dialog.getByLabelText('Price'), '-1');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Please provide variant title!')).toBeTruthy();
  expect(dialog.getByText('Please provide valid variant price!')).toBeTruthy();
  await user.type(dialog.getByLabelText('Title'), 'Glass');
  await user.clear(dialog.getByLabelText('Price'));
  expect(dialog.getByText(/Empty: it costs nothing\.$/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith('add variant', { itemId: '4' }, { title: 'Glass', price: 0 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Edit Large' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Update Variant' }));
  await user.type(dialog.getByLabelText('Title'), ' glass');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toHaveBeenLastCalledWith(
      'update variant',
      { itemId: '4', variantId: '11' },
      { title: 'Large glass', price: '9.00', basedOn: { title: 'Large', price: '9.00' } },
    ),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Add addon' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Add Addon' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Price').value).toBe('');
  expect(dialog.getByText(/Empty: it costs nothing\.$/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Please provide addon title!')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Delete Ice' }));
  expect(await screen.findByText('Are you sure! This process is irreversible!')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith('delete addon', { itemId: '4', addonId: '21' }));
});

test('the lists fold', async () => {
  const { user } = await open();
  const fold = screen.getByRole('button', { name: 'Variants (1)' });
  expect(fold.getAttribute('aria-expanded')).toBe('true');

  await user.click(fold);

  expect(fold.getAttribute('aria-expanded')).toBe('false');
});

const photo = () => new File(['large'], 'photo.png', { type: 'image/png' });

test('a photo is made small before it is sent', async () => {
  const { user } = await open([
    answers(saveItemPhoto, () => ({ success: true as const, message: 'Photo saved.', imageURL: '/media/1/x.webp' })),
  ]);
  const sent = vi.spyOn(globalThis, 'fetch');

  await user.upload(screen.getByLabelText('Photo', { selector: 'input' }), photo());

  await screen.findByText('Photo saved.');
  expect(compressed.options).toEqual([expect.objectContaining({ maxWidth: 512, maxHeight: 512, mimeType: 'image/webp' })]);
  const [address, init] = sent.mock.calls.find(([, options]) => options?.method === 'POST')!;
  expect(address).toBe('/api/v1/menu-items/update/4/upload-photo');
  expect(((init!.body as FormData).get('image') as File).size).toBe(5);
});

test('what a browser makes no WebP of, or a large one, is sent as JPEG', async () => {
  const { user } = await open([
    answers(saveItemPhoto, () => ({ success: true as const, message: 'Photo saved.', imageURL: '/media/1/x.webp' })),
  ]);
  compressed.result = new Blob([new Uint8Array(600_000)], { type: 'image/webp' });

  await user.upload(screen.getByLabelText('Photo', { selector: 'input' }), photo());

  await screen.findByText('Photo saved.');
  expect(compressed.options.map((options) => (options as { mimeType: string }).mimeType)).toEqual(['image/webp', 'image/jpeg']);
});

test.each([
  ['the server has no sentence', undefined, "We're getting issue while processing your request, Please try later!"],
  [
    'the file is no picture',
    new Error('no image'),
    'This picture cannot be read here! Please choose a JPEG, PNG, WebP, AVIF or GIF picture!',
  ],
])('when %s, an upload fails with its own sentence', async (_, result, sentence) => {
  const { user } = await open([
    answers(saveItemPhoto, () => {
      throw new AppError('server_error', '');
    }),
  ]);
  compressed.result = result;

  await user.upload(screen.getByLabelText('Photo', { selector: 'input' }), photo());

  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('deletes the photo after a confirmation', async () => {
  const deleted = vi.fn();
  const { user } = await open(
    [
      answers(deleteItemPhoto, ({ params }) => {
        deleted(params.id);
        return { success: true as const, message: 'Photo deleted.' };
      }),
    ],
    { ...wine, image: '/media/1/wine.webp' },
  );

  await user.click(screen.getByRole('button', { name: 'Delete photo' }));
  expect(await screen.findByText('Are you sure! This process is irreversible!')).toBeTruthy();
  expect(deleted).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Delete' }));

  await screen.findByText('Photo deleted.');
  expect(deleted).toHaveBeenCalledWith('4');
});

test('variants are put into another order by keyboard, at once', async () => {
  const sent = vi.fn();
  let variants = [
    { id: 11, item_id: 4, title: 'Large', price: 9 },
    { id: 12, item_id: 4, title: 'Small', price: 5 },
  ];
  const answered = Promise.withResolvers<void>();
  const { user } = await open([
    answers(getMenuItem, () => ({ ...wine, variants })),
    answers(saveVariantOrder, async ({ params, body: { ids } }) => {
      sent(params, ids);
      await answered.promise;
      variants = variants.toReversed();
      return done;
    }),
  ]);
  const order = () =>
    within(screen.getByRole('list', { name: 'Variants' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const handle = await screen.findByRole('button', { name: 'Move Small' });
  expect(order()[0]).toContain('Large');

  handle.focus();
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(order()[0]).toContain('Small'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Small');
  expect(screen.getByText('Small: 1 of 2.')).toBeTruthy();
  answered.resolve();
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ itemId: '4' }, [12, 11]]]));
  expect(order()[0]).toContain('Small');
});
