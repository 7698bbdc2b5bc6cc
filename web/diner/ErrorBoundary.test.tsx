import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { pageOf } from './testing-menu.ts';

test('a page that cannot be shown offers the menu again, and to empty the cart', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.setItem('comanda_cart:code', '[]');
  const Broken = () => {
    throw new TypeError('lines.toSorted is not a function');
  };
  render(
    <ErrorBoundary page={pageOf({ tableId: 'T1' })}>
      <Broken />
    </ErrorBoundary>,
  );

  expect(screen.getByRole('link', { name: 'Load the menu again' }).getAttribute('href')).toBe('/m/code?table=T1');
  expect(localStorage.getItem('comanda_cart:code')).not.toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Empty your cart' }));
  expect(localStorage.getItem('comanda_cart:code')).toBeNull();
});
