import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test.each([
  ['an IPv4 address as itself', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address mapped to IPv6 as IPv4', '::ffff:203.0.113.7', '203.0.113.7'],
  ['a mapped address in hexadecimal as IPv4', '::ffff:cb00:7107', '203.0.113.7'],
  ['an IPv6 address by its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['another address of the same /64 as the same network', '2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['zeros that are left out in the first half', '2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
  ['the loopback address', '::1', '0:0:0:0::/64'],
  ['a link-local address without its interface', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts %s', (_, address, network) => {
  expect(networkOf(address)).toBe(network);
});
