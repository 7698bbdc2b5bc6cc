import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createElement, useEffect, useState } from 'react';
import { housePrinter } from './chosen-printer.ts';
import { newIdempotencyKey as randomId } from './idempotency-keys.ts';
import { readStored, removeStored, tenantKey, watchStored, writeStored } from './storage.ts';
import { notify } from './toast.ts';
import type { Kind, Printouts, PrintedReceipt, PrintedToken } from './printouts.ts';

/** A window that waits for its data. */
export interface PrintWindow {
  hand: <K extends Kind>(kind: K, data: Printouts[K]) => boolean;
  /** Closes it: there will be nothing to print. */
  cancel: () => void;
}

const PREFIX = 'comanda_print:';
/** Of a window that was closed before it took its data. */
const LEFT_BEHIND_MS = 60_000;
const WAIT_MS = 60_000;
const BLOCKED = 'print-blocked';
const PRINTED = 'comanda_printed';
const FEATURES = 'popup,width=400,height=400';

const sweep = (): void => {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX) && Date.now() - readStored<{ at?: number }>(key, {}).at! > LEFT_BEHIND_MS) removeStored(key);
  }
};

const NOT_AT_HOUSE = 'This cannot be printed on the printer of the house now.';

const tellBlocked = (print?: () => void, sentence = 'The browser blocked the print window. Please allow pop-ups for this page!'): void => {
  notifications.hide(BLOCKED);
  notifications.show({
    id: BLOCKED,
    color: 'yellow',
    role: 'alert',
    autoClose: print ? 20_000 : 6000,
    message: createElement(
      Group,
      { justify: 'space-between', gap: 'xs' },
      createElement(Text<'p'>, { size: 'sm' }, sentence),
      print &&
        createElement(
          Button<'button'>,
          {
            variant: 'default',
            onClick: () => {
              notifications.hide(BLOCKED);
              print();
            },
          },
          'Print now',
        ),
    ),
  });
};

let last: Window | undefined;

/**
 * Opens a print window that waits for its data. Call it in the click itself, before anything is awaited: browsers block it later.
 * Undefined when it was blocked, which a toast says; hand it to printReceipt or printToken all the same, they offer another way.
 */
export const openPrintWindow = (kind: Kind = 'receipt'): PrintWindow | undefined =>
  housePrinter() === null ? openBrowserWindow(kind) : atHouse;

/** No window: the printer of the house prints. What it cannot, a click on a toast prints in a window. */
const atHouse: PrintWindow = {
  hand: (kind, data) => {
    const byBrowser = (why: string) => tellBlocked(() => openBrowserWindow(kind)?.hand(kind, data), why);
    void import('./house-printer.ts')
      .then(({ printAtHouse }) => printAtHouse(data))
      .catch(() => false)
      .then((queued) => queued === true || byBrowser(queued || NOT_AT_HOUSE));
    return true;
  },
  cancel: () => {},
};

const openBrowserWindow = (kind: Kind): PrintWindow | undefined => {
  const id = randomId();
  // One finished print is enough to lie about; a window still in its print dialog must not be touched.
  if (last && !last.closed && last.name === PRINTED) last.close();
  const popup = window.open(`/print-${kind}#${id}`, '_blank', FEATURES);
  if (!popup || popup.closed) {
    tellBlocked();
    return undefined;
  }
  last = popup;
  return {
    hand: (handed, data) => {
      // Closed by the person meanwhile: nobody would take the data.
      if (popup.closed) return false;
      sweep();
      if (!writeStored(PREFIX + id, { kind: handed, data, at: Date.now() })) {
        popup.close();
        notify.error('This browser keeps no data, so nothing can be printed. Please allow it for this page!');
        return false;
      }
      if (handed !== kind) popup.location.replace(`/print-${handed}#${id}`);
      return true;
    },
    cancel: () => popup.close(),
  };
};

const PRINTED_INVOICES = 'printed';
/** More than anybody asks for again. */
const REMEMBERED = 500;
const printedInvoices = (): number[] => readStored<number[]>(tenantKey(PRINTED_INVOICES), []);

