import { expect, test } from 'vitest';
import { RECOVERY_BYTES, recoveryCodesOf, recoveryHash, SECRET_BYTES, secretOf, spend, stepOfTyped, uriOf } from './codes.rules.ts';

/** RFC 6238, appendix B: the ASCII text 12345678901234567890, and the last six of its eight digits. */
const rfc = secretOf(new TextEncoder().encode('12345678901234567890'));
const at = (seconds: number) => new Date(seconds * 1000);
const hash = (text: string) => `#${text}`;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code of the RFC is taken, and names its step', (seconds, code) => {
  expect(stepOfTyped(rfc, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

test('a code is taken 30 s early and late and no more; blanks and a dash in it are read over', () => {
  // made at step 1: 30 to 59 s
  expect([0, 29, 30, 60, 89].map((seconds) => stepOfTyped(rfc, '287082', at(seconds)))).toEqual([1, 1, 1, 1, 1]);
  for (const seconds of [90, 120, 1_000_000]) expect(() => stepOfTyped(rfc, '287082', at(seconds))).toThrow('This code is not right!');
  expect(stepOfTyped(rfc, ' 287 082 ', at(59))).toBe(1);
  expect(stepOfTyped(rfc, '287-082', at(59))).toBe(1);
});

test.each(['', '28708', '2870820', '28708a', '２８７０８２', '-287082e0', '0x46146a'])('%j is no code', (typed) => {
  expect(() => stepOfTyped(rfc, typed, at(59))).toThrow('This code is not right!');
});

test('what the app is shown names who it is for, and says nothing that apps do not know', () => {
  const secret = secretOf(new Uint8Array(SECRET_BYTES).fill(7));
  const uri = new URL(uriOf(secret, { issuer: 'Comanda', label: 'ada+x@example.com' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(uri.href).toContain('totp/Comanda:ada%2Bx%40example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({ issuer: 'Comanda', secret, algorithm: 'SHA1', digits: '6', period: '30' });
});

test('a secret is made of its bytes alone, also when they lie within a larger store of them', () => {
  const store = new Uint8Array(64).map((_, place) => place);
  expect(secretOf(store.subarray(8, 28))).toBe(secretOf(Uint8Array.from(store.subarray(8, 28))));
});

test('ten recovery codes of twelve letters, each good once, however it is written', () => {
  const codes = recoveryCodesOf(new Uint8Array(RECOVERY_BYTES).map((_, place) => (place * 37) & 255));
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  const factor = { secret: rfc, last_step: 0, recovery_hashes: codes.map((code) => recoveryHash(code, hash)) };
  const typed = ` ${codes[3]!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
  const spent = spend(factor, typed, { hash, now: at(59) });
  expect(spent).toMatchObject({ isRecovery: true, lastStep: 0 });
  expect(spent!.recoveryHashes).toEqual(factor.recovery_hashes.filter((_, place) => place !== 3));
  expect(spend({ ...factor, recovery_hashes: spent!.recoveryHashes }, codes[3]!, { hash, now: at(59) })).toBeUndefined();
});

test('a code uses its step up, and those before it', () => {
  const factor = { secret: rfc, last_step: 0, recovery_hashes: [] };
  expect(spend(factor, '287082', { hash, now: at(59) })?.lastStep).toBe(1);
  expect(spend({ ...factor, last_step: 1 }, '287082', { hash, now: at(59) })).toBeUndefined();
  expect(spend({ ...factor, last_step: 2 }, '287082', { hash, now: at(89) })).toBeUndefined();
});
