import { toText } from './pricing.ts';

export interface Currency {
  /** ISO 4217, three capital letters. */
  code: string;
  symbol: string;
  name: string;
  /** Digits of the minor unit. */
  decimals: number;
}

// Decimals are those of ISO 4217, not of Intl, which goes by cash (Intl has 0 for IDR and HUF). Names and symbols stand here
// because Intl's differ between Node and browsers, and a receipt must not.
const table = `
AED|AED|United Arab Emirates Dirham|2
AFN|Af|Afghan Afghani|2
ALL|L|Albanian Lek|2
AMD|֏|Armenian Dram|2
AOA|Kz|Angolan Kwanza|2
ARS|$|Argentine Peso|2
AUD|$|Australian Dollar|2
AWG|AWG|Aruban Florin|2
AZN|₼|Azerbaijani Manat|2
BAM|KM|Bosnia-Herzegovina Convertible Mark|2
BBD|$|Barbadian Dollar|2
BDT|৳|Bangladeshi Taka|2
BHD|BHD|Bahraini Dinar|3
BIF|BIF|Burundian Franc|0
BMD|$|Bermudian Dollar|2
BND|$|Brunei Dollar|2
BOB|Bs|Bolivian Boliviano|2
BRL|R$|Brazilian Real|2
BSD|$|Bahamian Dollar|2
BTN|Nu|Bhutanese Ngultrum|2
BWP|P|Botswanan Pula|2
BYN|Br|Belarusian Ruble|2
BZD|$|Belize Dollar|2
CAD|$|Canadian Dollar|2
CDF|CDF|Congolese Franc|2
CHF|CHF|Swiss Franc|2
CLP|$|Chilean Peso|0
CNY|¥|Chinese Yuan|2
COP|$|Colombian Peso|2
CRC|₡|Costa Rican Colón|2
CUP|$|Cuban Peso|2
CVE|Esc|Cape Verdean Escudo|2
CZK|Kč|Czech Koruna|2
DJF|DJF|Djiboutian Franc|0
DKK|kr|Danish Krone|2
DOP|$|Dominican Peso|2
DZD|DZD|Algerian Dinar|2
EGP|E£|Egyptian Pound|2
ERN|ERN|Eritrean Nakfa|2
ETB|Br|Ethiopian Birr|2
EUR|€|Euro|2
FJD|$|Fijian Dollar|2
FKP|£|Falkland Islands Pound|2
GBP|£|British Pound|2
GEL|₾|Georgian Lari|2
GHS|GH₵|Ghanaian Cedi|2
GIP|£|Gibraltar Pound|2
GMD|GMD|Gambian Dalasi|2
GNF|FG|Guinean Franc|0
GTQ|Q|Guatemalan Quetzal|2
GYD|$|Guyanese Dollar|2
HKD|$|Hong Kong Dollar|2
HNL|L|Honduran Lempira|2
HTG|G|Haitian Gourde|2
HUF|Ft|Hungarian Forint|2
IDR|Rp|Indonesian Rupiah|2
ILS|₪|Israeli New Shekel|2
INR|₹|Indian Rupee|2
IQD|IQD|Iraqi Dinar|3
IRR|IRR|Iranian Rial|2
ISK|kr|Icelandic Króna|0
JMD|$|Jamaican Dollar|2
JOD|JOD|Jordanian Dinar|3
JPY|¥|Japanese Yen|0
KES|KSh|Kenyan Shilling|2
KGS|KGS|Kyrgyz Som|2
KHR|៛|Cambodian Riel|2
KMF|CF|Comorian Franc|0
KPW|₩|North Korean Won|2
KRW|₩|South Korean Won|0
KWD|KWD|Kuwaiti Dinar|3
KYD|$|Cayman Islands Dollar|2
KZT|₸|Kazakhstani Tenge|2
LAK|₭|Lao Kip|2
LBP|L£|Lebanese Pound|2
LKR|Rs|Sri Lankan Rupee|2
LRD|$|Liberian Dollar|2
LSL|L|Lesotho Loti|2
LYD|LYD|Libyan Dinar|3
MAD|DH|Moroccan Dirham|2
MDL|L|Moldovan Leu|2
MGA|Ar|Malagasy Ariary|2
MKD|MKD|Macedonian Denar|2
MMK|K|Myanmar Kyat|2
MNT|₮|Mongolian Tugrik|2
MOP|MOP$|Macanese Pataca|2
MRU|MRU|Mauritanian Ouguiya|2
MUR|Rs|Mauritian Rupee|2
MVR|Rf|Maldivian Rufiyaa|2
MWK|MWK|Malawian Kwacha|2
MXN|$|Mexican Peso|2
MYR|RM|Malaysian Ringgit|2
MZN|MZN|Mozambican Metical|2
NAD|$|Namibian Dollar|2
NGN|₦|Nigerian Naira|2
NIO|C$|Nicaraguan Córdoba|2
NOK|kr|Norwegian Krone|2
NPR|Rs|Nepalese Rupee|2
NZD|$|New Zealand Dollar|2
OMR|OMR|Omani Rial|3
PAB|B/.|Panamanian Balboa|2
PEN|S/|Peruvian Sol|2
PGK|PGK|Papua New Guinean Kina|2
PHP|₱|Philippine Peso|2
PKR|Rs|Pakistani Rupee|2
PLN|zł|Polish Zloty|2
PYG|₲|Paraguayan Guarani|0
QAR|QAR|Qatari Riyal|2
RON|lei|Romanian Leu|2
RSD|RSD|Serbian Dinar|2
RUB|₽|Russian Ruble|2
RWF|RF|Rwandan Franc|0
SAR|SAR|Saudi Riyal|2
SBD|$|Solomon Islands Dollar|2
SCR|Rs|Seychellois Rupee|2
SDG|SDG|Sudanese Pound|2
SEK|kr|Swedish Krona|2
SGD|$|Singapore Dollar|2
SHP|£|St. Helena Pound|2
SLE|SLE|Sierra Leonean Leone|2
SOS|Sh|Somali Shilling|2
SRD|$|Surinamese Dollar|2
SSP|£|South Sudanese Pound|2
STN|Db|São Tomé and Príncipe Dobra|2
SVC|SVC|Salvadoran Colón|2
SYP|£|Syrian Pound|2
SZL|E|Swazi Lilangeni|2
THB|฿|Thai Baht|2
TJS|TJS|Tajikistani Somoni|2
TMT|m|Turkmenistani Manat|2
TND|TND|Tunisian Dinar|3
TOP|T$|Tongan Pa'anga|2
TRY|₺|Turkish Lira|2
TTD|$|Trinidad and Tobago Dollar|2
TWD|$|New Taiwan Dollar|2
TZS|TSh|Tanzanian Shilling|2
UAH|₴|Ukrainian Hryvnia|2
UGX|USh|Ugandan Shilling|0
USD|$|US Dollar|2
UYU|$|Uruguayan Peso|2
UZS|UZS|Uzbekistani Som|2
VES|VES|Venezuelan Bolívar|2
VND|₫|Vietnamese Dong|0
VUV|VUV|Vanuatu Vatu|0
WST|WST|Samoan Tala|2
XAF|FCFA|Central African CFA Franc|0
XCD|$|East Caribbean Dollar|2
XCG|Cg|Caribbean Guilder|2
XOF|CFA|West African CFA Franc|0
XPF|CFP|CFP Franc|0
YER|YER|Yemeni Rial|2
ZAR|R|South African Rand|2
ZMW|ZK|Zambian Kwacha|2
ZWG|ZWG|Zimbabwean Gold|2
`;

