import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addApproval, listColleagues } from '#contract/approvals.ts';
import { refreshToken, signIn } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { getInvoiceFile } from '#contract/invoices.ts';
import { completeAndPayOrders, listOrders, cancelOrders } from '#contract/orders.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { deleting, IRREVERSIBLE, type Question } from './confirm.tsx';
import { call, CallFailed, NO_CONNECTION, useAction, useReply } from './api.ts';
import { download } from './download.ts';
import { setNavigate } from './navigation.ts';
import { endSession } from './renewal.ts';
import { readStoredUser, storeUser } from './session.tsx';
import { lockTill } from './till.ts';
import { answers, pretendServer, show } from './testing.tsx';

const expired = () => new AppError('not_signed_in', 'Please sign in!');
const renewed = { success: true as const, message: 'Renewed.' };
const owner = { role: 'admin' as const, scopes: [] };
const went = vi.fn<(path: string) => void>();

beforeEach(() => {
  setNavigate(went);
  // Counts of failures belong to the tab; the end of a session sets them back.
  endSession();
  went.mockClear();
  document.cookie = 'comanda_signed_in=true; Path=/';
});

describe('the session', () => {
  test('is renewed once for all calls that wait, and each is repeated once', async () => {
    let isFresh = false;
    const refresh = vi.fn(() => {
      isFresh = true;
      return renewed;
    });
    const list = vi.fn(() => {
      if (!isFresh) throw expired();
      return [];
    });
    pretendServer([answers(refreshToken, refresh), answers(listOrders, list)]);

    await Promise.all(Array.from({ length: 5 }, () => call(listOrders, { query: {} })));

    expect(refresh).toHaveBeenCalledTimes(1);
    expect(list).toHaveBeenCalledTimes(10);
  });

  test('is not renewed again for a call that was sent before and refused after the renewal', async () => {
    let isFresh = false;
    const refresh = vi.fn(() => {
      isFresh = true;
      return renewed;
    });
    let refuseSlowly = () => {};
    const slow = new Promise<void>((resolve) => {
      refuseSlowly = resolve;
    });
    let asked = 0;
    pretendServer([
      answers(refreshToken, refresh),
      answers(listOrders, async () => {
        asked += 1;
        if (isFresh) return [];
        if (asked === 1) await slow;
        throw expired();
      }),
    ]);

    const early = call(listOrders, { query: {} });
    await call(listOrders, { query: {} });
    refuseSlowly();
    await early;

    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('that stays expired after a renewal fails the call instead of turning in circles', async () => {
    const list = vi.fn(() => {
      throw expired();
    });
    pretendServer([answers(refreshToken, () => renewed), answers(listOrders, list)]);

    await expect(call(listOrders, { query: {} })).rejects.toMatchObject({ status: 401 });

    expect(list).toHaveBeenCalledTimes(2);
  });

  test('is not renewed because a scope is missing, nor because a password was wrong', async () => {
    const refresh = vi.fn(() => renewed);
    pretendServer([
      answers(refreshToken, refresh),
      answers(listOrders, () => {
        throw new AppError('not_allowed', 'You may not see orders!');
      }),
      answers(signIn, () => {
        throw new AppError('not_signed_in', 'Wrong email or password!');
      }),
    ]);

    await expect(call(listOrders, { query: {} })).rejects.toMatchObject({ status: 403, message: 'You may not see orders!' });
    await expect(call(signIn, { body: { username: 'a@b.c', password: 'x' } })).rejects.toMatchObject({ status: 401 });

    expect(refresh).not.toHaveBeenCalled();
  });

  test('is not renewed, nor ended, because a proxy answers in the place of the server', async () => {
    storeUser({ name: 'Ada', username: 'a@b.c', role: 'admin', scope: '', designation: null, tenant_id: 1 });
    const asked = vi.fn(async () => new Response('<h1>401 Authorization Required</h1>', { status: 401 }));
    globalThis.fetch = asked;

    await expect(call(listOrders, { query: {} })).rejects.toMatchObject({ status: 502, isPassing: true });

    expect(asked).toHaveBeenCalledTimes(1);
    expect(readStoredUser()?.name).toBe('Ada');
  });

  test('ends at once when the renewal itself is refused', async () => {
    storeUser({ name: 'Ada', username: 'a@b.c', role: 'admin', scope: '', designation: null, tenant_id: 1 });
    const refused = () => {
      throw expired();
    };
    pretendServer([answers(refreshToken, refused), answers(listOrders, refused)]);

    await expect(call(listOrders, { query: {} })).rejects.toBeInstanceOf(CallFailed);

    expect(went.mock.calls).toEqual([['/login', undefined]]);
    expect(document.cookie).not.toContain('comanda_signed_in');
    expect(readStoredUser()).toBeUndefined();
  });

  test('outlives three refused renewals in a row, and ends with the fourth; a success counts again', async () => {
    let isAway = true;
    let isFresh = false;
    pretendServer([
      answers(refreshToken, () => {
        if (isAway) throw new AppError('not_allowed', 'Not now!');
        isFresh = true;
        return renewed;
      }),
      answers(listOrders, () => {
        if (!isFresh) throw expired();
        return [];
      }),
    ]);
    const ask = () => call(listOrders, { query: {} }).catch(() => undefined);

    for (let round = 0; round < 3; round += 1) await ask();
    expect(went).not.toHaveBeenCalled();

    isAway = false;
    await ask();
    isAway = true;
    isFresh = false;
    for (let round = 0; round < 3; round += 1) await ask();
    expect(went).not.toHaveBeenCalled();

    await ask();
    expect(went).toHaveBeenCalledWith('/login', undefined);
  });

  test.each(['unavailable', 'server_error', 'too_many'] as const)('outlives an outage, however long: %s', async (code) => {
    let isAway = true;
    pretendServer([
      answers(refreshToken, () => {
        if (isAway) throw new AppError(code, 'Try later!');
        return renewed;
      }),
      answers(listOrders, () => {
        throw expired();
      }),
    ]);

    // so that a screen asks again by itself
    for (let round = 0; round < 6; round += 1) await expect(call(listOrders, { query: {} })).rejects.toMatchObject({ isPassing: true });
    isAway = false;
    await expect(call(listOrders, { query: {} })).rejects.toMatchObject({ status: 401 });
    expect(went).not.toHaveBeenCalled();
  });
});

test('a file may take its time once it has begun; what never begins has failed', async () => {
  vi.useFakeTimers();
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  let signal: AbortSignal | null | undefined;
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    signal = init?.signal;
    const body = new ReadableStream({
      start: (controller) => {
        signal?.addEventListener('abort', () => controller.error(signal?.reason));
        setTimeout(() => controller.close(), 60_000);
      },
    });
    return Promise.resolve(new Response(body));
  });

  const slow = download(getInvoiceFile, { query: { type: 'today' } }, 'invoices.csv');
  await vi.advanceTimersByTimeAsync(61_000);
  await slow;
  expect(saved).toHaveBeenCalled();
  expect(signal?.aborted).toBe(false);

  fetched.mockImplementation(
    (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('late')))),
  );
  const never = download(getInvoiceFile, { query: { type: 'today' } }, 'x.csv').catch((problem: unknown) => problem);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(await never).toMatchObject({ status: 0 });
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('an inactive subscription leads to its page, which knows the way back', async () => {
  pretendServer([
    answers(listOrders, () => {
      throw new AppError('subscription_inactive', 'The subscription is inactive!');
    }),
  ]);

  window.history.replaceState(null, '', '/dashboard/kitchen?station=2');

  await expect(call(listOrders, { query: {} })).rejects.toMatchObject({ status: 402 });

  window.history.replaceState(null, '', '/');
  expect(went).toHaveBeenCalledWith('/dashboard/inactive-subscription', { state: { from: '/dashboard/kitchen?station=2' } });
});

