import { screen, waitFor } from '@testing-library/react';
import { Component, type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { expect, test } from 'vitest';
import { NO_CONNECTION } from '#web/platform/api.ts';
import { show } from '#web/platform/testing.tsx';
import { useIsIncomplete } from '#web/platform/incomplete.ts';
import { lazyPart } from './lazily.ts';
import { lazyDialog } from './lazy-dialog.ts';

/** Code that comes only with network. */
const overNetwork = <P extends object>(component: ComponentType<P>) => {
  const network = { isThere: false };
  const load = () =>
    network.isThere
      ? Promise.resolve(component)
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/Menu.js'));
  return { network, load };
};

class Broken extends Component<{ children: ReactNode }> {
  override state = { said: '' };
  static getDerivedStateFromError = (error: Error) => ({ said: `Broken: ${error.message}` });
  override render() {
    return this.state.said || this.props.children;
  }
}

/** Whether the server answers; its answer to /healthz is the pretend server's 404. */
const withoutServer = () => {
  const answer = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  return () => {
    globalThis.fetch = answer;
  };
};

const Menu = ({ of }: { of: string }) => <p>the menu of {of}</p>;

const Till = ({ Part }: { Part: ComponentType<{ of: string }> }) => (
  <Broken>
    <h1>the till{useIsIncomplete() && ', incomplete'}</h1>
    <Suspense>
      <Part of="Ada" />
    </Suspense>
  </Broken>
);

test('a part that does not come leaves the screen alone, and comes when the network is back', async () => {
  const { network, load } = overNetwork(Menu);
  let tries = 0;
  const Part = lazyPart(() => {
    tries++;
    return load();
  });
  show(<Till Part={Part} />);
  const back = withoutServer();
  await waitFor(() => expect(tries).toBe(2));
  expect(screen.getByRole('heading').textContent).toBe('the till');

  back();
  network.isThere = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('the menu of Ada')).toBeTruthy();
  expect(screen.getByRole('heading').textContent).toBe('the till');
});

test('code that is broken is told as before', async () => {
  show(<Till Part={lazyPart<{ of: string }>(() => Promise.reject(new Error('no such export')))} />);
  expect(await screen.findByText('Broken: no such export')).toBeTruthy();
});

const Sheet = ({ onClose }: { onClose: () => void }) => (
  <button type="button" onClick={onClose}>
    close the sheet
  </button>
);

const Counter = ({ Dialog }: { Dialog: ComponentType<{ onClose: () => void }> }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Broken>
      <button type="button" onClick={() => setOpen(true)}>
        {isOpen ? 'open' : 'closed'}
      </button>
      {isOpen && (
        <Suspense>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Broken>
  );
};

test('a dialog that cannot be fetched says so and is closed; with network it opens', async () => {
  const { network, load } = overNetwork(Sheet);
  const { user } = show(<Counter Dialog={lazyDialog(load).Dialog} />);
  const back = withoutServer();
  await user.click(screen.getByText('closed'));
  expect(await screen.findByText(NO_CONNECTION)).toBeTruthy();
  expect(screen.getByText('closed')).toBeTruthy();

  back();
  network.isThere = true;
  await user.click(screen.getByText('closed'));
  await user.click(await screen.findByText('close the sheet'));
  expect(screen.getByText('closed')).toBeTruthy();
});

test('where the server is there without its file, a dialog leaves it to the page, and a part has the next screen reloaded', async () => {
  const { load } = overNetwork(Sheet);
  const { user } = show(<Counter Dialog={lazyDialog(load).Dialog} />);
  await user.click(screen.getByText('closed'));
  expect(await screen.findByText(/^Broken: Failed to fetch/)).toBeTruthy();

  show(<Till Part={lazyPart(overNetwork(Menu).load)} />);
  expect(await screen.findByText('the till, incomplete')).toBeTruthy();
});

test('what nobody has opened takes no page from under anybody', async () => {
  show(<Till Part={lazyDialog(overNetwork(Menu).load).Dialog} />);
  expect(await screen.findByText('the till, incomplete')).toBeTruthy();
});
