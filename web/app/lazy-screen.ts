import type { ComponentType } from 'react';

/** A screen by where its code lies and what it is called there. */
export const from =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: (await load())[name] });
