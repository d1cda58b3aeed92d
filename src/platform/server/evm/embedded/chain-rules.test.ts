import { createEVM } from '@ethereumjs/evm';
import { expect, test } from 'vitest';
import { CHAIN_ID_MIN, createRules } from './chain-rules.ts';

test('keeps no EVM alive through the rules, which live as long as the chain', async () => {
  const rules = createRules(CHAIN_ID_MIN);
  const evm = await createEVM({ common: rules });
  expect(evm.common).toBe(rules);
  expect(rules.events.eventNames()).toEqual([]);
});
