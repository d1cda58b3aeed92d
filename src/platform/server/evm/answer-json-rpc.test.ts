import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createAnswerJsonRpc } from './answer-json-rpc.ts';
import type { Chain } from './open-chain.ts';

test('lets a client wait for one call of another client, even if that client uses many addresses of its IPv6 network', async () => {
  const ended: string[] = [];
  let callers = 0;
  const chain = {
    isEmbedded: true,
    requestJson: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return String(callers++);
    },
  };
  const answer = createAnswerJsonRpc(chain as unknown as Chain, pino({ level: 'silent' }));
  const call = (client: string) =>
    answer({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [] }, client).then(() => ended.push(client));
  const flood = Array.from({ length: 64 }, (_, n) => call(`2001:db8:0:7::${n.toString(16)}`));
  await Promise.all([...flood, call('192.0.2.1')]);
  expect(ended.indexOf('192.0.2.1')).toBeLessThan(3);
});
