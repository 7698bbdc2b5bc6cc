type Shown = Record<string, string | undefined>;

/** How cookies are called on the wire. Features know each by its plain name. */
export interface CookieNames {
  /** What a cookie is called in Set-Cookie. */
  nameOf: (plain: string) => string;
  /** What a browser shows, by plain names; what is called otherwise than we call it is left out. */
  read: (shown: Shown) => Shown;
}

interface Options {
  isHttps: boolean;
  /** the cookies with `Path=/` that only this very host may set */
  hostOnly: readonly string[];
  /** one that scripts read, by its plain name, and how the installation calls it */
  marker: { plain: string; name: string };
}

/**
 * The names of wire.md §1: under https `__Host-` or `__Secure-` stands before them, so that neither a page on a sibling host nor one
 * over plain http can plant a cookie, and the plain names open nothing. The marker, which opens nothing, is called as configured.
 */
export const cookieNames = ({ isHttps, hostOnly, marker }: Options): CookieNames => {
  const nameOf = (plain: string): string => {
    if (plain === marker.plain) return marker.name;
    if (!isHttps) return plain;
    return `${hostOnly.includes(plain) ? '__Host-' : '__Secure-'}${plain}`;
  };
  return {
    nameOf,
    read: (shown) => {
      const known: Shown = {};
      for (const [name, value] of Object.entries(shown)) {
        const plain = name === marker.name ? marker.plain : name.replace(/^__(Host|Secure)-/, '');
        if (nameOf(plain) === name) known[plain] = value;
      }
      return known;
    },
  };
};
