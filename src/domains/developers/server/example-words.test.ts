import { verifyBlock } from '@cairn/ledger-proof';
import { expect, test } from 'vitest';
import { addEvent } from '#domains/trace/contract.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer } from '#tests/support/test-server.ts';
import { exampleWords } from './example-words.ts';

test('the example response of add-event is the server’s response to the example request', async () => {
  const { body, response } = exampleWords.routes['POST /api/add-event'] as {
    body: { user: string; action: string; asset_id: string; meta: object };
    response: { msg: string; block: Parameters<typeof verifyBlock>[0] };
  };
  const server = await startTestServer();
  try {
    const as = await server.account('manufacturer', { username: body.user });
    await record(server, as, 'manufactured', body.asset_id, {});
    const answer = (await server.call(addEvent, { body: body as never }, { as })).body;
    const { index } = answer.block;
    expect(answer.block.data).toEqual(response.block.data);
    expect(answer.msg.replace(`#${index}`, `#${response.block.index}`)).toBe(response.msg);
    expect(Object.keys(answer.block).sort()).toEqual(Object.keys(response.block).sort());
    verifyBlock(response.block);
  } finally {
    await server.stop();
  }
});
