import type { Page } from 'playwright-core';

interface Looked {
  ran: boolean;
  elements: number;
  links: number;
  isShown: boolean;
}

/** Watches all that a page and its windows do. */
export const watch = (page: Page) => {
  const faults: string[] = [];
  const listen = (one: Page) => {
    one.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    one.on('pageerror', ({ message }) => faults.push(message));
    one.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
    });
  };
  listen(page);
  page.context().on('page', listen);
  return faults;
};

/** What has become of the texts on this page, and whether it shows all these words of them. */
export const look = (page: Page, words: readonly string[] = ['onerror']) =>
  page.evaluate((wanted): Looked => {
    const { document, top } = globalThis as unknown as {
      top: { ran?: number };
      document: {
        body: { innerText: string };
        querySelectorAll: (selector: string) => Iterable<{ value?: string }> & { length: number };
      };
    };
    const inFields = [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join(' ');
    return {
      ran: top.ran !== undefined,
      elements: document.querySelectorAll('[onerror], [onload], img[src*="127.0.0.1"], iframe[srcdoc]').length,
      links: document.querySelectorAll('a[href^="javascript:" i], form[action^="javascript:" i]').length,
      isShown: wanted.every((word) => `${document.body.innerText} ${inFields}`.toLowerCase().includes(word)),
    };
  }, words);
