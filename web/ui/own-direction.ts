const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const [FROM, TO] = ['\u2068', '\u2069'];

/** A name within a text: one that is written from right to left would take the figures behind it along, '7.5 %' of a tax or a phone. */
export const ownDirection = (text: string): string => (RIGHT_TO_LEFT.test(text) ? FROM + text + TO : text);

/** Facts side by side in one text, each in its own direction, as `Facts` has them. */
export const factsText = (texts: readonly (string | number | false | null | undefined)[]): string =>
  texts
    .filter(Boolean)
    .map((text) => ownDirection(String(text)))
    .join(' · ');
