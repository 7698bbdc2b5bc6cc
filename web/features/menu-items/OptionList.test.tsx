import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deleteVariant } from '#contract/menu-items.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { OptionList } from './OptionList.tsx';

const tries = vi.hoisted(() => ({ count: 0 }));
vi.mock('./VariantList.tsx', () => ({
  get VariantList() {
    tries.count++;
    throw new TypeError('Failed to fetch dynamically imported module: /assets/VariantList.js');
  },
}));

test('variants whose order cannot be changed, for its code did not come, can be edited and deleted', async () => {
  const options = [
    { id: 11, item_id: 4, title: 'Large', price: 9 },
    { id: 12, item_id: 4, title: 'Small', price: 6 },
  ];
  show(<OptionList kind="variant" itemId={4} options={options} currency="USD" />, {
    server: [answers(deleteVariant, () => ({ success: true as const, message: 'Done.' }))],
  });
  // the second is that of what stands there instead
  await waitFor(() => expect(tries.count).toBeGreaterThan(1));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Large$9.00', 'Small$6.00']);
  for (const name of ['Edit Large', 'Delete Large', 'Edit Small', 'Delete Small'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
});
