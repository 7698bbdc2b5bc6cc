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

/** Chromium still lists these by their former names, under which nobody would look for them. */
const presentNames: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** All time zones that the browser knows, and the stored one, by whatever name it was stored. */
export const timezoneChoices = (stored: string): Choice[] => {
  const known = Intl.supportedValuesOf('timeZone').map((zone) => presentNames[zone] ?? zone);
  return [...new Set([...known, 'UTC', stored])].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }));
};

/** '18:30' in a time zone; a dash for one that the browser does not know. */
export const timeThere = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format();
  } catch {
    return '–';
  }
};
