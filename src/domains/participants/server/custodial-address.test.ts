import { expect, test } from 'vitest';
import { custodialAddress, withChecksum } from './custodial-address.ts';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

test('derives one permanent address from an id, ignoring case', () => {
  expect(custodialAddress(ID)).toBe('0x2e10Ee14E098581b6Dd8487CDA75EB904AE6eab7');
  expect(custodialAddress(ID.toUpperCase())).toBe(custodialAddress(ID));
  expect(custodialAddress(ID.replace('3f', '4f'))).not.toBe(custodialAddress(ID));
});

test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('applies the EIP-55 checksum: %s', (address) => {
  expect(withChecksum(address.slice(2).toLowerCase())).toBe(address);
});
