import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { toggleSoldOut } from '#contract/menu-items.ts';
import { cancelOrders } from '#contract/orders.ts';
import { useAction } from './api.ts';
import { mutations } from './mutations.ts';
import { answers, show } from './testing.tsx';

const done = { success: true as const, message: 'Done.' };
const owner = { role: 'admin' as const, scopes: [] };

/** A server that answers when the test says so, in any order, and what it was asked for. */
const held = () => {
  const asked: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const wait = (name: string) => {
    asked.push(name);
    const line = Promise.withResolvers<void>();
    waiting.set(name, line);
    return line.promise;
  };
  return {
    asked,
    server: [
      answers(toggleSoldOut, async ({ params, body }) => {
        await wait(`${params.id} ${body.isSoldOut ? 'out' : 'back'}`);
        return done;
      }),
      answers(cancelOrders, async ({ body }) => {
        await wait(`cancel ${body.orderIds.join()}`);
        return done;
      }),
    ],
    answer: (name: string) => act(async () => waiting.get(name)?.resolve()),
    refuse: (name: string) => act(async () => waiting.get(name)?.reject(new AppError('conflict', 'Too late!'))),
  };
};

const marking = (id: number, isSoldOut: boolean) => ({ params: { id: String(id) }, body: { isSoldOut } });
const texts = (label: string) => screen.getByRole('status', { name: label }).textContent;

/** Buttons that mark items, and whether one hook is pending. */
const Marks = ({ label = 'marks', names }: { label?: string; names: [name: string, id: number, isSoldOut: boolean][] }) => {
  const { run, isPending } = useAction(toggleSoldOut, { quiet: true });
  return (
    <>
      {names.map(([name, id, isSoldOut]) => (
        <button key={name} onClick={() => void run(marking(id, isSoldOut), { scope: `item ${id}` })}>
          {name}
        </button>
      ))}
      <p role="status" aria-label={label}>
        {isPending ? 'pending' : 'idle'}
      </p>
    </>
  );
};

test('what one hook has sent is pending until the last of it is answered; another hook of the same call is not', async () => {
  const { server, answer, asked } = held();
  const both = (
    <>
      <Marks names={['one', 'two'].map((name, at) => [name, at + 1, true])} />
      <Marks label="others" names={[]} />
    </>
  );
  const { user } = show(both, { as: owner, server });
  await user.click(screen.getByRole('button', { name: 'one' }));
  await user.click(screen.getByRole('button', { name: 'two' }));
  await waitFor(() => expect(asked).toEqual(['1 out', '2 out']));
  expect([texts('marks'), texts('others')]).toEqual(['pending', 'idle']);
  // an answer to the one that was sent first
  await answer('1 out');
  expect(texts('marks')).toBe('pending');
  await answer('2 out');
  await waitFor(() => expect(texts('marks')).toBe('idle'));
  expect(mutations.getAll()).toEqual([]);
});

test('of one scope the next is sent when the one before has ended, also by a refusal and from another screen; other scopes wait for nothing', async () => {
  const { server, answer, refuse, asked } = held();
  const both = (
    <>
      <Marks names={[['out', 1, true]]} />
      <Marks
        label="others"
        names={[
          ['back', 1, false],
          ['again', 1, true],
          ['other', 2, true],
        ]}
      />
    </>
  );
  const { user } = show(both, { as: owner, server });
  for (const name of ['out', 'back', 'again', 'other']) await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(asked).toEqual(['1 out', '2 out']));
  // a window that is looked at again hurries nobody
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
  expect(asked).toHaveLength(2);
  await refuse('1 out');
  await waitFor(() => expect(asked.slice(2)).toEqual(['1 back']));
  await answer('1 back');
  await waitFor(() => expect(asked.slice(3)).toEqual(['1 out']));
  expect(texts('others')).toBe('pending');
});
