import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEvent } from '#domains/trace/contract.ts';
import { rebuildProjections } from '#domains/trace/server/index.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let servers: readonly [TestServer, TestServer];
let maker: TestAccount;
beforeAll(async () => {
  const first = await startTestServer();
  servers = [first, await startTestServer({ beside: first.database })];
  maker = await first.account('manufacturer');
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.stop();
});

const step = fc.record({
  server: fc.constantFrom(0 as const, 1 as const),
  asset: fc.nat(7),
  action: fc.constantFrom('manufactured', 'shipped', 'received', 'quality_check', 'delivered', 'returned'),
  /** Whether to wait for the previous response. */
  waits: fc.boolean(),
});

test('the projections of assets written by two processes equal a replay', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      run += 1;
      const answers: Promise<number>[] = [];
      for (const { server, asset, action, waits } of steps) {
        if (waits) await answers.at(-1);
        const body = {
          user: maker.username,
          action,
          asset_id: `MEMORY-${run}-${asset}`,
          meta: { location: `${action}` },
        };
        answers.push(servers[server].call(addEvent, { body }, { as: maker }).then((answer) => answer.status));
      }
      const statuses = await Promise.all(answers);
      expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
      expect(await rebuildProjections(servers[0].services.database, { repair: false })).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
