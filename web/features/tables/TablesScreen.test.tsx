import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { addTable, deleteTable, listTables, resetTableLink, updateTable } from '#contract/tables.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { storeSetting } from '#web/platform/testing-store.ts';
import { readQrDrawing, readQrLink } from '#web/platform/testing-qr.ts';
import { TablesScreen } from './TablesScreen.tsx';

const table = (id: number, table_title: string, floor: string, seating_capacity: number) => ({
  id,
  encrypted_id: `public-${id}`,
  table_title,
  floor,
  seating_capacity,
});
const tables = [
  table(1, 'Table 10', 'Ground', 4),
  table(2, 'Table 2', 'Ground', 1),
  table(3, 'Bar', '-', 0),
  table(4, 'Ecke & Fenster', 'Attic', 6),
];
const store = {
  ...storeSetting,
  isQRMenuEnabled: true,
  timezone: 'Europe/Paris',
};
/** What the code of a table must say. */
const linkOf = (publicId: string) => `${window.location.origin}/m/menu-code?table=${publicId}`;
const done = { success: true as const };
const server = [answers(listTables, () => tables), answers(getStoreSetting, () => store)];

const catchDownloads = () => {
  const links: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function remember(this: HTMLAnchorElement) {
    links.push(this);
  });
  return links;
};
afterEach(() => vi.restoreAllMocks());

test('shows the tables by floor, in the order of their numbers', async () => {
  show(<TablesScreen />, { server });
  await screen.findByText('Bar');
  expect(
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => {
      const floor = screen.getByRole('region', { name: textContent });
      return [
        textContent,
        ...within(floor)
          .getAllByRole('listitem')
          .map((card) => card.textContent),
      ];
    }),
  ).toEqual([
    ['Attic', 'Ecke & Fenster6 seatsDownload Table QR'],
    ['Ground', 'Table 21 seatDownload Table QR', 'Table 104 seatsDownload Table QR'],
    ['No floor', 'Bar0 seatsDownload Table QR'],
  ]);
});

test('asks before it throws away what was typed, and closes at once when nothing was', async () => {
  const { user } = show(<TablesScreen />, { server });
  const isShown = (name: string) => screen.queryByRole('dialog', { name }) !== null;
  await user.click(await screen.findByRole('button', { name: 'New' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isShown('Add Table')).toBe(false));

  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.type(screen.getByLabelText('Title'), 'Window');
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
  expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }));
  // Escape answers the question alone
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isShown('Discard changes?')).toBe(false));
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Window');

  await user.click(within(screen.getByRole('dialog', { name: 'Add Table' })).getByRole('button', { name: 'Cancel' }));
  fireEvent.click(within(await screen.findByRole('dialog', { name: 'Discard changes?' })).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(isShown('Add Table')).toBe(false));
});

test('says what is missing or wrong in a new table, then adds it', async () => {
  const add = vi.fn((_: { body: object }) => ({ ...done, message: 'Table added.', id: 9, tableId: 9 }));
  const { user } = show(<TablesScreen />, { server: [...server, answers(addTable, add)] });
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  for (const sentence of ['Please provide Title!', "Please provide Floor or use '-'", "Please provide Seating Capacity or '0'"]) {
    expect(screen.getByText(sentence)).toBeTruthy();
  }
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));

  await user.type(screen.getByLabelText('Title'), 'Window');
  await user.type(screen.getByLabelText('Floor'), '-');
  await user.type(screen.getByLabelText('Seating capacity'), '-1');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText("Please provide Valid Seating Capacity count or '0'")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Seating capacity')));
  expect(add).not.toHaveBeenCalled();

  await user.clear(screen.getByLabelText('Seating capacity'));
  await user.type(screen.getByLabelText('Seating capacity'), '0{Enter}');
  expect(await screen.findByText('Table added.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(add.mock.lastCall?.[0].body).toEqual({ title: 'Window', floor: '-', seatingCapacity: 0 });
});

