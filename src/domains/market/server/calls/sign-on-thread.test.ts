import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import type { Step } from '../trading/step.ts';
import { createSettlementSigner } from './sign-on-thread.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a call has the same bytes whether the thread signs it or, while that loads, this one', async () => {
  const signer = createSettlementSigner(server.services.chain, 'market');
  const steps: Step[] = Array.from({ length: 100 }, (_, n) => ({ name: 'fill', args: [n, n + 1, 5] }));
  const request = {
    to: '0x00000000000000000000000000000000000000aa',
    maxFeePerGas: 10n ** 9n,
    calls: [
      { nonce: 3, sequence: 4, at: 1_800_000_000_000, steps },
      { nonce: 4, sequence: 5, at: 1_800_000_000_000, steps: steps.slice(0, 1) },
    ],
  } as const;
  const here = await signer.sign(request);
  expect(here.map(({ hash }) => hash)).toHaveLength(2);
  await expect.poll(() => signer.isOnThread(), { timeout: 30_000 }).toBe(true);
  expect(await signer.sign(request)).toEqual(here);
});
