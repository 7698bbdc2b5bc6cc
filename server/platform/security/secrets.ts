const SECRET = /^(password|pin|.*(token|hash|secret))$/i;

/** A value as JSON, without what is a secret by its name, however it came into the row that was changed. */
export const withoutSecrets = (value: unknown): string =>
  JSON.stringify(value, (key, held: unknown) => (SECRET.test(key) ? undefined : typeof held === 'bigint' ? Number(held) : held));
