/** A noun in all the spellings that files, tables, code and people have for it. */
export interface Noun {
  /** delivery-zones: folders, files, paths */
  kebab: string;
  /** delivery_zones: the table */
  snake: string;
  /** deliveryZones */
  camel: string;
  /** DeliveryZones */
  pascal: string;
  /** deliveryZone */
  one: string;
  /** DeliveryZone */
  One: string;
  /** delivery zones, delivery zone: for people */
  words: string;
  word: string;
  /** Delivery Zones, as the title of a page */
  Title: string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const singular = (plural: string) => (plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.slice(0, -1));

/** Reads a noun in the plural, in kebab case; throws where it is none. */
export const readNoun = (kebab: string | undefined): Noun => {
  if (!kebab || !/^[a-z]+(-[a-z]+)*s$/.test(kebab))
    throw new Error('Please name a noun in the plural, in small letters: npm run new:feature delivery-zones');
  const [first = '', ...rest] = kebab.split('-');
  const camel = first + rest.map(capital).join('');
  const words = kebab.replaceAll('-', ' ');
  return {
    kebab,
    snake: kebab.replaceAll('-', '_'),
    camel,
    pascal: capital(camel),
    one: singular(camel),
    One: capital(singular(camel)),
    words,
    word: singular(words),
    Title: words.split(' ').map(capital).join(' '),
  };
};
