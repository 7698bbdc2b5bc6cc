import { currencies } from '#contract/currencies.ts';

interface Choice {
  value: string;
  label: string;
}

/** Found by code, by name and by symbol. */
export const currencyChoices: Choice[] = currencies.map(({ code, name, symbol }) => ({
  value: code,
  label: symbol === code ? `${code} – ${name}` : `${code} – ${name} (${symbol})`,
}));

/** All time zones that the browser knows, and the stored one: browsers name some zones by an older name. */
export const timezoneChoices = (stored: string): Choice[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', stored])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** '18:30' in a time zone; a dash for one that the browser does not know. */
export const timeThere = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format();
  } catch {
    return '–';
  }
};
