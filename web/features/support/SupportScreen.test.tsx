import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { SUPPORT_ADDRESS } from '#web/platform/page-facts.ts';
import { SupportScreen } from './SupportScreen.tsx';

const waiter = { role: 'user' as const, scopes: [] };

test('names the address and the promise, and leads to the mail app and to web mail', () => {
  show(<SupportScreen />, { as: waiter });
  expect(screen.getByRole('heading', { name: 'Contact Support' })).toBeTruthy();
  expect(screen.getByText(SUPPORT_ADDRESS)).toBeTruthy();
  expect(screen.getByText(/within 24 hours/)).toBeTruthy();
  const subject = 'Help%20with%20Comanda%2C%20restaurant%201';
  expect(screen.getByRole('link', { name: 'Open in mail app' }).getAttribute('href')).toBe(`mailto:${SUPPORT_ADDRESS}?subject=${subject}`);
  const web = new URL(screen.getByRole('link', { name: 'Open in Gmail' }).getAttribute('href') ?? '');
  expect(web.searchParams.get('to')).toBe(SUPPORT_ADDRESS);
});

test('copies the address', async () => {
  const { user } = show(<SupportScreen />, { as: waiter });
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Address copied.')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(SUPPORT_ADDRESS);
});

test('copies without the clipboard of https, and says when it cannot', async () => {
  const { user } = show(<SupportScreen />, { as: waiter });
  const copied = vi.fn(() => true);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  Object.defineProperty(document, 'execCommand', { configurable: true, value: copied });
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Address copied.')).toBeTruthy();
  expect(getSelection()?.toString()).toBe(SUPPORT_ADDRESS);

  copied.mockReturnValue(false);
  await user.click(screen.getByRole('button', { name: 'Copied' }));
  expect(await screen.findByText('Please copy the address by hand!')).toBeTruthy();
});
