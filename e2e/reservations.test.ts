import { expect, test } from 'vitest';
import { enterAs, expectAccessibleInTheDarkToo, openDevice } from './browser.ts';

const name = 'Zelda Keyboard';

test('a manager books a table for a new guest by keyboard, sees it everywhere, changes and deletes it', async () => {
  const page = await openDevice();
  await enterAs(page, 'manager@demo.example', 'comanda-demo');
  await page.goto('/dashboard/reservation');
  const keys = page.keyboard;

  // a new guest calls
  await page.getByRole('button', { name: 'New', exact: true }).press('Enter');
  const booking = page.getByRole('dialog', { name: 'New Reservation' });
  const customer = booking.getByLabel('Customer', { exact: true });
  await expect.poll(() => customer.evaluate((field) => field.matches(':focus'))).toBe(true);
  await expectAccessibleInTheDarkToo(page);
  await customer.focus();
  await keys.type(name);
  await booking.getByText('No result found!').waitFor();
  await keys.press('ArrowDown');
  await keys.press('Enter');
  const adding = page.getByRole('dialog', { name: 'Add Customer' });
  await expect.poll(() => adding.getByLabel('Name').inputValue()).toBe(name);
  await adding.getByLabel('Phone').focus();
  await keys.type('+1 555 0177');
  await keys.press('Enter');
  await adding.waitFor({ state: 'detached' });
  await expect.poll(() => customer.inputValue()).toBe(`\u2068${name}\u2069 · +1 555 0177`);

  // today, as late as can be, so that it lies ahead whenever this runs
  await booking.getByLabel('Hours').focus();
  await keys.type('2359');
  await booking.getByLabel('Table').focus();
  await keys.type('Table 7');
  await booking.getByLabel('People').focus();
  await keys.press('ControlOrMeta+a');
  await keys.type('5');
  await booking.getByRole('button', { name: 'Book', exact: true }).press('Enter');
  await booking.waitFor({ state: 'detached' });

  // on the list and by table and time
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.waitFor();
  for (const said of ['23:59', '5 people', 'Table 7', '+1 555 0177', 'Booked']) expect(await row.innerText()).toContain(said);
  await expectAccessibleInTheDarkToo(page);
  await page.getByRole('radio', { name: 'List' }).focus();
  await keys.press('ArrowRight');
  const day = page.getByRole('region', { name: 'Tables by time' });
  await day.getByRole('button', { name }).waitFor();
  await expectAccessibleInTheDarkToo(page);

  // a second party at that table gets a warning, not a refusal
  await day.getByRole('button', { name: 'Book Table 7' }).press('Enter');
  await booking.getByLabel('Hours').focus();
  await keys.type('2300');
  await booking.getByText(`Table 7 is also booked for ${name} (5) at 23:59`).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await booking.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter');

  // the guest pays; another screen has followed
  const dashboard = await page.context().newPage();
  await dashboard.goto('/dashboard/home');
  const shown = dashboard.getByRole('listitem').filter({ hasText: name });
  await shown.waitFor();
  expect(await shown.innerText()).toContain('Booked');
  await expectAccessibleInTheDarkToo(dashboard);
  await day.getByRole('button', { name }).press('Enter');
  const changing = page.getByRole('dialog', { name: 'Update Reservation' });
  await changing.waitFor();
  await expectAccessibleInTheDarkToo(page);
  await changing.getByLabel('Status').selectOption('paid');
  await changing.getByRole('button', { name: 'Save' }).press('Enter');
  await changing.waitFor({ state: 'detached' });
  await expect.poll(() => shown.innerText()).toContain('Paid');

  // found again, and deleted
  await page.getByRole('radio', { name: 'Day' }).focus();
  await keys.press('ArrowLeft');
  await page.getByLabel('Search reservations').focus();
  await keys.type('zelda');
  await keys.press('Enter');
  await row.getByRole('button', { name: /^Delete/ }).press('Enter');
  await page.getByText('Are you sure! This process is irreversible!').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByText('No result found!').waitFor();
  await expect.poll(() => shown.count()).toBe(0);

  // one who is late, comes, is given up by mistake, and did come
  const late = { customerId: '+1 555 0177', date: new Date(Date.now() - 20 * 60_000).toISOString(), peopleCount: 3 };
  const added = await page.request.post('/api/v1/reservations/add', { data: late });
  const { reservationId } = (await added.json()) as { reservationId: number };
  await row.getByText(/\d+ min late/).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await row.getByRole('button', { name: /^No-show/ }).press('Enter');
  await expect.poll(() => row.getByText(/late/).count()).toBe(0);
  await expectAccessibleInTheDarkToo(page);
  await row.getByRole('button', { name: /^Arrived/ }).press('Enter');
  await row.getByRole('button', { name: /^Arrived \d\d:\d\d/ }).waitFor();
  expect(await row.getByRole('button', { name: /^No-show/ }).count()).toBe(0);
  await expectAccessibleInTheDarkToo(page);
  await page.request.delete(`/api/v1/reservations/delete/${reservationId}`);
}, 180_000);

test('on a day of twenty hours what a booking says stands beside each other, not one upon the other', async () => {
  const page = await openDevice();
  await enterAs(page, 'manager@demo.example', 'comanda-demo');
  const post = async <T>(path: string, data: object) => (await (await page.request.post(`/api/v1${path}`, { data })).json()) as T;
  const guest = { phone: '+1 555 0178', name: 'Anna Margarethe' };
  await post('/customers/add', guest);
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const { storeTables } = (await (await page.request.get('/api/v1/reservations/init')).json()) as { storeTables: { id: number }[] };
  const booked: number[] = [];
  for (const time of ['06:00', '23:59']) {
    const data = { customerId: guest.phone, date: `${day}T${time}`, tableId: storeTables[0]!.id, peopleCount: 12 };
    booked.push((await post<{ reservationId: number }>('/reservations/add', data)).reservationId);
  }
  await page.goto(`/dashboard/reservation?day=${day}`);
  await page.getByText('Day', { exact: true }).click();
  const blocks = page.getByRole('region', { name: 'Tables by time' }).getByRole('button', { name: new RegExp(guest.name) });
  await expect.poll(() => blocks.count()).toBe(2);
  for (const block of await blocks.all()) {
    const overlaps = await block.evaluate((button) => {
      interface Part {
        textContent: string;
        getBoundingClientRect: () => { left: number; right: number; top: number; bottom: number; width: number };
      }
      const parts = [...button.querySelectorAll('svg, span:not(.sr-only):not(:has(*))')] as unknown as Part[];
      const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 1);
      return boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter((other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom),
      ).length;
    });
    expect(overlaps).toBe(0);
  }
  for (const id of booked) await page.request.delete(`/api/v1/reservations/delete/${id}`);
});
