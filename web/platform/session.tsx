import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Member, may, parseScopes, type Scope } from '#contract/permissions.ts';
import { MARKER } from './page-facts.ts';
import { readStored, removeStored, storedText, USER_KEY, watchStored, writeStored } from './storage.ts';

/** What local storage keeps of the signed-in person (part-1 §3). The server never reads it. */
export interface StoredUser {
  name: string;
  username: string;
  role: Member['role'];
  /** comma-separated permission names */
  scope: string;
  designation: string | null;
  tenant_id: number;
}

/** True when the marker cookie says that a session exists; a hint for the pages, no authority (cases.md N5). */
export const isMarked = (): boolean => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${MARKER}=true`));

/** The same, followed: whoever signs in stores their user, and the marker came with the answer before that. */
export const useMarked = (): boolean => useSyncExternalStore(watchStored, isMarked);

const isUser = (value: unknown): boolean => typeof value === 'object' && value !== null && 'role' in value && 'scope' in value;

/** The stored user, or undefined when nobody is signed in or the entry is broken. */
export const readStoredUser = (): StoredUser | undefined => readStored<StoredUser | undefined>(USER_KEY, undefined, isUser);

/** Keeps the fields of part-1 §3 and drops every other one that came with them. */
export const storeUser = ({ name, username, role, scope, designation, tenant_id }: StoredUser): void => {
  writeStored(USER_KEY, { name, username, role, scope, designation, tenant_id });
};

/** Removes the stored user and the marker cookie; open screens notice at once. */
export const forgetUser = (): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing over plain http, where tills on a LAN live
  document.cookie = `${MARKER}=; Max-Age=0; Path=/`;
  removeStored(USER_KEY);
};

/** Turns a stored user into what the permission rule needs. */
export const memberOf = ({ role, scope }: StoredUser): Member => ({ role, scopes: parseScopes(scope) });

export const SessionContext = createContext<Member | undefined>(undefined);

/** The stored user, followed live: signing out in one tab reaches all tabs. */
export const useStoredUser = (): StoredUser | undefined => {
  const text = useSyncExternalStore(watchStored, () => storedText(USER_KEY));
  return useMemo(() => (text === null ? undefined : readStoredUser()), [text]);
};

/** Provides the signed-in member to everything inside. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const user = useStoredUser();
  const member = useMemo(() => user && memberOf(user), [user]);
  return <SessionContext value={member}>{children}</SessionContext>;
};

/** The signed-in member, or undefined. */
export const useMember = (): Member | undefined => useContext(SessionContext);

/** True when the signed-in person may call the endpoint; buttons hide by it. */
export const useMay = (endpoint: Endpoint): boolean => may(useMember(), endpoint.access);

/** The same for some of the scopes, where no call is made on the spot. */
export const useHas = (...scopes: Scope[]): boolean => may(useMember(), scopes);
