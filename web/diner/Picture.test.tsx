import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Picture } from './Picture.tsx';

const dish = { id: 7, title: 'Crème', image: '/media/3/soup.webp' };
const shown = () => document.querySelector('.picture')!;

test('a photo that does not come gives way to the plate; another one is tried', () => {
  const { rerender } = render(<Picture item={dish} />);
  fireEvent.error(shown());
  expect([shown().tagName, shown().textContent]).toEqual(['SPAN', 'C']);

  rerender(<Picture item={{ ...dish, image: '/media/3/other.webp' }} />);
  expect(shown().getAttribute('src')).toBe('/media/3/small/other.webp');
});

test('one that failed before a script ran gives way, too; one that is still coming does not', () => {
  const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get');
  complete.mockReturnValue(false);
  const { unmount } = render(<Picture item={dish} />);
  expect(shown().tagName).toBe('IMG');
  unmount();

  complete.mockReturnValue(true);
  render(<Picture item={dish} />);
  expect(shown().tagName).toBe('SPAN');
  complete.mockRestore();
});
