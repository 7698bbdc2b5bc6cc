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
 * Where a device was signed in, as far as its address tells without asking anybody: in the network of the device that looks, in another
 * one of the house, or elsewhere on the internet. Null: not known.
 */
export const devicePlace = (address: string | null, mine: string | null): string | null => {
  const family = isIP(address ?? '');
  if (!address || family === 0) return null;
  if (address === mine) return 'Same network as this device';
  return local.check(address, family === 6 ? 'ipv6' : 'ipv4') ? 'Another local network' : 'On the internet';
};
