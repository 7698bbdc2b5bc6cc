import { type Config, readConfig, variables } from './config.ts';

const HIDDEN = '(hidden)';
const isSecretName = (name: string) => /secret|password|passwd|token|(^|_|-)key$|apikey/i.test(name);
const onOff = (value: boolean) => (value ? 'on' : 'off');

/** Hides the password of an address, and each parameter whose name says that it is one. */
const hideInAddress = (text: string): string => {
  const url = URL.parse(text);
  if (!url) return text;
  if (url.password) url.password = 'hidden';
  for (const name of new Set(url.searchParams.keys())) if (isSecretName(name)) url.searchParams.set(name, 'hidden');
  return url.password || url.search ? url.href.replaceAll('%2C', ',') : text;
};

/** What is in force where it is not just what was given: a default that depends on something, or a path. */
const settled = (config: Config): Record<string, string | undefined> => ({
  DATA_DIR: config.dataDir,
  PUBLIC_URL: config.publicUrl,
  ALLOWED_ORIGINS: config.allowedOrigins.join(' ') || undefined,
  MAIL_FROM: config.mailFrom,
  DEMO: onOff(config.demo),
  PRINTER_NETWORK: onOff(config.printerNetwork),
  TRUST_PROXY: onOff(config.trustProxy),
  USD_RATES: JSON.stringify(config.usdRates),
});

interface Setting {
  name: string;
  /** undefined: not set, and without a default */
  value: string | undefined;
  isGiven: boolean;
}

const shown = (name: string, value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  if (isSecretName(name)) return HIDDEN;
  if (typeof value === 'boolean') return onOff(value);
  return typeof value === 'string' ? hideInAddress(value) : JSON.stringify(value);
};

/** Every variable with the value that is in force, without secrets. Throws the sentence of readConfig when one is wrong. */
export const showConfig = (env: Record<string, string | undefined>): Setting[] => {
  const config = readConfig(env);
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const inForce: Record<string, unknown> = { ...variables.parse(given), ...settled(config) };
  return Object.keys(variables.shape).map((name) => ({ name, value: shown(name, inForce[name]), isGiven: given[name] !== undefined }));
};
