import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useBackCloses } from './back-closes.ts';
import { show } from './testing.tsx';

let isPhone = true;
const routed = vi.fn();
beforeEach(() => {
  isPhone = true;
  routed.mockClear();
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener: () => {}, removeEventListener: () => {} }));
  window.addEventListener('popstate', routed);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.removeEventListener('popstate', routed);
});

const isMarked = () => (window.history.state as { comandaOpen?: boolean } | null)?.comandaOpen === true;
const back = () => act(() => window.history.back());

test('on a phone Back closes what is open, the last one first, and the router hears of none of it', async () => {
  window.history.pushState({ idx: 1 }, '');
  const [closeSheet, closeDialog] = [vi.fn(), vi.fn()];
  const sheet = renderHook(({ isOpen }) => useBackCloses(isOpen, closeSheet), { initialProps: { isOpen: true } });
  const dialog = renderHook(({ isOpen }) => useBackCloses(isOpen, closeDialog), { initialProps: { isOpen: true } });
  closeDialog.mockImplementation(() => dialog.rerender({ isOpen: false }));
  closeSheet.mockImplementation(() => sheet.rerender({ isOpen: false }));
  await vi.waitFor(() => expect(isMarked()).toBe(true));
  expect(window.history.state).toMatchObject({ idx: 1 });

  back();
  await vi.waitFor(() => expect(closeDialog).toHaveBeenCalledOnce());
  expect(closeSheet).not.toHaveBeenCalled();
  // the sheet still has an entry of its own to be closed by
  await vi.waitFor(() => expect(isMarked()).toBe(true));
  back();
  await vi.waitFor(() => expect(closeSheet).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(isMarked()).toBe(false));
  expect(routed).not.toHaveBeenCalled();

  // with nothing open Back is the router's again
  back();
  await vi.waitFor(() => expect(routed).toHaveBeenCalledOnce());
});

test('what is closed by its own button leaves no entry behind, and one that refuses stays open to the next Back', async () => {
  window.history.pushState({ idx: 1 }, '');
  const refuse = vi.fn();
  const dialog = renderHook(({ isOpen }) => useBackCloses(isOpen, refuse), { initialProps: { isOpen: true } });
  await vi.waitFor(() => expect(isMarked()).toBe(true));
  back();
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(isMarked()).toBe(true));
  dialog.rerender({ isOpen: false });
  await vi.waitFor(() => expect(isMarked()).toBe(false));
  expect(window.history.state).toEqual({ idx: 1 });
  expect(routed).not.toHaveBeenCalled();
});

test('on a tablet and a desktop Back leaves the screen, as everywhere', async () => {
  isPhone = false;
  window.history.pushState({ idx: 1 }, '');
  const close = vi.fn();
  renderHook(() => useBackCloses(true, close));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isMarked()).toBe(false);
  back();
  await vi.waitFor(() => expect(routed).toHaveBeenCalledOnce());
  expect(close).not.toHaveBeenCalled();
});

test('while it is asked whether the page is left Back stays the router’s', async () => {
  const dialog = (isAboutLeaving: boolean) => (
    <Dialog opened onClose={() => {}} title="Unsaved changes" isAboutLeaving={isAboutLeaving}>
      Not saved yet.
    </Dialog>
  );
  window.history.pushState({ idx: 1 }, '');
  const { unmount } = show(dialog(true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isMarked()).toBe(false);
  unmount();
  // any other one is closed by it
  show(dialog(false));
  await vi.waitFor(() => expect(isMarked()).toBe(true));
  cleanup();
  await vi.waitFor(() => expect(isMarked()).toBe(false));
});