test('adds several at once, one after the other; says which there is, and what is left when one is refused', async () => {
  let refused = 'T4';
  const sent: unknown[] = [];
  const add = answers(addTable, ({ body }) => {
    const message = 'This floor has such a table already!';
    if (body.title === refused) throw new AppError('conflict', message, { errors: [{ path: ['title'], message }] });
    sent.push(body);
    return { ...done, message: 'Table added.', id: 9, tableId: 9 };
  });
  const { user } = show(<TablesScreen />, { server: [...server, add] });
  await screen.findByText('Bar');
  await user.click(screen.getByRole('button', { name: 'New' }));
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const type = async (name: string, text: string) => {
    await user.clear(field(name));
    await user.type(field(name), text);
  };
  await type('Title', 'Table 9');
  await type('Floor', 'Ground');
  await type('Seating capacity', '4');
  await type('How many', '51{Enter}');
  expect(await screen.findByText('Please provide 1 to 50!')).toBeTruthy();
  await type('How many', '3');
  expect(screen.getByText('Adds Table 9 to Table 11.')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('This floor already has Table 10!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Title')));
  expect(sent).toEqual([]);

  // somebody else has added T4 meanwhile
  await type('Title', 'T3{Enter}');
  await waitFor(() => expect(screen.getAllByText('This floor has such a table already!')).toHaveLength(2));
  expect([field('Title').value, field('How many').value]).toEqual(['T4', '2']);
  refused = '';
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('2 tables added.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual(['T3', 'T4', 'T5'].map((title) => ({ title, floor: 'Ground', seatingCapacity: 4 })));
});

test('changes a table; a refusal stands at its field, and what was typed stays', async () => {
  let isTaken = true;
  const update = vi.fn((_: { params: object; body: object }) => {
    if (isTaken) {
      const message = 'This floor has such a table already!';
      throw new AppError('invalid_input', message, { errors: [{ path: ['title'], message }] });
    }
    return { ...done, message: 'Table updated.' };
  });
  const { user } = show(<TablesScreen />, { server: [...server, answers(updateTable, update)] });
  await user.click(await screen.findByRole('button', { name: 'Edit Table 2' }));
  const title = screen.getByLabelText<HTMLInputElement>('Title');
  await user.clear(title);
  await user.type(title, 'Table 10');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await within(screen.getByRole('dialog')).findByText('This floor has such a table already!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(title.value).toBe('Table 10');

  isTaken = false;
  await user.type(title, '1{Enter}');
  expect(await screen.findByText('Table updated.')).toBeTruthy();
  expect(update.mock.lastCall?.[0]).toMatchObject({
    params: { id: '2' },
    body: { title: 'Table 101', floor: 'Ground', seatingCapacity: 1 },
  });
});

test('deletes only after the question', async () => {
  const remove = vi.fn((_: { params: object }) => ({ ...done, message: 'Table deleted.' }));
  const { user } = show(<TablesScreen />, { server: [...server, answers(deleteTable, remove)] });
  await user.click(await screen.findByRole('button', { name: 'Delete Bar' }));
  expect(screen.getByText('Are you sure! This process is irreversible!')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Table deleted.')).toBeTruthy();
  expect(remove.mock.lastCall?.[0].params).toEqual({ id: '3' });
});

test('the question before a deletion says how many bookings name the table', async () => {
  const booked = tables.map((row) => (row.id === 3 ? { ...row, coming_reservations: 2 } : row));
  const { user } = show(<TablesScreen />, { server: [answers(listTables, () => booked), answers(getStoreSetting, () => store)] });
  await user.click(await screen.findByRole('button', { name: 'Delete Bar' }));
  expect(await screen.findByText('2 coming reservations still name it.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Delete Table 2' }));
  await screen.findByRole('dialog', { name: 'Delete table Table 2?' });
  expect(screen.queryByText(/still name/)).toBeNull();
});

test('after a deletion the focus is on the button of the next table, of the one before, at last on the heading', async () => {
  let left = tables.filter(({ floor }) => floor === 'Ground').concat(table(5, 'Table 30', 'Ground', 2));
  const { user } = show(<TablesScreen />, {
    server: [
      answers(listTables, () => left),
      answers(getStoreSetting, () => store),
      answers(deleteTable, ({ params }) => {
        left = left.filter(({ id }) => String(id) !== params.id);
        return { ...done, message: 'Table deleted.' };
      }),
    ],
  });
  const remove = async (title: string) => {
    await user.click(await screen.findByRole('button', { name: `Delete ${title}` }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: `Delete ${title}` })).toBeNull());
  };
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  await remove('Table 10');
  await waitFor(() => expect(focused()).toBe('Delete Table 30'));
  await remove('Table 30');
  await waitFor(() => expect(focused()).toBe('Delete Table 2'));
  await remove('Table 2');
  await waitFor(() => expect(focused()).toBe('Store Tables'));
  expect(document.activeElement?.tagName).toBe('H1');
});

