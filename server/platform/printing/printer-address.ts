import { BlockList, isIPv6 } from 'node:net';

const inHouse4 = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  inHouse4.addSubnet(net, bits, 'ipv4');
// A list of its own: Node holds a mapped IPv4 address against the IPv4 rules of a list.
const inHouse6 = new BlockList();
inHouse6.addSubnet('fc00::', 7, 'ipv6');
inHouse6.addAddress('::1', 'ipv6');
/** Where clouds tell their machines' secrets, within the private range. */
const secrets6 = new BlockList();
for (const net of ['fd00:ec2::', 'fd20:ce::', 'fd00:c1::']) secrets6.addSubnet(net, 32, 'ipv6');

const BYTE = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^(${BYTE}(?:\\.${BYTE}){3}):([1-9]\\d{0,4})$`);
const IPV6 = /^\[([0-9a-fA-F:]{2,39})\]:([1-9]\d{0,4})$/;

/**
 * Reads where a printer stands: a literal address of a private or loopback range and a port, nothing else. The server connects there on a
 * member's word, so names, public addresses, link-local ones (with a cloud's secrets), octal and mapped forms are undefined.
 */
export const readPrinterAddress = (text: string): { host: string; port: number } | undefined => {
  const four = IPV4.exec(text);
  const six = four ? null : IPV6.exec(text);
  const host = four?.[1] ?? six?.[1];
  const port = Number(four?.at(-1) ?? six?.[2]);
  if (host === undefined || port > 65_535) return undefined;
  if (four) return inHouse4.check(host, 'ipv4') ? { host, port } : undefined;
  if (!isIPv6(host) || secrets6.check(host, 'ipv6') || !inHouse6.check(host, 'ipv6')) return undefined;
  return { host, port };
};
