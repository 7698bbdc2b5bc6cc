import { cleanNotifications, Notifications } from '@mantine/notifications';
import { act, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { addPrintJob } from '#contract/print-jobs.ts';
import { openPrintWindow, printReceipt, printToken, usePrinting, usePrintout } from './printing.ts';
import { type PrintedReceipt, receiptOf } from './printouts.ts';
import { tenantKey } from './storage.ts';
import { answers, show } from './testing.tsx';

const receipt: PrintedReceipt = {
  store: { store_name: 'Trattoria', address: null, phone: null, email: null, currency: 'EUR', timezone: 'Europe/Lisbon' },
  print: {
    page_format: '80',
    header: null,
    footer: null,
    show_notes: 1,
    show_store_details: 1,
    show_customer_details: 1,
    print_token: 1,
  },
  date: '2026-11-21T18:30:00.000Z',
  tokens: [7],
  deliveryType: 'dinein',
  customerType: 'WALKIN',
  customerName: null,
  tableTitle: null,
  lines: [],
  subTotal: 1,
  taxTotal: 0,
  total: 1,
  paymentType: 'Cash',
};

const popups: {
  url: string;
  features: string;
  closed: boolean;
  close: () => void;
  name: string;
  location: { replace: (to: string) => void };
}[] = [];
let isBlocked = false;

beforeEach(() => {
  isBlocked = false;
  popups.length = 0;
  sessionStorage.clear();
  window.location.hash = '';
  vi.spyOn(window, 'open').mockImplementation((url, _, features) => {
    if (isBlocked) return null;
    const popup = {
      url: String(url),
      features: String(features),
      closed: false,
      name: '',
      close: () => {
        popup.closed = true;
      },
      location: { replace: vi.fn() },
    };
    popups.push(popup);
    return popup as unknown as Window;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  cleanNotifications();
});

const Window = () => {
  const printout = usePrintout('receipt');
  usePrinting(typeof printout === 'object');
  return createElement('p', null, typeof printout === 'object' ? `tokens ${printout.tokens.join()}` : (printout ?? 'nothing'));
};
/** Stands in the print window instead of beside it. */
const standIn = () => {
  window.location.hash = popups[0]!.url.split('#')[1]!;
};
const openedUrl = () => new URL(popups[0]!.url, 'http://shop.test');

test('a receipt is numbered by the business day of its oldest order, whenever it is paid', () => {
  const heading = {
    delivery_type: 'dinein',
    customer_type: 'WALKIN',
    customer_id: null,
    customer_name: null,
    table_id: null,
    table_title: null,
    floor: null,
    status: 'created' as const,
    payment_status: 'pending' as const,
    items: [],
  };
  const orders = [
    { ...heading, id: 1, token_no: 57, date: '2026-11-22T03:59:00.000Z' },
    { ...heading, id: 2, token_no: 1, date: '2026-11-22T04:01:00.000Z' },
  ];
  const settings = { store: { ...receipt.store, day_start: '04:00' }, print: receipt.print };
  const paid = { paymentType: 'Cash', date: '2026-11-22T05:00:00.000Z' };

  expect(receiptOf({ orders, subtotal: 1, taxTotal: 0, total: 1 }, settings, paid)).toMatchObject({
    tokens: [57, 1],
    businessDay: '2026-11-21',
    date: '2026-11-22T05:00:00.000Z',
  });
});

test('opens a window of 400 × 400 that knows nothing but a random id', () => {
  openPrintWindow();

  expect(openedUrl().pathname).toBe('/print-receipt');
  expect(openedUrl().search).toBe('');
  expect(openedUrl().hash).toMatch(/^#[\w-]{32,}$/);
  expect(popups[0]!.features).toMatch(/width=400,height=400/);
});

test('hands a receipt over that was made before the window had loaded, and leaves nothing behind', () => {
  printReceipt(openPrintWindow(), receipt);
  expect(Object.keys(localStorage).some((key) => key.startsWith('comanda_print:'))).toBe(true);
  standIn();

  show(createElement(Window));

  expect(screen.getByText('tokens 7')).toBeTruthy();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('comanda_print:'))).toEqual([]);
});

test('a window that was quicker waits for its receipt', () => {
  const target = openPrintWindow();
  standIn();
  show(createElement(Window));
  expect(screen.getByText('waiting')).toBeTruthy();

  act(() => void printReceipt(target, receipt));

  expect(screen.getByText('tokens 7')).toBeTruthy();
});

test('a reload still shows the receipt', () => {
  printReceipt(openPrintWindow(), receipt);
  standIn();
  show(createElement(Window)).unmount();

  show(createElement(Window));

  expect(screen.getByText('tokens 7')).toBeTruthy();
});

test("a window does not show another window's receipt", () => {
  printReceipt(openPrintWindow(), receipt);
  standIn();
  show(createElement(Window)).unmount();
  window.location.hash = 'another';

  show(createElement(Window));

  expect(screen.getByText('waiting')).toBeTruthy();
});

test('a window without an id has nothing to print', () => {
  show(createElement(Window));

  expect(screen.getByText('nothing')).toBeTruthy();
});

test('prints once, 400 ms after it has loaded', async () => {
  vi.useFakeTimers();
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  printReceipt(openPrintWindow(), receipt);
  standIn();
  show(createElement(Window));

  await act(() => vi.advanceTimersByTimeAsync(399));
  expect(print).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(print).toHaveBeenCalledOnce();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(print).toHaveBeenCalledOnce();
});

test('a token goes to its own page, and a cancelled window closes', () => {
  const target = openPrintWindow();
  printToken(target, { tokenNo: 3, date: receipt.date });
  expect(popups[0]!.location.replace).toHaveBeenCalledWith(expect.stringMatching(/^\/print-token#/));

  openPrintWindow('token')?.cancel();
  expect(popups[1]!.url).toMatch(/^\/print-token#/);
  expect(popups[1]!.closed).toBe(true);
});

test('a blocked window is told, and can be opened by another click', async () => {
  const { user } = show(createElement(Notifications));
  isBlocked = true;

  act(() => void printReceipt(openPrintWindow(), receipt));
  const again = await screen.findAllByRole('button', { name: 'Print now' });
  expect(screen.getAllByText(/blocked the print window/).length).toBeGreaterThan(0);

  isBlocked = false;
  await user.click(again[0]!);
  standIn();
  show(createElement(Window));
  expect(screen.getByText('tokens 7')).toBeTruthy();
});

test('with a printer of the house no window opens: the server prints what it knows of', async () => {
  const open = vi.spyOn(window, 'open');
  localStorage.setItem(tenantKey('house_printer'), '7');
  const sent: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String((init as RequestInit).body)));
    return Response.json({ success: true, message: 'Sent to the printer.', jobId: 1, jobIds: [1] });
  });

  expect(printToken(openPrintWindow('token'), { tokenNo: 3, orderId: 9, date: '2026-11-21T18:45:00.000Z' })).toBe(true);
  await vi.waitFor(() => expect(sent).toEqual([{ kind: 'token', id: 9, printerId: 7 }]));
  expect(open).not.toHaveBeenCalled();
});

test('what the browser printed first is a copy in its next window and at the printer of the house', async () => {
  const handed = () => JSON.parse(localStorage.getItem(`comanda_print:${popups.at(-1)!.url.split('#')[1]}`)!).data as PrintedReceipt;
  // no paper came out of a window that was blocked
  isBlocked = true;
  printReceipt(openPrintWindow(), { ...receipt, invoiceId: 5 });
  isBlocked = false;
  printReceipt(openPrintWindow(), { ...receipt, invoiceId: 5 });
  expect(handed().isCopy).not.toBe(true);
  printReceipt(openPrintWindow(), { ...receipt, invoiceId: 5 });
  expect(handed().isCopy).toBe(true);
  // whoever says that it is none is believed
  printReceipt(openPrintWindow(), { ...receipt, invoiceId: 5, isCopy: false });
  expect(handed().isCopy).toBe(false);

  localStorage.setItem(tenantKey('house_printer'), '7');
  const sent: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String((init as RequestInit).body)));
    return Response.json({ success: true, message: 'Sent to the printer.', jobId: 1, jobIds: [1] });
  });
  printReceipt(openPrintWindow(), { ...receipt, invoiceId: 5 });
  await vi.waitFor(() => expect(sent).toEqual([{ kind: 'receipt', id: 5, printerId: 7, isCopy: true }]));
});

