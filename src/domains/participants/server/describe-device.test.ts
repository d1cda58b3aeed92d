import { expect, test } from 'vitest';
import { describeDevice, networkOf } from './describe-device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Microsoft Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 16; K) ${webkit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/140.0 Safari/537.36`, 'Chrome on macOS'],
  [`${iPhone} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iOS'],
  [`${iPhone} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome on iOS'],
  [`${iPhone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iOS'],
  ['curl/8.9.1', 'curl'],
  ['python-requests/2.32', 'python-requests'],
  ['warehouse-gate', 'warehouse-gate'],
  ['x'.repeat(300), 'x'.repeat(60)],
  ['', 'Unknown device'],
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