const spared = [
  '/dashboard/profile',
  '/dashboard/devices',
  '/dashboard/contact-support',
  '/success',
  '/cancelled-payment',
  '/test-checkout',
];
test.each(spared)('and nobody away from their account or from paying: %s', async (place) => {
  pretendServer([
    answers(listOrders, () => {
      throw new AppError('subscription_inactive', 'The subscription is inactive!');
    }),
  ]);
  window.history.replaceState(null, '', place);
  await expect(call(listOrders, { query: {} })).rejects.toMatchObject({ status: 402 });
  window.history.replaceState(null, '', '/');
  expect(went).not.toHaveBeenCalled();
});

describe('an action', () => {
  const payment = { orderIds: [7] };
  const keysSent = (outcomes: (() => Response)[]) => {
    const keys: (string | null)[] = [];
    globalThis.fetch = async (_, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const outcome = outcomes.shift();
      if (!outcome) throw new TypeError('Failed to fetch');
      return outcome();
    };
    return keys;
  };
  const paid = () => Response.json({ success: true, message: 'Paid.', invoiceId: 1 });
  const Pay = ({ body = payment }: { body?: { orderIds: number[] } }) => {
    const { run } = useAction(completeAndPayOrders, { act: ({ body: { orderIds } }) => `Pay order ${String(orderIds)}` });
    return <button onClick={() => void run({ body })}>Pay</button>;
  };

  test('keeps its key while the answer is unknown and takes a new one after an answer', async () => {
    const { user } = show(<Pay />, { as: owner });
    const pay = screen.getByRole('button', { name: 'Pay' });
    const keys = keysSent([
      () => Response.json({ success: false, code: 'server_error', message: 'Something went wrong!' }, { status: 500 }),
      () => {
        throw new TypeError('Failed to fetch');
      },
      paid,
      paid,
      () => Response.json({ success: false, code: 'conflict', message: 'Already paid!' }, { status: 409 }),
      paid,
    ]);

    for (let round = 1; round <= 6; round += 1) {
      await user.click(pay);
      await waitFor(() => expect(keys).toHaveLength(round));
      await waitFor(() => expect(screen.queryByText('Please wait...')).toBeNull());
    }

    const [first, second, third, fourth, fifth, sixth] = keys;
    expect(first).toMatch(/^[\w-]{16,64}$/);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
    expect(fifth).not.toBe(fourth);
    expect(sixth).not.toBe(fifth);
  });

  const slow = { success: false, code: 'unavailable', message: 'This took too long to arrive. Please try again!' };
  test.each([
    ['a proxy refuses in the place of a server that is away', () => new Response('<h1>405 Not Allowed</h1>', { status: 405 })],
    ['the next try came too slowly', () => Response.json(slow, { status: 408 })],
    [
      'it is refused before the work: nobody has said what became of the try before',
      () => Response.json({ success: false, code: 'too_many', message: 'Too many requests!' }, { status: 429 }),
    ],
  ])('keeps its key where %s', async (_, refuse) => {
    const { user } = show(<Pay />, { as: owner });
    const pay = screen.getByRole('button', { name: 'Pay' });
    const keys = keysSent([
      () => {
        throw new TypeError('Failed to fetch');
      },
      refuse,
      paid,
      paid,
    ]);
    for (let round = 1; round <= 4; round += 1) {
      await user.click(pay);
      await waitFor(() => expect(keys).toHaveLength(round));
      await waitFor(() => expect(screen.queryByText('Please wait...')).toBeNull());
    }
    const [first, second, third, fourth] = keys;
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  test("takes another key for another input, and for a key of its own the caller's", async () => {
    const Both = () => {
      const { run } = useAction(completeAndPayOrders);
      return (
        <>
          <button onClick={() => void run({ body: { orderIds: [7] } })}>Seven</button>
          <button onClick={() => void run({ body: { orderIds: [8] } })}>Eight</button>
          <button onClick={() => void run({ body: { orderIds: [8] } }, { idempotencyKey: 'cart-9' })}>Own</button>
        </>
      );
    };
    const { user } = show(<Both />, { as: owner });
    const keys = keysSent([]);
    for (const [index, name] of ['Seven', 'Eight', 'Seven', 'Own'].entries()) {
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(keys).toHaveLength(index + 1));
    }
    await screen.findAllByText(NO_CONNECTION);

    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe(keys[0]);
    expect(keys[3]).toBe('cart-9');
  });

  test('asks a colleague for what the own rights lack, and goes again with the token under the same key', async () => {
    const sent: unknown[] = [];
    const colleague = (name: string, has_pin: boolean) => ({ username: `${name.toLowerCase()}@example.com`, name, photo: null, has_pin });
    let pins = 0;
    const { user } = show(<Pay />, {
      as: { role: 'user', scopes: ['ORDERS'] },
      server: [
        answers(completeAndPayOrders, ({ body }) => {
          sent.push(body);
          const { approvalToken } = body as { approvalToken?: string };
          if (approvalToken === 'token') return { success: true as const, message: 'Paid.', invoiceId: 1 };
          throw new AppError('approval_needed', 'Not alone!', {
            body: { action: 'discount', targetId: 7, act: 'give_discount', amount: 4.5, currency: 'EUR' },
          });
        }),
        answers(listColleagues, () => [colleague('Wanda', true), colleague('Mara', true), colleague('Nils', false)]),
        answers(addApproval, ({ body }) => {
          expect(body).toEqual({
            username: 'mara@example.com',
            pin: body.pin,
            action: 'discount',
            targetId: 7,
            act: 'give_discount',
            amount: 4.5,
          });
          pins += 1;
          if (body.pin !== '2580') throw new AppError('not_signed_in', 'Wrong PIN!');
          return {
            success: true as const,
            message: 'Mara allows it.',
            approvalToken: 'token',
            name: 'Mara',
            expiresAt: '2026-11-23T12:00:00.000Z',
          };
        }),
      ],
    });

    storeUser({ name: 'Wanda', username: 'wanda@example.com', role: 'user', scope: 'ORDERS', designation: null, tenant_id: 1 });
    await user.click(screen.getByRole('button', { name: 'Pay' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'A colleague has to allow this' }));
    expect(sheet.getByText(/^You may not give discounts alone \(€4\.50\)\./)).toBeDefined();
    expect(sheet.getByText(`Pay order ${payment.orderIds.join(',')}`)).toBeDefined();
    // nobody allows it for themselves, or without a PIN
    expect(sheet.queryByText('Wanda') ?? sheet.queryByText('Nils')).toBeNull();
    await user.type(sheet.getByLabelText('PIN'), '1379{Enter}');
    expect(await sheet.findByText('Wrong PIN!')).toBeDefined();
    // Enter once more says nothing else
    await user.keyboard('{Enter}');
    expect(sheet.getByText('Wrong PIN!')).toBeDefined();
    await user.type(sheet.getByLabelText('PIN'), '2580{Enter}');
    expect(await screen.findByText('Paid.')).toBeDefined();
    expect([sent, pins]).toEqual([[payment, { ...payment, approvalToken: 'token' }], 2]);

    await user.click(screen.getByRole('button', { name: 'Pay' }));
    await user.click(await screen.findByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText('Not alone!')).toBeNull();
    expect(sent).toHaveLength(3);
  });

  test('two acts that ask at the same time are allowed one after the other, each for itself', async () => {
    const allowed: unknown[] = [];
    const refuse = ({ body }: { body: object }) => {
      const { approvalToken, orderIds } = body as { approvalToken?: string; orderIds: number[] };
      if (approvalToken) allowed.push([orderIds[0], approvalToken]);
      else throw new AppError('approval_needed', 'Not alone!', { body: { action: 'discount', targetId: orderIds[0], amount: null } });
      return { success: true as const, message: 'Paid.', invoiceId: 1 };
    };
    const Both = () => {
      const pay = useAction(completeAndPayOrders, { act: ({ body: { orderIds } }) => `Pay order ${String(orderIds)}` });
      const payBoth = () => [7, 8].forEach((id) => void pay.run({ body: { orderIds: [id] } }));
      return <button onClick={payBoth}>Pay both</button>;
    };
    const { user } = show(<Both />, {
      as: { role: 'user', scopes: ['ORDERS'] },
      server: [
        answers(completeAndPayOrders, refuse),
        answers(listColleagues, () => ['Mara', 'Nils'].map((name) => ({ username: name.toLowerCase(), name, photo: null, has_pin: true }))),
        answers(addApproval, ({ body: { username, pin, targetId } }) => ({
          success: true as const,
          message: 'Allowed.',
          approvalToken: `${username} ${pin} ${targetId}`,
          name: username,
          expiresAt: '2026-11-23T12:00:00.000Z',
        })),
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Pay both' }));
    await screen.findByText('Pay order 7');
    await user.click(screen.getByRole('radio', { name: 'Mara' }));
    await user.type(screen.getByLabelText('PIN'), '2580');
    // nothing takes its place while somebody types
    expect(screen.queryByText('Pay order 8')).toBeNull();
    await user.keyboard('{Enter}');
    await screen.findByText('Pay order 8');
    expect(screen.queryByText('Pay order 7')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('');
    expect(screen.getAllByRole('radio', { checked: false })).toHaveLength(2);
    await user.click(screen.getByRole('radio', { name: 'Nils' }));
    await user.type(screen.getByLabelText('PIN'), '1379{Enter}');
    await waitFor(() =>
      expect(allowed).toEqual([
        [7, 'mara 2580 7'],
        [8, 'nils 1379 8'],
      ]),
    );
  });

  describe('at a till that locks itself, which takes every dialog off the page,', () => {
    const Ask = ({ question, onEnd }: { question?: Question; onEnd: (reply: unknown) => void }) => {
      const { run } = useAction(completeAndPayOrders, { confirm: () => question });
      return <button onClick={() => void run({ body: payment }).then(onEnd)}>Pay</button>;
    };
    const refused = answers(completeAndPayOrders, () => {
      throw new AppError('approval_needed', 'Not alone!', { body: { action: 'discount', targetId: 7, amount: null } });
    });
    const mara = { username: 'mara@example.com', name: 'Mara', photo: null, has_pin: true };

    test.each([
      ['a colleague', undefined, 'A colleague has to allow this'],
      ['whether it is meant', deleting('order 7'), 'Delete order 7?'],
    ])('asking %s ends without an answer', async (_, question, title) => {
      configure({ reactStrictMode: true });
      const ended = vi.fn<(reply: unknown) => void>();
      const shown = show(<Ask {...(question && { question })} onEnd={ended} />, {
        as: { role: 'user', scopes: ['ORDERS'] },
        server: [refused, answers(listColleagues, () => [mara])],
      });
      await shown.user.click(screen.getByRole('button', { name: 'Pay' }));
      await screen.findByRole('dialog', { name: title });
      expect(ended).not.toHaveBeenCalled();

      lockTill();
      shown.unmount();

      await waitFor(() => expect(ended).toHaveBeenCalledWith(undefined));
      configure({ reactStrictMode: false });
    });

    test('nobody is asked any more when it locked before the names came', async () => {
      const ended = vi.fn<(reply: unknown) => void>();
      const names = Promise.withResolvers<(typeof mara)[]>();
      const asked = vi.fn(() => names.promise);
      const shown = show(<Ask onEnd={ended} />, {
        as: { role: 'user', scopes: ['ORDERS'] },
        server: [refused, answers(listColleagues, asked)],
      });
      await shown.user.click(screen.getByRole('button', { name: 'Pay' }));
      await waitFor(() => expect(asked).toHaveBeenCalled());

      lockTill();
      shown.unmount();
      await act(async () => names.resolve([mara]));

      await waitFor(() => expect(ended).toHaveBeenCalledWith(undefined));
    });
  });

  test('works without crypto.randomUUID, which plain http does not have', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const { user } = show(<Pay />, { as: owner });
    const keys = keysSent([paid]);

    await user.click(screen.getByRole('button', { name: 'Pay' }));
    await waitFor(() => expect(keys).toHaveLength(1));

    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    vi.unstubAllGlobals();
  });

  test('asks first, tells what came out, and refetches what it changed', async () => {
    let orders = 1;
    const Screen = () => {
      const list = useReply(listOrders, { query: {} });
      const cancel = useAction(cancelOrders, { refreshes: [listOrders], confirm: () => deleting('order 7') });
      return (
        <Loaded from={list} failure="Error loading orders! Please try later!">
          {(groups) => <button onClick={() => void cancel.run({ body: { orderIds: [1] } })}>Cancel {groups.length}</button>}
        </Loaded>
      );
    };
    const group = { table_id: null, table_title: null, floor: null, orders: [], order_ids: [1] };
    const cancelled = vi.fn(() => {
      orders = 0;
      return { success: true as const, message: 'Orders cancelled.' };
    });
    const { user } = show(<Screen />, {
      as: owner,
      server: [answers(listOrders, () => Array.from({ length: orders }, () => group)), answers(cancelOrders, cancelled)],
    });

    await user.click(await screen.findByRole('button', { name: 'Cancel 1' }));
    const question = await screen.findByRole('dialog', { name: 'Delete order 7?' });
    expect(question.textContent).toContain(IRREVERSIBLE);
    expect(document.activeElement?.textContent).toBe('Cancel');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(cancelled).not.toHaveBeenCalled();

    await user.click(screen.getByRole('button', { name: 'Cancel 1' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));

    await screen.findByText('Orders cancelled.');
    await screen.findByRole('button', { name: 'Cancel 0' });
  });

  test('shows its own sentence when the server gives none', async () => {
    const Screen = () => {
      const { run } = useAction(cancelOrders, { failure: 'Error processing your request, Please try later!' });
      return <button onClick={() => void run({ body: { orderIds: [1] } })}>Cancel</button>;
    };
    const { user } = show(<Screen />, { as: owner });
    globalThis.fetch = async () => new Response('<html>Bad gateway</html>', { status: 502 });

    await user.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(await screen.findByText('Error processing your request, Please try later!')).toBeTruthy();
  });
});
