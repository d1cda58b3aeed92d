import { createEVM } from '@ethereumjs/evm';
import { expect, test } from 'vitest';
import { CHAIN_ID_MIN, createRules } from './chain-rules.ts';

test('the rules, which live as long as the chain, keep no EVM alive', async () => {
  const rules = createRules(CHAIN_ID_MIN);
  const evm = await createEVM({ common: rules });
  expect(evm.common).toBe(rules);
  expect(rules.events.eventNames()).toEqual([]);
});
