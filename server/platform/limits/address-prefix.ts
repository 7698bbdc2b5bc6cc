import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address; undefined for one that stands for an IPv4 address. */
const groupsOf = (address: string): string[] | string => {
  const [plain = ''] = address.split('%');
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  // ::ffff:192.0.2.1 is an IPv4 caller on a socket of both kinds
  if (dotted && /^(0{0,4}:){0,5}:?ffff:$/i.test(dotted[1]!)) return dotted[2]!;
  const hex = dotted ? `${dotted[1]}0:0` : plain;
  const [head = '', tail] = hex.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
};

interface Prefix {
  /** an IPv4 address, or the /64 of an IPv6 address: what one line at home or one phone has */
  narrow: string;
  /** the /48 of an IPv6 address, which may be a house or a whole provider; undefined for IPv4 */
  wide: string | undefined;
}

/** What an address counts as where something is limited (wire.md §2): nobody has one IPv6 address alone. */
export const prefixOf = (address: string): Prefix => {
  if (!isIPv6(address)) return { narrow: address, wide: undefined };
  const groups = groupsOf(address);
  if (typeof groups === 'string') return { narrow: groups, wide: undefined };
  // the same caller written in hexadecimal: ::ffff:c000:201
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const numbers = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
    return { narrow: numbers.join('.'), wide: undefined };
  }
  return { narrow: `${groups.slice(0, 4).join(':')}::/64`, wide: `${groups.slice(0, 3).join(':')}::/48` };
};
