import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for a HOST that nobody reaches from another computer, and for the address of a caller on this one: 127.0.0.0/8, ::1 and localhost. */
export const isLoopback = (host: string): boolean => {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  if (family === 0) return /^localhost\.?$/i.test(address);
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
};
