import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const KEY = `0x${'ab'.repeat(32)}`;
const external = {
  EVM_RPC_URL: 'https://rpc.example.org/key',
  EVM_CHAIN_ID: '8453',
  EVM_NETWORK_NAME: 'Base',
  EVM_OPERATOR_KEY: KEY,
};

test('requires the URL, the id, the name and a key of an external chain', () => {
  expect(readConfig(external).chain).toEqual({
    external: { url: 'https://rpc.example.org/key', chainId: 8453, networkName: 'Base', confirmations: 12 },
    operatorKey: KEY,
    feeMax: 500_000_000_000n,
    pauseMinutes: 10,
  });
});

test.each(Object.keys(external).map((name) => [name]))('%s is required with the others', (missing) => {
  expect(() => readConfig({ ...external, [missing]: undefined })).toThrow(missing);
});

test.each([
  ['EVM_OPERATOR_KEY', '0x1234'],
  ['EVM_RPC_URL', 'ws://rpc.example.org'],
  ['EVM_CHAIN_ID', '0'],
  ['EVM_CONFIRMATIONS', '0'],
  ['EVM_FEE_MAX_GWEI', '0'],
  ['EVM_PAUSE_MINUTES', '0'],
])('%s cannot be %s', (name, value) => {
  expect(() => readConfig({ ...external, [name]: value })).toThrow(name);
});
