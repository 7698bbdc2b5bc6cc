import { act, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { expect, test } from 'vitest';
import type { CallInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { toggleSoldOut } from '#contract/menu-items.ts';
import { cancelOrders } from '#contract/orders.ts';
import { useAction } from './api.ts';
import { mutations, useOptimistic, usePending } from './mutations.ts';
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

test('an action is pending until what follows on its answer is on the screen: no touch in between asks for the same again', async () => {
  const { server, answer, asked } = held();
  const rendered: string[] = [];
  const Step = () => {
    const [step, setStep] = useState(1);
    const { run, isPending } = useAction(toggleSoldOut, { quiet: true });
    useLayoutEffect(() => void rendered.push(`${step} ${isPending ? 'pending' : 'idle'}`));
    const ask = async () => {
      if (await run(marking(1, true))) setStep(2);
    };
    return <button onClick={() => void ask()}>Ask</button>;
  };
  const { user } = show(<Step />, { as: owner, server });
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(asked).toEqual(['1 out']));
  await answer('1 out');
  await waitFor(() => expect(rendered.at(-1)).toBe('2 idle'));
  expect(rendered.slice(rendered.indexOf('1 pending'))).not.toContain('1 idle');
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

test('a screen that was left and is opened again finds what it had asked for, also for the next person', async () => {
  const { server, answer, asked } = held();
  const Cancelling = () => {
    const { run } = useAction(cancelOrders, { quiet: true });
    const ids = usePending([cancelOrders]).flatMap(({ body }) => body.orderIds);
    return (
      <>
        <button onClick={() => void run({ body: { orderIds: [7, 8] } })}>Cancel</button>
        <p role="status" aria-label="leaving">
          {ids.join()}
        </p>
      </>
    );
  };
  const first = show(<Cancelling />, { as: owner, server });
  await first.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(asked).toEqual(['cancel 7,8']));
  expect(texts('leaving')).toBe('7,8');
  first.unmount();

  // with a cache of its own, as after a sign-in
  show(<Cancelling />, { as: { role: 'user', scopes: ['ORDERS'] }, server });
  expect(texts('leaving')).toBe('7,8');
  await answer('cancel 7,8');
  await waitFor(() => expect(texts('leaving')).toBe(''));
});

const watched = [toggleSoldOut];
const apply = (soldOut: readonly number[], { params, body }: CallInput<typeof toggleSoldOut>): readonly number[] => {
  const others = soldOut.filter((id) => String(id) !== params.id);
  return body.isSoldOut ? [...others, Number(params.id)] : others;
};

test('what was touched is shown at once, the last touch on top, until the answer is stored; a refusal takes it back', async () => {
  const { server, answer, refuse, asked } = held();
  const storing = Promise.withResolvers<void>();
  const Optimistic = () => {
    const [stored, store] = useState<readonly number[]>([]);
    const { run } = useAction(toggleSoldOut, {
      quiet: true,
      onDoneAnywhere: async (_, input) => {
        if (input.params.id === '2') await storing.promise;
        store((known) => apply(known, input));
      },
    });
    const touch = (id: number, isSoldOut: boolean) => void run(marking(id, isSoldOut), { scope: `item ${id}` });
    return (
      <>
        <button onClick={() => touch(1, true)}>out</button>
        <button onClick={() => touch(1, false)}>back</button>
        <button onClick={() => touch(2, true)}>two</button>
        <p role="status" aria-label="stored">
          {stored.join()}
        </p>
        <p role="status" aria-label="shown">
          {useOptimistic(watched, apply)(stored).join()}
        </p>
      </>
    );
  };
  const { user } = show(<Optimistic />, { as: owner, server });
  await user.click(screen.getByRole('button', { name: 'out' }));
  expect([texts('stored'), texts('shown')]).toEqual(['', '1']);
  await user.click(screen.getByRole('button', { name: 'back' }));
  expect(texts('shown')).toBe('');

  // the first is stored, the second still on top of it
  await answer('1 out');
  await waitFor(() => expect(texts('stored')).toBe('1'));
  expect(texts('shown')).toBe('');
  await waitFor(() => expect(asked).toContain('1 back'));
  await refuse('1 back');
  expect(await screen.findByText('Too late!')).toBeTruthy();
  await waitFor(() => expect(texts('shown')).toBe('1'));

  await user.click(screen.getByRole('button', { name: 'two' }));
  await waitFor(() => expect(asked).toContain('2 out'));
  await answer('2 out');
  expect([texts('stored'), texts('shown')]).toEqual(['1', '1,2']);
  await act(async () => storing.resolve());
  await waitFor(() => expect(texts('stored')).toBe('1,2'));
  expect(texts('shown')).toBe('1,2');
});
