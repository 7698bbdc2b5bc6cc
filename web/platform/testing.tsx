import { MantineProvider } from '@mantine/core';
import { cleanNotifications, Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Member } from '#contract/permissions.ts';
import { Questions } from './Questions.tsx';
import type { Connection } from './announcements.ts';
import type { Announcement } from './event-order.ts';
import { createQueryClient } from './cache.ts';
import { RealtimeContext } from './realtime.tsx';
import { SessionContext, storeUser } from './session.tsx';
import { resolveVariables, theme } from './theme.ts';
import './testing-setup.ts';

export interface Answer {
  endpoint: Endpoint;
  reply: (input: object) => unknown;
}

/** A pretend server for one endpoint; the contract keeps the pretence honest. Throw an AppError for a failure. */
export const answers = <E extends Endpoint>(endpoint: E, reply: (input: CallInput<E>) => Reply<E> | Promise<Reply<E>>): Answer => ({
  endpoint,
  reply: reply as Answer['reply'],
});

const matches = (pattern: string, pathname: string): Record<string, string> | undefined => {
  const source = pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^/api/v1${source}$`).exec(pathname);
  return found
    ? Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]))
    : undefined;
};

/**
 * Replaces fetch by pretend answers. Earlier ones win; what is not answered fails with a sentence that names it. `clock` is the
 * server's, in milliseconds; without one it tells no time.
 */
export const pretendServer = (server: Answer[], clock?: () => number): void => {
  const headers = (): Record<string, string> => (clock ? { date: new Date(clock()).toUTCString() } : {});
  globalThis.fetch = async (address, init) => {
    if (typeof address !== 'string') throw new Error('Screens call by path.');
    const { pathname, searchParams } = new URL(address, 'http://shop.test');
    const method = init?.method ?? 'GET';
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    for (const { endpoint, reply } of server) {
      const params = endpoint.method === method && matches(endpoint.path, pathname);
      if (!params) continue;
      try {
        return Response.json(await reply({ params, query: Object.fromEntries(searchParams), body }), { headers: headers() });
      } catch (problem) {
        if (!(problem instanceof AppError)) throw problem;
        const { code, message, status, extras } = problem;
        const wait: Record<string, string> = extras.retryAfter === undefined ? {} : { 'retry-after': String(extras.retryAfter) };
        return Response.json(
          { success: false, code, message, errors: extras.errors, ...extras.body },
          { status, headers: { ...headers(), ...wait } },
        );
      }
    }
    return Response.json(
      { success: false, code: 'not_found', message: `Nobody answers ${method} ${pathname} in this test.` },
      { status: 404, headers: headers() },
    );
  };
};

interface Stage {
  as?: Member | undefined;
  server?: Answer[];
  /** Where the router stands at the start. */
  path?: string;
  connection?: Connection;
  /** The server's, in milliseconds. */
  clock?: () => number;
}

/** Shows a screen as a browser would: theme, router, cache, session, messages, a pretend server. Adds `user` to act `announce` to speak as the socket, and `connect` to lose it. */
export const show = (screen: ReactNode, { as, server = [], path = '/', connection: first = 'online', clock }: Stage = {}) => {
  pretendServer(server, clock);
  cleanNotifications();
  if (as)
    storeUser({ name: 'Ada', username: 'ada@example.com', role: as.role, scope: as.scopes.join(','), designation: null, tenant_id: 1 });
  const listeners = new Set<(event: Announcement) => void>();
  const watchers = new Set<() => void>();
  let connection = first;
  const realtime = {
    subscribe: (listener: (event: Announcement) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watchConnection: (listener: () => void) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    connection: () => connection,
  };
  const shown = render(
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} env="test">
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[path]}>
          <SessionContext value={as}>
            <RealtimeContext value={realtime}>
              <Questions>
                <Notifications />
                {screen}
              </Questions>
            </RealtimeContext>
          </SessionContext>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  return {
    ...shown,
    user,
    /** Puts a text into a field at once, where it is not typing that is tested: for each letter the whole form is rendered. */
    enter: async (field: HTMLElement, text: string): Promise<void> => {
      await user.click(field);
      await user.paste(text);
    },
    announce: (event: Announcement): void => act(() => listeners.forEach((listener) => listener(event))),
    connect: (next: Connection): void =>
      act(() => {
        connection = next;
        watchers.forEach((listener) => listener());
      }),
  };
};

/** The same touch again, at once, on what lies there by then. */
export const tapAgain = (element: Element): void => {
  for (const type of ['pointerdown', 'click']) {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, detail: 1 });
    Object.defineProperty(event, 'timeStamp', { value: 0 });
    fireEvent(element, event);
  }
};
