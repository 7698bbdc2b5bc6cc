import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { addCategory, deleteCategory, listCategories, saveCategoryOrder, updateCategory } from '#contract/categories.ts';
import { AppError } from '#contract/errors.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { CategoriesScreen } from './CategoriesScreen.tsx';

const starters = { id: 3, title: 'Starters' };
const done = { success: true as const };

test('shows the categories', async () => {
  show(<CategoriesScreen />, { server: [answers(listCategories, () => [starters, { id: 4, title: 'Pizza' }])] });
  const list = await screen.findByRole('list', { name: 'Categories' });
  expect(within(list).getByText('Starters')).toBeTruthy();
  expect(within(list).getByText('Pizza')).toBeTruthy();
});

test('an empty list leads to the first category; a title is needed', async () => {
  let rows: { id: number; title: string }[] = [];
  const add = vi.fn(({ body }: { body: { title: string } }) => {
    rows = [{ id: 9, title: body.title }];
    return { ...done, message: 'Category added.', id: 9, categoryId: 9 };
  });
  const { user } = show(<CategoriesScreen />, { server: [answers(listCategories, () => rows), answers(addCategory, add)] });

  await user.click(await screen.findByRole('button', { name: 'Add the first category' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Please provide Category Title!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
  expect(add).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText('Title'), 'Desserts{Enter}');
  expect(await screen.findByText('Category added.')).toBeTruthy();
  expect(await screen.findByText('Desserts')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('whoever closes the dialog stands where they were', async () => {
  const { user } = show(<CategoriesScreen />, { server: [answers(listCategories, () => [starters])] });
  const edit = await screen.findByRole('button', { name: 'Edit Starters' });
  await user.click(edit);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(edit));
});

test('a touch beside the dialog keeps what was typed', async () => {
  const { user } = show(<CategoriesScreen />, { server: [answers(listCategories, () => [starters])] });
  await user.click(await screen.findByRole('button', { name: 'Edit Starters' }));
  await user.type(screen.getByLabelText('Title'), ' and more');
  await user.click(document.querySelector('.mantine-Modal-overlay')!);
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Starters and more');
});

test('renames; what was typed stays when the server refuses', async () => {
  const update = vi
    .fn<(input: { params: { id: string }; body: { title: string } }) => { success: true; message: string }>()
    .mockImplementationOnce(() => {
      throw new AppError('conflict', 'This category exists already!');
    })
    .mockReturnValue({ ...done, message: 'Category updated.' });
  const { user } = show(<CategoriesScreen />, { server: [answers(listCategories, () => [starters]), answers(updateCategory, update)] });

  await user.click(await screen.findByRole('button', { name: 'Edit Starters' }));
  const title = screen.getByLabelText<HTMLInputElement>('Title');
  expect(title.value).toBe('Starters');
  await user.clear(title);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please provide title!')).toBeTruthy();

  await user.type(title, 'Antipasti');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This category exists already!')).toBeTruthy();
  expect(title.value).toBe('Antipasti');

  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Category updated.')).toBeTruthy();
  expect(update.mock.lastCall?.[0]).toEqual({
    params: { id: '3' },
    query: {},
    body: { title: 'Antipasti', stationId: null, basedOn: { title: expect.any(String), stationId: null } },
  });
});

test('deletes only after the question', async () => {
  const remove = vi.fn((_: { params: { id: string } }) => ({ ...done, message: 'Category deleted.' }));
  const { user } = show(<CategoriesScreen />, { server: [answers(listCategories, () => [starters]), answers(deleteCategory, remove)] });

  await user.click(await screen.findByRole('button', { name: 'Delete Starters' }));
  expect(screen.getByText('Are you sure! This process is irreversible!')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(remove).not.toHaveBeenCalled();

  await user.click(screen.getByRole('button', { name: 'Delete Starters' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Category deleted.')).toBeTruthy();
  expect(remove.mock.lastCall?.[0].params).toEqual({ id: '3' });
});

test('says so when nothing could be loaded, and tries again', async () => {
  let isBroken = true;
  const { user } = show(<CategoriesScreen />, {
    server: [
      answers(listCategories, () => {
        if (isBroken) throw new AppError('not_found', 'No.');
        return [starters];
      }),
    ],
  });
  expect(await screen.findByText('Error loading data, Try Later!')).toBeTruthy();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Starters')).toBeTruthy();
});

describe('the order', () => {
  const open = (slow?: Promise<void>) => {
    const orders: number[][] = [];
    let rows = ['Starters', 'Pizza', 'Desserts'].map((title, place) => ({ id: place + 3, title }));
    const shown = show(<CategoriesScreen />, {
      server: [
        answers(listCategories, () => rows),
        answers(saveCategoryOrder, async ({ body: { ids } }) => {
          orders.push(ids);
          if (orders.length === 1) await slow;
          if (ids[0] === 5) throw new AppError('not_found', 'This category does not exist!');
          rows = ids.map((id) => rows.find((row) => row.id === id)!);
          return { ...done, message: 'Order saved.' };
        }),
      ],
    });
    return { ...shown, orders };
  };
  const titles = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const handle = (title: string) => screen.findByRole('button', { name: `Move ${title}` });

  test('is changed with the arrow keys; several steps are saved as one', async () => {
    const { user, orders } = open();
    (await handle('Starters')).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');

    expect(titles()).toEqual(['Pizza', 'Desserts', 'Starters']);
    expect(screen.getByText('Starters: 3 of 3.')).toBeTruthy();
    expect(document.activeElement).toBe(await handle('Starters'));
    expect(orders).toEqual([]);
    await waitFor(() => expect(orders).toEqual([[4, 5, 3]]), { timeout: 3000 });
  });

  test('keeps a move that is made while the one before is still being saved', async () => {
    const slow = Promise.withResolvers<void>();
    const { user, orders } = open(slow.promise);
    (await handle('Starters')).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(orders).toEqual([[4, 3, 5]]), { timeout: 3000 });

    await user.keyboard('{End}');
    slow.resolve();
    // the answer to the first change brings the list as it was stored then
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(titles()).toEqual(['Pizza', 'Desserts', 'Starters']);

    await waitFor(
      () =>
        expect(orders).toEqual([
          [4, 3, 5],
          [4, 5, 3],
        ]),
      { timeout: 3000 },
    );
    await waitFor(() => expect(titles()).toEqual(['Pizza', 'Desserts', 'Starters']));
  });

  test('is changed by dragging', async () => {
    const { orders } = open();
    const grip = await handle('Pizza');
    // rows are 57 px high; the pointer leaves the second row for the third
    const at = (y: number) => ({ isPrimary: true, button: 0, pointerId: 1, clientX: 10, clientY: y, pageX: 10, pageY: y });
    const tell = (target: EventTarget, type: string, y: number) =>
      act(async () => {
        const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 10, clientY: y });
        for (const [name, value] of Object.entries(at(y))) Object.defineProperty(event, name, { value, configurable: true });
        target.dispatchEvent(event);
      });
    await tell(grip, 'pointerdown', 80);
    await tell(document, 'pointermove', 100);
    await tell(document, 'pointermove', 140);
    await tell(document, 'pointerup', 140);

    expect(titles()).toEqual(['Starters', 'Desserts', 'Pizza']);
    await waitFor(() => expect(orders).toEqual([[3, 5, 4]]), { timeout: 3000 });
  });

  test('comes back as it is stored when the server refuses', async () => {
    const { user } = open();
    (await handle('Desserts')).focus();
    await user.keyboard('{Home}');
    expect(titles()).toEqual(['Desserts', 'Starters', 'Pizza']);

    expect(await screen.findByText('This category does not exist!', {}, { timeout: 3000 })).toBeTruthy();
    await waitFor(() => expect(titles()).toEqual(['Starters', 'Pizza', 'Desserts']));
  });
});
