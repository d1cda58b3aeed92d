import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { cosignLastCheckpoint } from '#tests/support/witnesses.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const maker = await server.account('manufacturer');
  for (const id of ['A', 'B']) await record(server, maker, 'manufactured', id);
  await server.publish();
  await cosignLastCheckpoint(server);
});
afterAll(() => server.stop());

const changes = [
  ['update of a block', `update blocks set action = 'x' where index = 1`],
  ['update that changes nothing', `update blocks set index = index`],
  ['deletion of a block', `delete from blocks where index = 1`],
  ['truncate of the blocks', `truncate blocks`],
  ['update in a partition', `update blocks_00000 set action = 'x'`],
  ['deletion in a partition', `delete from blocks_00000`],
  ['truncate of a partition', `truncate blocks_00001`],
  ['update of a checkpoint', `update checkpoints set note = 'x'`],
  ['deletion of a checkpoint', `delete from checkpoints`],
  ['truncate of the checkpoints', `truncate checkpoints cascade`],
  ['deletion of a cosignature', `delete from checkpoint_cosignatures`],
  ['truncate of the cosignatures', `truncate checkpoint_cosignatures`],
  [
    'upsert over a block',
    `insert into blocks (index, timestamp, hash, prev_hash, data, action)
     select index, timestamp, hash, prev_hash, data, action from blocks where index = 1
     on conflict (index) do update set action = 'x'`,
  ],
] as const;

describe('the ledger is append-only', () => {
  test.each(changes)('by trigger, even for the owner: %s', async (_, statement) => {
    await expect(server.database.sql(statement)).rejects.toMatchObject({
      code: '42501',
      message: expect.stringMatching(/^The ledger is append-only: \w+ on \w+ is refused$/),
    });
  });

  test.each(changes)('by grant, for the application’s role: %s', async (_, statement) => {
    const client = await server.database.connect();
    await expect(client.query(statement)).rejects.toMatchObject({
      code: '42501',
      message: expect.stringMatching(/^permission denied for table/),
    });
  });

  test.each([
    `update ledger_blocks set action = 'x' where index = 1`,
    `delete from ledger_blocks where index = 1`,
    `insert into ledger_blocks (index, timestamp, data, action) values (99, 0, '{}', 'x')`,
    `update ledger_length set length = 0`,
  ])('by grant, for the application’s role through a view: %s', async (statement) => {
    const client = await server.database.connect();
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('also in a partition created later', async () => {
    const client = await server.database.connect();
    await client.query('select ledger_make_partitions(14999999)');
    await expect(client.query('select * from blocks_00002')).rejects.toMatchObject({ code: '42501' });
    await expect(server.database.sql('truncate blocks_00002')).rejects.toThrow('The ledger is append-only');
  });

  test.each([
    'create table mine (a int)',
    'alter table blocks disable trigger all',
    'drop trigger blocks_append_only on blocks',
    'set session_replication_role = replica',
    `update schema_migrations set checksum = ''`,
    'drop table checkpoints',
  ])('the application’s role cannot undo the protection: %s', async (statement) => {
    const client = await server.database.connect();
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test.each([
    ['a negative index', { index: -1 }],
    ['a short hash', { hash: Buffer.alloc(31) }],
    ['a long prev_hash', { prev_hash: Buffer.alloc(33) }],
    ['a negative timestamp', { timestamp: -1 }],
    ['an index that is taken', { index: 1 }],
  ])('the database itself rejects a block with %s', async (_, wrong) => {
    const block = { index: 99, timestamp: 1, hash: Buffer.alloc(32), prev_hash: Buffer.alloc(32), ...wrong };
    const insert = server.database.sql(
      `insert into blocks (index, timestamp, hash, prev_hash, data, action) values ($1, $2, $3, $4, '{}', 'x')`,
      [block.index, block.timestamp, block.hash, block.prev_hash],
    );
    await expect(insert).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });

  test('leaves the chain unchanged after all of this', async () => {
    await server.verifier.scrubAll();
    expect(await server.database.sql('select count(*)::int as n from blocks')).toEqual([{ n: 3 }]);
    expect(await server.database.sql('select problem from ledger_verifier')).toEqual([{ problem: null }]);
  });
});
