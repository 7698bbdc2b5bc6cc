import { prefixOf } from './address-prefix.ts';
import type { BucketRow } from './limit-table.ts';

const KEPT = 50_000; // keys; the one longest unused leaves first, and is full again
const WIDE_TIMES = 10; // of a /48 (wire.md §2)

/** A token bucket for each key, in this process. Times are ms. */
interface Buckets {
  /** Takes one; where there is none, nothing is taken and the answer is how long until there is. */
  take: (key: string, now: number) => number | undefined;
  /** Puts one back. */
  giveBack: (key: string, now: number) => void;
}

interface CountedBuckets extends Buckets {
  /** Takes so many, or none. */
  take: (key: string, now: number, count?: number) => number | undefined;
}

/** Buckets that begin full and fill again as time goes by. */
export const openBuckets = ({ points, perSecond }: Pick<BucketRow, 'points' | 'perSecond'>, kept = KEPT): CountedBuckets => {
  const buckets = new Map<string, { left: number; at: number }>();
  const find = (key: string, now: number) => {
    const known = buckets.get(key);
    const bucket = known ?? { left: points, at: now };
    // a clock that was set back takes nothing away
    bucket.left = Math.min(points, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    if (known) buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > kept) buckets.delete(buckets.keys().next().value!);
    return bucket;
  };
  return {
    take: (key, now, count = 1) => {
      const bucket = find(key, now);
      if (bucket.left < count) return ((count - bucket.left) / perSecond) * 1000;
      bucket.left -= count;
      return undefined;
    },
    giveBack: (key, now) => {
      const bucket = find(key, now);
      bucket.left = Math.min(points, bucket.left + 1);
    },
  };
};

/** The same for addresses: by their prefix, and for IPv6 by the /48 as well. */
export const openBucketsForAddresses = (row: Pick<BucketRow, 'points' | 'perSecond'>): Buckets => {
  const narrow = openBuckets(row);
  const wide = openBuckets({ points: row.points * WIDE_TIMES, perSecond: row.perSecond * WIDE_TIMES });
  return {
    take: (address, now) => {
      const prefix = prefixOf(address);
      const wait = narrow.take(prefix.narrow, now);
      if (wait !== undefined || prefix.wide === undefined) return wait;
      const longer = wide.take(prefix.wide, now);
      if (longer !== undefined) narrow.giveBack(prefix.narrow, now);
      return longer;
    },
    giveBack: (address, now) => {
      const prefix = prefixOf(address);
      narrow.giveBack(prefix.narrow, now);
      if (prefix.wide !== undefined) wide.giveBack(prefix.wide, now);
    },
  };
};
