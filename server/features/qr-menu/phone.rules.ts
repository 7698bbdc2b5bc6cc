import { getCountries, isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { customerPhone } from '#contract/customers.ts';
import { phoneKeyOf } from '#server/features/customers/customers.rules.ts';

interface Place {
  phone: string | null;
  address: string | null;
  currency: string;
  timezone: string;
}

const englishNames = new Intl.DisplayNames(['en'], { type: 'region' });
const countries = getCountries().map((code) => ({ code, name: englishNames.of(code)?.toLowerCase() }));

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

let byTimezone: ReadonlyMap<string, CountryCode> | undefined;
/** Made when it is first asked for: it takes a tenth of a second. */
const fromTimezone = (timezone: string): CountryCode | undefined => {
  byTimezone ??= new Map(
    countries.flatMap(({ code }) => {
      // TypeScript does not know it yet
      const region = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones: () => string[] | undefined };
      return (region.getTimeZones() ?? []).map((zone) => [zone, code] as const);
    }),
  );
  return byTimezone.get(timezone);
};

/**
 * Where a number without a country code is at home: the country of the store's own phone, else that of its currency, else the one
 * that its address ends with, where 'IL' may be Illinois too, else that of its time zone.
 */
export const countryOf = ({ phone, address, currency, timezone }: Place): CountryCode | undefined =>
  parsePhoneNumberFromString(phone ?? '')?.country ?? fromCurrency(currency) ?? fromAddress(address ?? '') ?? fromTimezone(timezone);

/**
 * A phone as it is stored, E.164, and the digits of every way in which the store may already have written it: with its country code,
 * and, at home, without and with the zero before it. What libphonenumber does not know, an extension or a new range of numbers, stays
 * as it was typed. Undefined for what part-1 §5 takes for no phone.
 */
export const readPhone = (text: string, country: CountryCode | undefined): { phone: string; keys: string[] } | undefined => {
  const { data } = customerPhone.safeParse(text);
  if (data === undefined) return undefined;
  // the whole text is a number, or none: nothing is fished out of other words
  const parsed = parsePhoneNumberFromString(data, { ...(country && { defaultCountry: country }), extract: false });
  if (!parsed?.isValid()) return { phone: data, keys: [phoneKeyOf(data)] };
  const spellings = parsed.country === country ? [parsed.number, parsed.nationalNumber, parsed.formatNational()] : [parsed.number];
  return { phone: parsed.number, keys: [...new Set(spellings.map((spelling) => spelling.replace(/\D/g, '')))] };
};