/** The circulating currencies of ISO 4217, sorted by code; funds, metals and test codes are left out. */
export const currencies: readonly Currency[] = table
  .trim()
  .split('\n')
  .map((row) => {
    const [code = '', symbol = '', name = '', decimals] = row.split('|');
    return { code, symbol, name, decimals: Number(decimals) };
  });

const byCode: ReadonlyMap<string, Currency> = new Map(currencies.map((currency) => [currency.code, currency]));

/** The currency of an ISO 4217 code in capital letters (part-1 §9); undefined for any other text. */
export const findCurrency = (code: string): Currency | undefined => byCode.get(code);

/** Minor units for people: '$1,234.50', '₹1,23,456.00', '-$4.00', and a non-breaking space after a symbol that ends in a letter: 'CHF 4.00'. */
export const formatMoney = (minor: bigint, currency: Currency): string => {
  const [whole = '', fraction] = toText(minor < 0n ? -minor : minor, currency.decimals).split('.');
  // lakh and crore; the diner's pages have no room for a table
  const groups = /BDT|INR|NPR/.test(currency.code) ? /\B(?=(\d\d)*\d{3}$)/g : /\B(?=(\d{3})+$)/g;
  const digits = whole.replace(groups, ',') + (fraction === undefined ? '' : `.${fraction}`);
  return `${minor < 0n ? '-' : ''}${currency.symbol}${/[\p{L}./]$/u.test(currency.symbol) ? '\u00a0' : ''}${digits}`;
};
