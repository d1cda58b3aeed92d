import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const address = (byte: string) => `0x${byte.repeat(20)}`;
const external = {
  EVM_RPC_URL: 'https://rpc.example.org/key',
  EVM_CHAIN_ID: '8453',
  EVM_NETWORK_NAME: 'Base',
  EVM_OPERATOR_KEY: `0x${'ab'.repeat(32)}`,
};
const contracts = { EVM_USDC: address('aB'), EVM_TAX_ROUTER: address('cd'), EVM_TREASURY: address('EF') };

test('requires three addresses, in any spelling, for payments on an external chain', () => {
  expect(readConfig({ ...external, ...contracts }).paymentAddresses).toEqual({
    usdc: address('ab'),
    router: address('cd'),
    treasury: address('ef'),
  });
});

test.each(Object.keys(contracts))('%s is required with the other two', (missing) => {
  expect(() => readConfig({ ...external, ...contracts, [missing]: undefined })).toThrow('set all three');
});

test('needs no addresses on the local chain, which deploys its own contracts', () => {
  expect(readConfig({ EVM_TREASURY: address('ef') }).paymentAddresses.treasury).toBe(address('ef'));
  expect(() => readConfig({ EVM_USDC: address('ab') })).toThrow('EVM_RPC_URL');
  expect(() => readConfig({ EVM_TREASURY: '0x1234' })).toThrow('EVM_TREASURY');
});
