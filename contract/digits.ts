const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));
/** Each script has its ten digits one after the other, from the zero on. */
const valueOf = (code: number): number => (isDigit(code - 1) ? (valueOf(code - 1) + 1) % 10 : 0);

/** A text with digits of any script as 0 to 9: keyboards in Kuwait write ١٢, those in Tokyo １２. */
export const latinDigits = (text: string): string => text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => String(valueOf(digit.codePointAt(0)!)));
