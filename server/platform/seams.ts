import { randomBytes } from 'node:crypto';

/** The time. Nothing in the server reads it elsewhere, so that a test can hold it still (cases.md §3). */
export type Clock = () => Date;

/** `length` random bytes. Nothing in the server makes a random value elsewhere. */
export type Random = (length: number) => Uint8Array;

export const systemClock: Clock = () => new Date();

const STOCK = 4096; // bytes; asked for a few at a time, randomness was a tenth of what a small answer costs
let stock = randomBytes(STOCK);
let taken = 0;
export const systemRandom: Random = (length) => {
  if (length > STOCK) return randomBytes(length);
  if (taken + length > STOCK) {
    stock = randomBytes(STOCK);
    taken = 0;
  }
  taken += length;
  return stock.subarray(taken - length, taken);
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** A public name of 21 characters [A-Za-z0-9_-], 126 random bits: QR codes, tables, devices (wire.md §1). */
export const publicId = (random: Random): string => Array.from(random(21), (byte) => ALPHABET[byte & 63]).join('');