test('the printer of the house prints the token of an order that is sent to the kitchen unpaid', async () => {
  localStorage.setItem(tenantKey('house_printer'), '7');
  const sent: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String((init as RequestInit).body)));
    return Response.json({ success: true, message: 'Sent to the printer.', jobId: 1, jobIds: [1] });
  });
  expect(printReceipt(openPrintWindow(), { ...receipt, orderId: 9 })).toBe(true);
  await vi.waitFor(() => expect(sent).toEqual([{ kind: 'token', id: 9, printerId: 7 }]));
});

test('a lost answer is asked for again by the same key, before a window is offered', async () => {
  localStorage.setItem(tenantKey('house_printer'), '7');
  const keys: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    keys.push(new Headers((init as RequestInit).headers).get('idempotency-key'));
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    return Response.json({ success: true, message: 'Sent to the printer.', jobId: 1, jobIds: [1] });
  });
  printReceipt(openPrintWindow(), { ...receipt, invoiceId: 5 });
  await vi.waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).toBe(keys[0]);
});

test('what the server says against printing is told, and a click prints in a window', async () => {
  localStorage.setItem(tenantKey('house_printer'), '7');
  const message = 'Too much waits to be printed already! Please look at Print Jobs!';
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: false, code: 'conflict', message }, { status: 409 }),
  );
  const refuse = answers(addPrintJob, () => {
    throw new AppError('conflict', message);
  });
  const { user } = show(createElement(Notifications), { server: [refuse] });
  act(() => void printReceipt(openPrintWindow(), { ...receipt, invoiceId: 5 }));
  await screen.findAllByText(message);
  expect(popups).toHaveLength(0);
  await user.click(screen.getAllByRole('button', { name: 'Print now' })[0]!);
  expect(popups).toHaveLength(1);
});

test('the printer of the house prints a share of a bill, too', async () => {
  localStorage.setItem(tenantKey('house_printer'), '7');
  const sent: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(JSON.parse(String((init as RequestInit).body)));
    return Response.json({ success: true, message: 'Sent to the printer.', jobId: 1, jobIds: [1] });
  });
  const share = { number: 2, of: 4, amount: 4.95, paymentId: 3 };
  expect(printReceipt(openPrintWindow(), { ...receipt, checkId: 5, share })).toBe(true);
  await vi.waitFor(() => expect(sent).toEqual([{ kind: 'bill', id: 5, printerId: 7, share }]));
});
