import type { Endpoint } from '#contract/endpoint.ts';

type Plain = string | number | boolean | null | undefined;

/** Where a call goes: its path with what is named in it, and its query. */
export const urlOf = (endpoint: Endpoint, { params, query }: { params?: Record<string, Plain>; query?: Record<string, Plain> }): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const given = Object.entries(query ?? {}).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  return `/api/v1${path}${given.length ? `?${new URLSearchParams(given)}` : ''}`;
};
