import { addEvent } from '#domains/trace/contract.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import type { TestAccount, TestServer } from './test-server.ts';

/** Records an event through the API as its participant, and returns the block index. Throws on a refusal. */
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

/** Creates assets by one manufacturer: `${prefix}-0`, `${prefix}-1` …, each in its own block. */
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
