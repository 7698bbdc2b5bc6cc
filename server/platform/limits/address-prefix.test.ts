import { expect, test } from 'vitest';
import { prefixOf } from './address-prefix.ts';

test.each([
  ['192.0.2.1', '192.0.2.1', undefined],
  ['::ffff:192.0.2.1', '192.0.2.1', undefined],
  ['0:0:0:0:0:FFFF:192.0.2.1', '192.0.2.1', undefined],
  ['::ffff:c000:201', '192.0.2.1', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ['no address', 'no address', undefined],
])('%s counts as %s', (address, narrow, wide) => {
  expect(prefixOf(address)).toEqual({ narrow, wide });
});
