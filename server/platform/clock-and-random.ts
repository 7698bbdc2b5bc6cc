import { randomBytes } from 'node:crypto';

/** The time. Nothing in the server reads it elsewhere, so that a test can hold it still (cases.md §3). */
export type Clock = () => Date;

/** `length` random bytes. Nothing in the server makes a random value elsewhere. */
export type Random = (length: number) => Uint8Array;

export const systemClock: Clock = () => new Date();

export const systemRandom: Random = (length) => randomBytes(length);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** A public name of 21 characters [A-Za-z0-9_-], 126 random bits: QR codes, tables, devices (wire.md §1). */
export const publicId = (random: Random): string => Array.from(random(21), (byte) => ALPHABET[byte & 63]).join('');