/** Whether the receipt of an invoice was printed from this browser before: the next one is a copy. */
export const wasPrinted = (invoiceId: number): boolean => printedInvoices().includes(invoiceId);

const print = <K extends Kind>(kind: K, target: PrintWindow | undefined, data: Printouts[K], onHanded = () => {}): boolean => {
  const handTo = (window: PrintWindow | undefined): boolean => {
    const isHanded = window?.hand(kind, data) === true;
    if (isHanded) onHanded();
    return isHanded;
  };
  // A click in the toast may open a window again.
  if (!target) tellBlocked(() => handTo(openPrintWindow(kind)));
  return handTo(target);
};

/** Prints a receipt in a window of `openPrintWindow`; without one a toast offers to try again. False when no window has it. */
export const printReceipt = (target: PrintWindow | undefined, data: PrintedReceipt): boolean => {
  const { invoiceId, isCopy } = data;
  if (invoiceId === undefined) return print('receipt', target, data);
  // who does not say whether it is one prints what was just sold, once more perhaps
  const receipt = isCopy === undefined && wasPrinted(invoiceId) ? { ...data, isCopy: true } : data;
  return print('receipt', target, receipt, () => {
    if (!wasPrinted(invoiceId)) writeStored(tenantKey(PRINTED_INVOICES), [invoiceId, ...printedInvoices()].slice(0, REMEMBERED));
  });
};

/** Prints a token in a window of `openPrintWindow`; without one a toast offers to try again. */
export const printToken = (target: PrintWindow | undefined, data: PrintedToken): boolean => print('token', target, data);

interface Handed {
  id: string;
  kind: Kind;
  data: unknown;
}

const take = <K extends Kind>(kind: K, id: string): Printouts[K] | undefined => {
  const found = readStored<{ kind?: Kind; data?: unknown }>(PREFIX + id, {});
  if (found.kind === kind && found.data) {
    // Kept by this window alone from here on: a reload shows it again, nobody else does.
    sessionStorage.setItem(PREFIX, JSON.stringify({ id, kind, data: found.data } satisfies Handed));
    removeStored(PREFIX + id);
  }
  const kept = JSON.parse(sessionStorage.getItem(PREFIX) ?? 'null') as Handed | null;
  return kept?.id === id && kept.kind === kind ? (kept.data as Printouts[K]) : undefined;
};

/** What this window was opened to print: 'waiting' until it comes, undefined when there is nothing. */
export const usePrintout = <K extends Kind>(kind: K): Printouts[K] | 'waiting' | undefined => {
  const [id] = useState(() => window.location.hash.slice(1));
  const [printout, setPrintout] = useState<Printouts[K] | 'waiting' | undefined>(() => (id ? (take(kind, id) ?? 'waiting') : undefined));
  const isWaiting = printout === 'waiting';
  useEffect(() => {
    if (!isWaiting) return;
    const look = () => setPrintout((known) => (known === 'waiting' ? (take(kind, id) ?? known) : known));
    look();
    const stop = watchStored(look);
    const giveUp = setTimeout(() => setPrintout(undefined), WAIT_MS);
    return () => {
      stop();
      clearTimeout(giveUp);
    };
  }, [kind, id, isWaiting]);
  return printout;
};

const PRINT_DELAY_MS = 400; // part-2 §9
const FONTS_MS = 1500;

/** Prints this window once, 400 ms after `isReady` and not before its fonts. */
export const usePrinting = (isReady: boolean): void => {
  useEffect(() => {
    if (!isReady) return;
    let isOver = false;
    const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const fonts = Promise.race([document.fonts?.ready, after(FONTS_MS)]);
    void Promise.all([after(PRINT_DELAY_MS), fonts]).then(() => {
      if (isOver) return;
      window.print();
      window.name = PRINTED;
    });
    return () => {
      isOver = true;
    };
  }, [isReady]);
};