test('gives a table a new link only after the warning', async () => {
  const reset = vi.fn((_: { params: object }) => ({ ...done, message: 'The table has a new link.', encrypted_id: 'public-9' }));
  const { user } = show(<TablesScreen />, { server: [...server, answers(resetTableLink, reset)] });
  await user.click(await screen.findByRole('button', { name: 'New link for Table 2' }));
  expect(screen.getByText(/The printed QR code of this table stops working at once/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(reset).not.toHaveBeenCalled();

  await user.click(screen.getByRole('button', { name: 'New link for Table 2' }));
  await screen.findByRole('dialog', { name: /^Reset the QR code of table .*2\?$/ });
  await user.click(await screen.findByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('The table has a new link.')).toBeTruthy();
  expect(reset.mock.lastCall?.[0].params).toEqual({ id: '2' });
});

test('downloads the QR code of a table, which leads to that table, under a harmless name', async () => {
  const links = catchDownloads();
  const { user } = show(<TablesScreen />, { server });
  await user.click(await screen.findByRole('button', { name: 'Download Table QR of Ecke & Fenster' }));
  await user.click(screen.getByRole('button', { name: 'Download Table QR of Table 2' }));
  await waitFor(() => expect(links.map(({ download }) => download)).toEqual(['ecke___fenster-qr.png', 'table_2-qr.png']));

  const codes = await Promise.all(links.map(readQrLink));
  expect(codes.map(({ text }) => text)).toEqual([linkOf('public-4'), linkOf('public-2')]);
});

test('no QR code without a QR menu', async () => {
  const links = catchDownloads();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = show(<TablesScreen />, {
    server: [answers(listTables, () => tables), answers(getStoreSetting, () => ({ ...store, isQRMenuEnabled: false }))],
  });
  await user.click(await screen.findByRole('button', { name: 'Download Table QR of Bar' }));
  expect(await screen.findByText('Please enable QR menu from store settings!')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Print QR Sheet' }));
  expect(links).toEqual([]);
  expect(print).not.toHaveBeenCalled();
});

test('prints a sheet with the code of every table, which leads to that table', async () => {
  const printed: Element[] = [];
  vi.stubGlobal('print', () => {
    const sheet = within(screen.getByRole('list', { name: 'Table QR codes' }));
    // a child of the body of its own, which the style sheet shows on paper alone
    expect(screen.getByRole('list', { name: 'Table QR codes' }).closest('body > *')?.className).toContain('paper');
    printed.push(...sheet.getAllByRole('img'));
  });
  const { user } = show(<TablesScreen />, { server });
  // what messages and dialogs leave behind, and others share
  const shared = document.createElement('div');
  shared.dataset['mantineSharedPortalNode'] = 'true';
  document.body.append(shared);
  await user.click(await screen.findByRole('button', { name: 'Print QR Sheet' }));
  await waitFor(() => expect(printed).toHaveLength(4));
  const codes = await Promise.all(printed.map(readQrDrawing));
  expect(printed.map((code, place) => [code.getAttribute('aria-label'), codes[place]!.text])).toEqual([
    ['QR code of Ecke & Fenster', linkOf('public-4')],
    ['QR code of Table 2', linkOf('public-2')],
    ['QR code of Table 10', linkOf('public-1')],
    ['QR code of Bar', linkOf('public-3')],
  ]);
  expect(shared.childElementCount).toBe(0);
  shared.remove();
});

test('empty and broken have their sentences', async () => {
  const { unmount } = show(<TablesScreen />, { server: [answers(listTables, () => [])] });
  expect(await screen.findByRole('button', { name: 'Add the first table' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Print QR Sheet' })).toBeNull();
  unmount();
  show(<TablesScreen />);
  expect(await screen.findByText('Error loading data, Try Later!')).toBeTruthy();
});
