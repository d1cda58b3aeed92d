import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent } from '#domains/trace/contract.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { type LooseInput, urlOf } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { largestBodies, largestQueries } from '#tests/support/largest-inputs.ts';
import { longestTurn, type OutsideClient, openOutsideClient, slowdown } from '#tests/support/main-thread.ts';
import { allowedAccount } from '#tests/support/route-cases/allowed-account.ts';
import { createWorld } from '#tests/support/route-cases/create-world.ts';
import { routeCases, type World } from '#tests/support/route-cases/index.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { routes } from './domains.ts';

/** No request may hold the main thread for longer, in CPU time of the reference machine. */
const MILLISECONDS_MAX = 100;
/** The first attempts compile code. The minimum of the attempts is the cost of the request itself. */
const ATTEMPTS = 5;
/** Blocks of the largest size, enough for the largest page of any route. */
const LARGE_BLOCKS = 500;
/** Just below the events that a correction replays. */
const LONG_HISTORY = 9900;

let world: World;
let server: TestServer;
let client: OutsideClient;
beforeAll(async () => {
  server = await startTestServer({ checksText: false, environment: { CAIRN_DEMO: 'true' } });
  const small = await createWorld(server);
  const maker = await allowed('');
  // Many small fields cost more than one long text.
  const meta = Object.fromEntries(Array.from({ length: 2900 }, (_, n) => [`field${n}`, n]));
  await record(server, maker, 'manufactured', 'LARGE-1', meta);
  await repeat(LARGE_BLOCKS, () => record(server, maker, 'quality_check', 'LARGE-1', meta));
  await server.publish();
  world = { ...small, maker, assetId: 'LARGE-1' };
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  client = openOutsideClient(`http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await client.stop();
  await server.stop();
});

/** A new account for each request, because some requests end a session. */
const allowed = (name: string): Promise<TestAccount> => allowedAccount(server, name);

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < times; done += 50) await Promise.all(Array.from({ length: 50 }, work));
}

type Attempt = { readonly as: TestAccount; readonly input: LooseInput; readonly body?: string };

/** Returns the shortest time for which a request held the main thread. Stops as soon as it is short enough. */
async function leastHold(route: RouteDefinition, prepare: () => Promise<Attempt>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < ATTEMPTS && least > MILLISECONDS_MAX; n++) {
    const { as, input, body = input.body === undefined ? undefined : JSON.stringify(input.body) } = await prepare();
    const headers = {
      authorization: `Bearer ${as.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const url = urlOf(route.path, input);
    const hold = await longestTurn(() =>
      client.send({ method: route.method, url, headers, ...(body === undefined ? {} : { body }) }),
    );
    least = Math.min(least, hold > MILLISECONDS_MAX ? hold / slowdown(hold) : hold);
  }
  return least;
}

describe('no route holds the main thread for more than 100 ms at its largest input', () => {
  const measured = routes.filter(({ responseType }) => responseType !== 'text/event-stream');
  test.each(measured.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
    '$name',
    async ({ name, route }) => {
      const good = async (as: TestAccount) => (await routeCases[name]?.good(world, as)) ?? {};
      const holds: Record<string, number> = {};
      for (const [n] of largestQueries(route, await good(await allowed(name))).entries())
        holds[`query ${n}`] = await leastHold(route, async () => {
          const as = await allowed(name);
          return { as, input: largestQueries(route, await good(as))[n] ?? {} };
        });
      const { body: goodBody } = await good(await allowed(name));
      const longer = route.bodyLimitBytes === undefined ? [] : largestBodies(goodBody, route.bodyLimitBytes);
      const bodies = route.method === 'GET' ? [] : [...largestBodies(goodBody), ...longer];
      for (const { what, body } of bodies)
        holds[what] = await leastHold(route, async () => {
          const as = await allowed(name);
          return { as, input: await good(as), body };
        });
      for (const [what, milliseconds] of Object.entries(holds))
        expect(milliseconds, what).toBeLessThan(MILLISECONDS_MAX);
    },
  );

  test('a correction of an asset with a long history', async () => {
    const { maker } = world;
    const asset = { user: maker.username, asset_id: 'LONG-1' };
    const first = await record(server, maker, 'manufactured', 'LONG-1');
    await repeat(LONG_HISTORY, () => record(server, maker, 'quality_check', 'LONG-1', { location: 'Gate 1' }));
    let corrects = first;
    const hold = await leastHold(addEvent, async () => {
      corrects += 1;
      return { as: maker, input: { body: { ...asset, action: 'correction', meta: { corrects } } } };
    });
    expect(hold).toBeLessThan(MILLISECONDS_MAX);
  });
});
