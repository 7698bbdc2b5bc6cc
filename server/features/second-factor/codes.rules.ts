import { Secret, TOTP } from 'otpauth';
import { CODE_DIGITS } from '#contract/second-factor.ts';
import { wrongCode } from './refusals.rules.ts';

const STEP_SECONDS = 30;
/** Steps before and after the present one whose codes are taken too: clocks differ, and people type slowly (RFC 6238 §5.2). */
const DRIFT = 1;

/** Bytes that the secret of an app is made of: as many as the hash has (RFC 4226 §4). */
export const SECRET_BYTES = 20;

const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 12; // of 32 letters each: 60 bits
/** Bytes that all recovery codes of a person are made of. */
export const RECOVERY_BYTES = RECOVERY_CODES * RECOVERY_LENGTH;
/** Crockford's: without letters that are taken for digits, or for each other. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A secret in base32, as apps take it. */
export const secretOf = (bytes: Uint8Array): string => new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;

const appOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: CODE_DIGITS, period: STEP_SECONDS });

/** What the QR code holds that an app is shown. */
export const uriOf = (secret: string, names: { issuer: string; label: string }): string => appOf(secret, names).toString();

/** The recovery codes that these bytes make, as a person keeps them. */
export const recoveryCodesOf = (bytes: Uint8Array): string[] => {
  const letters = Array.from(bytes, (byte) => LETTERS[byte & 31]).join('');
  return Array.from({ length: RECOVERY_CODES }, (_, place) => {
    const one = letters.slice(place * RECOVERY_LENGTH, (place + 1) * RECOVERY_LENGTH);
    return one.replace(/(.{4})(?=.)/g, '$1-');
  });
};

type TypedCode = { of: 'app'; digits: string } | { of: 'recovery'; text: string };

/** What somebody typed as a code, however they grouped it; undefined when it can be none. */
const readCode = (typed: string): TypedCode | undefined => {
  const text = typed.replace(/[\s-]/g, '').toUpperCase();
  if (text.length === CODE_DIGITS && /^\d+$/.test(text)) return { of: 'app', digits: text };
  const read = text.replaceAll('O', '0').replace(/[IL]/g, '1');
  const isRecovery = read.length === RECOVERY_LENGTH && [...read].every((letter) => LETTERS.includes(letter));
  return isRecovery ? { of: 'recovery', text: read } : undefined;
};

/** The step whose code this is; undefined when it is that of none that is near. */
const stepOf = (secret: string, digits: string, now: Date): number | undefined => {
  const app = appOf(secret);
  const timestamp = now.getTime();
  const delta = app.validate({ token: digits, timestamp, window: DRIFT });
  return delta === null ? undefined : app.counter({ timestamp }) + delta;
};

/** The same of what somebody typed; refuses what is no code of the app, or of another time. */
export const stepOfTyped = (secret: string, typed: string, now: Date): number => {
  const code = readCode(typed);
  const step = code?.of === 'app' ? stepOf(secret, code.digits, now) : undefined;
  if (step === undefined) throw wrongCode();
  return step;
};

interface Factor {
  secret: string;
  last_step: number;
  recovery_hashes: string[];
}

interface Spent {
  lastStep: number;
  recoveryHashes: string[];
  /** true when a recovery code was used up */
  isRecovery: boolean;
}

/** What is left of a factor when this code is used. Undefined when it is none of its codes, or was used before: each is good once. */
export const spend = (factor: Factor, typed: string, { hash, now }: { hash: (text: string) => string; now: Date }): Spent | undefined => {
  const { secret, last_step: lastStep, recovery_hashes: recoveryHashes } = factor;
  const code = readCode(typed);
  if (code?.of === 'app') {
    const step = stepOf(secret, code.digits, now);
    return step !== undefined && step > lastStep ? { lastStep: step, recoveryHashes, isRecovery: false } : undefined;
  }
  if (code === undefined) return undefined;
  const used = hash(code.text);
  if (!recoveryHashes.includes(used)) return undefined;
  return { lastStep, recoveryHashes: recoveryHashes.filter((other) => other !== used), isRecovery: true };
};

/** What is stored of a recovery code, whichever way it is written. */
export const recoveryHash = (code: string, hash: (text: string) => string): string => hash(code.replaceAll('-', ''));

/** What somebody is told of their own factor. */
export const statusOf = (factor: { confirmed_at: Date | null; recovery_hashes: string[] } | undefined, isRequired: boolean) => {
  const since = factor?.confirmed_at?.toISOString() ?? null;
  return { isOn: since !== null, since, isRequired, recoveryCodesLeft: factor && since ? factor.recovery_hashes.length : 0 };
};
