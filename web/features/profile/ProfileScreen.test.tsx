import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { ProfileScreen } from './ProfileScreen.tsx';

test('says who one is and what one may do', () => {
  show(<ProfileScreen />, { as: { role: 'user', scopes: ['ORDER_STATUS', 'ORDER_STATUS_DISPLAY', 'VIEW_CUSTOMERS'] } });
  for (const text of ['Ada', 'ada@example.com', 'Staff', 'Not given']) expect(screen.getByText(text)).toBeTruthy();
  const may = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(may.map((line) => line.textContent)).toEqual(['Change the status of ordered items', 'See customers']);
  expect(screen.getByText('Order status display')).toBeTruthy();
});

test.each([
  [{ role: 'admin' as const, scopes: [] }, ['Owner', 'Everything']],
  [{ role: 'user' as const, scopes: [] }, ['Staff', 'Nothing yet. Ask your manager for access.']],
])('%j', (as, texts) => {
  show(<ProfileScreen />, { as });
  for (const text of texts) expect(screen.getByText(text)).toBeTruthy();
});
