import { getCountries, isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';

interface Place {
  phone: string | null;
  address: string | null;
  currency: string;
  timezone: string;
}

const englishNames = new Intl.DisplayNames(['en'], { type: 'region' });
const countries: { code: CountryCode; name: string; timezones: readonly string[] }[] = getCountries().map((code) => {
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?: () => string[] | undefined };
  return { code, name: englishNames.of(code)?.toLowerCase() ?? '', timezones: locale.getTimeZones?.() ?? [] };
});

/** The last words of an address, as people end it with their country. */
const fromAddress = (address: string): CountryCode | undefined => {
  const last = address.split(/[,\n]/).at(-1)!.trim().replace(/\.$/, '');
  return countries.find(({ code, name }) => name === last.toLowerCase() || (code === last && isSupportedCountry(last)))?.code;
};

/** Most currencies begin with their country; those of a region (EUR, XAF, …) with none. */
const fromCurrency = (currency: string): CountryCode | undefined => {
  const code = currency.slice(0, 2);
  return isSupportedCountry(code) ? code : undefined;
};

/**
 * Where a number without a country code is at home: the country of the store's own phone, else the one that its address ends
 * with, else that of its currency, else that of its time zone.
 */
export const countryOf = ({ phone, address, currency, timezone }: Place): CountryCode | undefined =>
  parsePhoneNumberFromString(phone ?? '')?.country ??
  fromAddress(address ?? '') ??
  fromCurrency(currency) ??
  countries.find(({ timezones }) => timezones.includes(timezone))?.code;
