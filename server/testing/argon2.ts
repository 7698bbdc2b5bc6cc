import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

// What tests have in the place of the library (vitest.config.ts): a hash of theirs takes 0.3 ms of a processor and not 17. One that asks for
// less than the product owes to people's passwords (cases.md §1) fails.

const argon: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');

export const { verify } = argon;

export const hash = (password: string, options: Options): Promise<string> => {
  if (options.memoryCost! < 19_456 || options.timeCost! < 2) throw new Error('A hash of a password has to cost more.');
  return argon.hash(password, { ...options, memoryCost: 1024, timeCost: 1 });
};
