import type { ForeignPostgres } from '#tools/parts/foreign-postgres.ts';
import type { Release } from '#server/platform/database/release.ts';
import { asOwner } from '#server/platform/embedded-postgres/storage.ts';

let count = 0;
/** An empty database of the test's own, and what is asked of it. */
export const openScene = async (postgres: ForeignPostgres) => {
  const url = new URL(postgres.url(`upgrades_${count++}`));
  await postgres.ask(`create database ${url.pathname.slice(1)}`);
  const ask = (statement: string) => asOwner(url.href, async (client) => (await client.query(statement)).rows);
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  return { url: url.href, ask, said, log: { info: say, warn: say, error: say } };
};

export const OWN = `create schema own; create view own.dishes as select * from public.dishes`;
export const price = (cents: number) => `create or replace function price() returns int language sql as 'select ${cents}'`;
export const dishes = 'create table dishes (id int primary key)';
/** A release of these migrations, each beside which the first one may still run. */
export const releaseOf = (texts: Record<string, string>, more: Partial<Release> = {}): Release => {
  const names = Object.keys(texts);
  return {
    migrations: names.map((name) => ({ name, text: texts[name]!, compatibleWith: names[0]!, needs: [] })),
    functions: [
      { name: 'own', text: OWN },
      { name: 'price', text: price(names.length) },
    ],
    backFills: [],
    fingerprint: `${names.length}`,
    ...more,
  };
};
