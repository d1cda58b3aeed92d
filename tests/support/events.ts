import { addEvent } from '#domains/trace/contract.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import type { TestAccount, TestServer } from './test-server.ts';

/** Records an event through the API, by whom it happened to; gives its block's index. Throws what was refused. */
export async function record(
  server: Pick<TestServer, 'call'>,
  by: TestAccount,
  action: string,
  assetId: string,
  meta: JsonObject = {},
): Promise<number> {
  const answer = await server.call(
    addEvent,
    { body: { user: by.username, action, asset_id: assetId, meta } },
    { as: by },
  );
  if (answer.status !== 200) throw new Error(`${action} ${assetId}: ${answer.status} ${answer.text}`);
  return answer.body.block.index;
}

/** Makes a number of assets by one manufacturer: `${prefix}-0`, `${prefix}-1` …, each in a block of its own. */
export async function recordAssets(
  server: Pick<TestServer, 'call'>,
  by: TestAccount,
  prefix: string,
  count: number,
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, i) =>
      record(server, by, 'manufactured', `${prefix}-${i}`, { name: `Item ${i}` }),
    ),
  );
}
