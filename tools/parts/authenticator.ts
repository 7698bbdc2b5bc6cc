import { Secret, TOTP } from 'otpauth';

/** What an authenticator app that has this secret (base32) shows at a time. */
export const codeAt = (secret: string, time: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() });
