import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { createOrder, createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { addPrintJob } from '#contract/print-jobs.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { PosScreen } from './PosScreen.tsx';
import { tenantKey } from '#web/platform/storage.ts';
import { layOutGrid, item, menu, waiter, sent, quiet, open, card, lines, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

test('with printing on, the receipt window opens in the click and gets the receipt; a failed sale closes it', async () => {
  const popup = { closed: false, close: vi.fn(), location: { replace: vi.fn() } };
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  let isAway = true;
  const wine = item(4, 'Wine', 6, { tax_id: 2, tax_title: 'Duty', tax_rate: 20, tax_type: 'inclusive' });
  const printing = { ...menu.printSettings, is_enable_print: 1 as const };
  const { user } = await open(
    answers(initPos, () => ({ ...menu, menuItems: [...menu.menuItems, wine], printSettings: printing })),
    answers(createOrderAndInvoice, () => {
      if (isAway) throw new AppError('unavailable', 'Try later!');
      return sent;
    }),
  );
  await user.click(card('Fish Soup'));
  await user.click(card('Wine'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));

  await user.click(pay.getByRole('button', { name: /^Confirm/ }));
  await waitFor(() => expect(popup.close).toHaveBeenCalledTimes(1));
  isAway = false;
  await user.click(pay.getByRole('button', { name: /^Confirm/ }));
  await waitFor(() => expect(lines()).toEqual([]));

  const key = `comanda_print:${String(openWindow.mock.calls[1]?.[0]).split('#')[1]}`;
  const { data } = JSON.parse(localStorage.getItem(key) ?? '{}') as { data: unknown };
  expect(data).toMatchObject({
    tokens: [17],
    invoiceId: 9,
    total: 12.05,
    paymentType: 'Cash',
    lines: [
      { title: 'Fish Soup', quantity: 1, price: 5.5 },
      { title: 'Wine', total: 6 },
    ],
    taxes: [
      { title: 'VAT', type: 'exclusive', net: 5.5, tax: 0.55 },
      { title: 'Duty', type: 'inclusive', net: 5, tax: 1 },
    ],
  });
  // the sum is still what the hands need
  expect((await dialog('Order sent')).textContent).toContain('Cash$12.05');
});

test('with printing on, of a round at a table a line is enough: its paper comes', async () => {
  vi.spyOn(window, 'open').mockReturnValue({ closed: false, close: vi.fn(), location: { replace: vi.fn() } } as unknown as Window);
  const printSettings = { ...menu.printSettings, is_enable_print: 1 as const };
  const { user } = await open(
    answers(initPos, () => ({ ...menu, printSettings })),
    answers(createOrder, () => sent),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Send to T1' }));
  await screen.findByText('Token 17 → T1');
  expect(screen.queryByRole('dialog', { name: 'Order sent' })).toBeNull();
});

test('with a printer of the house what is sent unpaid has its token there, and no alert', async () => {
  const printed: unknown[] = [];
  const { user } = await open(
    answers(initPos, () => ({ ...menu, printSettings: { ...menu.printSettings, is_enable_print: 1 as const } })),
    answers(createOrder, () => sent),
    answers(addPrintJob, ({ body }) => {
      printed.push(body);
      return { success: true as const, message: 'Sent to the printer.', jobId: 1, jobIds: [1] };
    }),
  );
  localStorage.setItem(tenantKey('house_printer'), '7');
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(printed).toEqual([{ kind: 'token', id: sent.orderId, printerId: 7 }]));
  expect(screen.queryByText(/cannot be printed/)).toBeNull();
});

test.each([
  ['the server’s clock, not by the till’s', undefined],
  ['the first time that it was sent', '2020-02-01T22:00:00.000Z'],
])('a receipt is dated by %s, and numbered by the store’s business day', async (_, placed) => {
  vi.spyOn(window, 'open').mockReturnValue({ closed: false, close: vi.fn() } as unknown as Window);
  const date = '2020-02-02T01:00:00.000Z';
  let clock = () => Date.parse(date);
  const { user } = show(<PosScreen />, {
    as: waiter,
    server: [
      ...quiet,
      answers(initPos, () => ({
        ...menu,
        printSettings: { ...menu.printSettings, is_enable_print: 1 as const },
        storeSettings: { ...menu.storeSettings, day_start: '04:00' },
      })),
      answers(createOrder, () => ({ ...sent, ...(placed && { date: placed }) })),
    ],
    clock: () => clock(),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Fish Soup' }));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(lines()).toEqual([]));

  const handed = Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  const receipt = (JSON.parse(handed) as { data: { date: string; businessDay: string } }).data;
  expect(receipt.businessDay).toBe('2020-02-01');
  expect(Math.abs(Date.parse(receipt.date) - Date.parse(placed ?? date))).toBeLessThan(60_000);
  clock = Date.now;
  await user.click(button('QR Menu Orders'));
  await waitFor(() => expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1000));
});

test('a receipt without a payment type says Paid, as every other receipt does', async () => {
  vi.spyOn(window, 'open').mockReturnValue({ closed: false, close: vi.fn() } as unknown as Window);
  const { user } = await open(
    answers(initPos, () => ({ ...menu, paymentTypes: [], printSettings: { ...menu.printSettings, is_enable_print: 1 as const } })),
    answers(createOrderAndInvoice, () => sent),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  await waitFor(() => expect(lines()).toEqual([]));

  const handed = Object.entries(localStorage).find(([key]) => key.startsWith('comanda_print:'))?.[1] as string;
  expect(JSON.parse(handed)).toMatchObject({ data: { paymentType: 'Paid' } });
});

test('a receipt window that the browser blocks leaves the token on the screen', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await open(
    answers(initPos, () => ({ ...menu, printSettings: { ...menu.printSettings, is_enable_print: 1 as const } })),
    answers(createOrder, () => sent),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));

  expect((await dialog('Order sent')).textContent).toContain('Token17');
});

test('a receipt window that was closed before the answer leaves the token and the receipt on the screen', async () => {
  const popup = { closed: false, close: () => {}, name: '', location: { replace: () => {} } };
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  const printing = { ...menu, printSettings: { ...menu.printSettings, is_enable_print: 1 as const } };
  const sending = answers(createOrder, () => {
    popup.closed = true;
    return sent;
  });
  const { user } = await open(
    sending,
    answers(initPos, () => printing),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));

  const token = within(await dialog('Order sent'));
  expect(token.getByText('17')).toBeDefined();
  expect(token.getByRole('button', { name: 'Print Receipt' })).toBeDefined();
  openWindow.mockRestore();
});
