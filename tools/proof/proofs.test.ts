import { describe, expect, test } from 'vitest';
import { runConnections } from './connections.ts';
import type { Figure } from '#tools/parts/figures.ts';
import { runNoisy, runOutage } from './outages.ts';
import { findFormerRelease, runUpgrade } from './upgrade.ts';

const say = () => {};
/** What was counted and is not as it must be; how long it took is for `npm run proof` on a quiet machine. */
const missed = (figures: Figure[]) =>
  figures
    .filter(({ isMet, isTime }) => isMet !== true && !isTime)
    .map(({ what, measured, wanted }) => `${what}: ${measured}, wanted ${wanted}`);

describe('the short form of what npm run proof tries at length', () => {
  // These wait for limits of time most of the while, each with a server of its own: together they take as long as the longest.
  test.concurrent('while the database is gone every order is refused at once, and it goes on by itself', async () => {
    expect(missed(await runOutage({ seconds: 3, say }))).toEqual([]);
  }, 120_000);

  test.concurrent('a restaurant whose rows are locked is refused, and its neighbour sells on', async () => {
    expect(missed(await runNoisy({ say }))).toEqual([]);
  }, 120_000);

  test.concurrent('slow headers, slow and huge bodies, bombs and 500 idle connections keep nobody from selling', async () => {
    expect(missed(await runConnections({ sockets: 500, say }))).toEqual([]);
  }, 120_000);

  // a clone that is shallow has no release before this one: there the proof itself says so
  test.skipIf(!findFormerRelease())(
    'the database of the release before is upgraded while its node sells on, and no order fails',
    async () => {
      const told: string[] = [];
      const figures = await runUpgrade({ seconds: 3, tills: 2, say: (line) => void told.push(line) });
      expect(missed(figures), told.join('\n')).toEqual([]);
    },
    240_000, // two nodes are started one after the other
  );
});
