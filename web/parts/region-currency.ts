import { currencies } from '#contract/currencies.ts';

/** A currency's code begins with its region, as a rule: these are the regions with the money of others. */
const others = `
EUR AD AT AX BE BG CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT
USD AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI
XOF BF BJ CI GW ML NE SN TG
XAF CF CG CM GA GQ TD
XCD AG AI DM GD KN LC MS VC
AUD CC CX KI NF NR TV
NZD CK NU PN TK
GBP GG IM JE
XPF NC PF WF
XCG CW SX
CHF LI
DKK FO GL
NOK BV SJ
MAD EH
ILS PS`;

const byRegion = new Map<string, string>([
  ...currencies.map(({ code }) => [code.slice(0, 2), code] as const),
  ...others
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [currency = '', ...regions] = row.split(' ');
      return regions.map((region) => [region, currency] as const);
    }),
]);

/** Newer than the type library; not every browser has it. */
type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

const regionOfZone = (zone: string): string | undefined =>
  [...byRegion.keys()].find((region) => (new Intl.Locale(`und-${region}`) as WithZones).getTimeZones?.()?.includes(zone));

const regionOfLanguage = (language: string): string | undefined => {
  try {
    return new Intl.Locale(language).maximize().region;
  } catch {
    return undefined;
  }
};

/** The currency of where a browser stands. The zone is asked first: English of the United States is chosen all over the world. */
export const proposedCurrency = (zone: string, language: string): string =>
  byRegion.get(regionOfZone(zone) ?? regionOfLanguage(language) ?? '') ?? 'USD';

/** The currency and the time zone that this browser suggests for a new restaurant. */
export const proposed = (): { currency: string; timezone: string } => {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return { currency: proposedCurrency(timezone, navigator.language), timezone };
};
