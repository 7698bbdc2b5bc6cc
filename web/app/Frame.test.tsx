import { IconHome } from '@tabler/icons-react';
import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { Frame } from './Frame.tsx';

const places = ['Orders', 'Kitchen'].map((title) => ({ title, path: `/${title.toLowerCase()}`, icon: IconHome }));

/** A phone, until it is turned. */
const onPhone = () => {
  const media = new EventTarget();
  let isPhone = true;
  const before = window.matchMedia;
  const match = vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...before(query),
    matches: isPhone && query === '(max-width: 47.99em)',
    addEventListener: media.addEventListener.bind(media),
    removeEventListener: media.removeEventListener.bind(media),
  }));
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  onTestFinished(() => {
    match.mockRestore();
    scroll.mockRestore();
  });
  const { user } = show(
    <Routes>
      <Route element={<Frame home="/home" sections={[{ places }]} collapsedKey="collapsed" isCollapsedAtFirst={false} tools={undefined} />}>
        <Route path="*" element={<button type="button">Pay</button>} />
      </Route>
    </Routes>,
    { as: { role: 'admin', scopes: [] }, path: '/orders' },
  );
  // jsdom's style sheets have a window of 1024 px, in which the button is hidden
  screen.getByLabelText('Open navigation').classList.remove('mantine-hidden-from-sm');
  const turn = (to: 'portrait' | 'landscape') =>
    act(() => {
      isPhone = to === 'portrait';
      media.dispatchEvent(Object.assign(new Event('change'), { matches: isPhone }));
    });
  return { user, turn, open: () => user.click(screen.getByLabelText('Open navigation')) };
};

const isOpen = () => screen.queryByLabelText('Close navigation') !== null;
const focused = () => document.activeElement?.getAttribute('aria-label');
const main = () => document.querySelector('main')!;

test.each(['Escape', 'the page one is on'])('%s closes the navigation of a phone and leaves the focus on its button', async (way) => {
  const { user, open } = onPhone();
  await open();
  screen.getByRole('link', { name: 'Orders' }).focus();
  if (way === 'Escape') await user.keyboard('{Escape}');
  else await user.click(screen.getByRole('link', { name: 'Orders' }));
  expect(isOpen()).toBe(false);
  expect(focused()).toBe('Open navigation');
});

test('what lies behind the open navigation is for nobody, and the screen that was chosen has the focus', async () => {
  const { user, open } = onPhone();
  await open();
  expect(main().hasAttribute('inert')).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Kitchen' }));
  expect(isOpen()).toBe(false);
  expect(main().hasAttribute('inert')).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(main()));
  // the product's name leads to another screen as well
  await open();
  await user.click(screen.getByRole('link', { name: 'Comanda, home' }));
  await waitFor(() => expect(isOpen()).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(main()));
});

test('Back closes the navigation instead of leaving the page', async () => {
  window.history.replaceState({ idx: 0 }, '', '/before');
  window.history.pushState({ idx: 1 }, '', '/orders');
  const { open } = onPhone();
  await open();
  act(() => window.history.back());
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(window.location.pathname).toBe('/orders');
  expect(focused()).toBe('Open navigation');
});

test('a tablet that is turned has its side bar beside the screen, and turned back none over it', async () => {
  const { turn, open } = onPhone();
  await open();
  turn('landscape');
  expect(isOpen()).toBe(false);
  expect(main().hasAttribute('inert')).toBe(false);
  turn('portrait');
  expect(isOpen()).toBe(false);
});
