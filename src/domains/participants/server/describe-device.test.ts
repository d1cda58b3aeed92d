import { expect, test } from 'vitest';
import { describeDevice, networkOf } from './describe-device.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/604', 'Safari on iOS'],
  ['curl/8.9.1', 'curl'],
  ['warehouse-gate', 'warehouse-gate'],
  [undefined, 'Unknown device'],
])('describes the device: %s', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['nonsense', 'unknown'],
  [undefined, 'unknown'],
])('reduces an address to its network: %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
