import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { MenuGrid } from './MenuGrid.tsx';
import { item, layOutGrid } from './testing-till.tsx';

beforeEach(layOutGrid);

const Menu = () => {
  const [isSoldOut, setSoldOut] = useState(false);
  const [lookedFor, setLookedFor] = useState('');
  return (
    <>
      <button type="button" onClick={() => setSoldOut(true)}>
        sold out
      </button>
      <button type="button" onClick={() => setLookedFor('steak')}>
        search
      </button>
      <MenuGrid
        items={[item(1, 'Ribeye Steak', 20, { sold_out: isSoldOut })]}
        lookedFor={lookedFor}
        currency="USD"
        onAdd={() => {}}
        onSoldOut={undefined}
      />
    </>
  );
};

test('what is sold out meanwhile leaves the menu where it is; another search begins at the top', async () => {
  const scrolls = vi.fn<(to?: ScrollToOptions) => void>();
  Element.prototype.scrollTo = scrolls as typeof Element.prototype.scrollTo;
  /** Without those of the virtual list, which says how as well. */
  const toTop = () => scrolls.mock.calls.filter(([to]) => to && Object.keys(to).join() === 'top').length;
  const { user } = show(<Menu />);
  const atFirst = toTop();
  await user.click(screen.getByText('sold out'));
  expect(screen.getByText('Sold out')).toBeTruthy();
  expect(toTop()).toBe(atFirst);
  await user.click(screen.getByText('search'));
  expect(toTop()).toBe(atFirst + 1);
});
