import { BlockList, isIP } from 'node:net';

const local = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const)
  local.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const)
  local.addSubnet(net, bits, 'ipv6');

/**
 * Where an address lies, as far as it tells without asking anybody: in the same network as `mine`, in another one of the house
 * (RFC 1918, 4193, 3927), or on the internet. Null: not known.
 */
export const addressPlace = (address: string | null, mine: string | null): string | null => {
  const family = isIP(address ?? '');
  if (!address || family === 0) return null;
  if (address === mine) return 'Same network as this device';
  return local.check(address, family === 6 ? 'ipv6' : 'ipv4') ? 'Another local network' : 'On the internet';
};
