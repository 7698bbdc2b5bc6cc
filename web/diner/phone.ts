// A chunk of its own: it weighs as much as all the rest, and only who orders by phone needs it.
import { type CountryCode, getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

const supported = (country: string | null): CountryCode | undefined => (country && isSupportedCountry(country) ? country : undefined);

/** Whether a text is a phone number: of the country, or with + and the code of its own. */
export const isPhone = (text: string, country: string | null): boolean =>
  parsePhoneNumberFromString(text, supported(country))?.isValid() ?? false;

/** The + code that numbers of a country begin with; undefined for none. */
export const callingCode = (country: string | null): string | undefined => {
  const known = supported(country);
  return known && `+${getCountryCallingCode(known)}`;
};
