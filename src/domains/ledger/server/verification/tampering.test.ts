import { blockEntry, blockHash, verifyLog } from '@cairn/ledger-proof';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findBlock, readBlock, validateChain } from '#domains/ledger/contract.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Laboratory, LENGTH, openLaboratory, SIGNED } from '#tests/support/tampering.ts';
import { testKeys, testSigner } from '#tests/support/test-server.ts';
import { signCheckpoint } from '../checkpoints.ts';
import { openCheckpoint } from '../log-keys.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { createSigner } from '../signing-key.ts';

let lab: Laboratory;
beforeAll(async () => {
  lab = await openLaboratory();
});
afterAll(() => lab.stop());
afterEach(() => lab.repair());

const tamper = (statement: string, values?: unknown[]) => lab.server.database.tamper(statement, values);

/** The finding that each of the three checks must report. All of them name the same block. */
type Expected = { index: number; message: RegExp; by?: readonly ('scrub' | 'tickAfresh' | 'validate')[] };

async function expectFault({ index, message, by = ['scrub', 'validate'] }: Expected): Promise<void> {
  for (const way of by) {
    const fault = await lab[way]();
    expect({ way, index: fault?.index, message: fault?.message }).toEqual({
      way,
      index,
      message: expect.stringMatching(message),
    });
  }
}

async function expectClean(): Promise<void> {
  expect(await lab.scrub()).toBeUndefined();
  expect(await lab.validate()).toBeUndefined();
}

test('an intact chain is reported valid, repeatedly', async () => {
  await expectClean();
  expect(await lab.tickAfresh()).toBeUndefined();
  await expectClean();
});

describe('tampering is found by the verifier and by a full validation, at its block', () => {
  test.each([1, 4, 7])('content of block %i', async (index) => {
    await tamper(`update blocks set data = replace(data, 'LAB', 'BAL') where index = $1`, [index]);
    await expectFault({ index, message: /no longer matches its hash/ });
  });

  test('content that is no longer JSON, with a recomputed hash', async () => {
    const [row] = await lab.server.database.sql<{ prev_hash: Buffer; timestamp: number }>(
      `select prev_hash, timestamp from blocks where index = ${LENGTH - 1}`,
    );
    const fields = { dataText: '{"action":', index: LENGTH - 1, prevHash: row!.prev_hash.toString('hex') };
    const hash = blockHash(blockEntry({ ...fields, timestamp: row!.timestamp }), nodeSha256);
    await tamper(`update blocks set data = $1, hash = decode($2, 'hex') where index = ${LENGTH - 1}`, [
      fields.dataText,
      hash,
    ]);
    await tamper(`update ledger_head set hash = decode('${hash}', 'hex')`);
    await expectFault({ index: LENGTH - 1, message: /JSON/, by: ['tickAfresh', 'validate'] });
  });

  test('two blocks swapped', async () => {
    await tamper('update blocks set index = index + 100 where index in (4, 5)');
    await tamper('update blocks set index = 5 where index = 104');
    await tamper('update blocks set index = 4 where index = 105');
    await expectFault({ index: 4, message: /does not follow|no longer matches/ });
  });

  test('a block removed', async () => {
    await tamper('delete from blocks where index = 5');
    await expectFault({ index: 5, message: /Block 5 is missing/ });
  });

  test('a block removed and later ones moved up', async () => {
    await tamper('delete from blocks where index = 5');
    for (let index = 6; index < LENGTH; index++)
      await tamper('update blocks set index = $1 - 1 where index = $1', [index]);
    await tamper(`update ledger_head set length = ${LENGTH - 1}`);
    await expectFault({ index: 5, message: /does not follow the previous block/ });
  });

  test('a block inserted in the middle', async () => {
    for (let index = LENGTH - 1; index >= 5; index--)
      await tamper('update blocks set index = $1 + 1 where index = $1', [index]);
    await tamper(
      `insert into blocks select 5, timestamp, hash, prev_hash, data, action, asset_id, participant from blocks where index = 4`,
    );
    await tamper(`update ledger_head set length = ${LENGTH + 1}`);
    await expectFault({ index: 5, message: /does not follow the previous block/ });
  });

  test('a block inserted after the end', async () => {
    await tamper(
      `insert into blocks select ${LENGTH}, timestamp, hash, prev_hash, data, action, asset_id, participant from blocks where index = 4`,
    );
    await expectFault({ index: LENGTH, message: /after the end/, by: ['tickAfresh', 'validate'] });
  });

  test.each([1, SIGNED - 1])('the signed tail removed from block %i on', async (index) => {
    await tamper('delete from blocks where index >= $1', [index]);
    await expectFault({ index, message: /is missing/, by: ['scrub', 'tickAfresh', 'validate'] });
  });

  test('the tail removed and the head moved to hide it', async () => {
    await tamper('delete from blocks where index >= 6');
    await tamper(`update ledger_head set length = 6, hash = (select hash from blocks where index = 5)`);
    await expectFault({ index: 6, message: /is missing/, by: ['scrub', 'tickAfresh', 'validate'] });
  });

  test('the unsigned tail removed', async () => {
    await tamper(`delete from blocks where index = ${LENGTH - 1}`);
    await expectFault({ index: LENGTH - 1, message: /is missing/, by: ['tickAfresh', 'validate'] });
  });

  test.each([1, 4, SIGNED - 1])('the tail rewritten from block %i on, with recomputed hashes', async (index) => {
    await lab.rewriteFrom(index);
    await expectFault({
      index,
      message: /was rewritten: the chain is not the one that the checkpoint over [\d,]+ blocks signed/,
    });
  });

  test('an intact unsigned tail that follows another block', async () => {
    await lab.rewriteFrom(SIGNED, 'ab'.repeat(32));
    await expectFault({ index: SIGNED, message: /does not follow the previous block/, by: ['tickAfresh', 'validate'] });
  });

  test('the head changed to another hash', async () => {
    await tamper(`update ledger_head set hash = decode(repeat('ab', 32), 'hex')`);
    await expectFault({ index: LENGTH - 1, message: /head/, by: ['tickAfresh', 'validate'] });
  });
});

describe('an index copy that disagrees with the content is found', () => {
  test.each([
    ['action', `update blocks set action = 'received' where index = 4`, 'action'],
    ['asset id', `update blocks set asset_id = 'LAB-2' where index = 4`, 'asset id'],
    ['missing asset id', `update blocks set asset_id = null where index = 4`, 'asset id'],
    ['participant', `update blocks set participant = 'x' where index = 4`, 'participant'],
    ['missing participant', `update blocks set participant = null where index = 4`, 'participant'],
    ['empty participant', `update blocks set participant = '' where index = 4`, 'participant'],
  ])('%s', async (_, statement, copy) => {
    await tamper(statement);
    await expectFault({ index: 4, message: new RegExp(`Block 4 is indexed under another ${copy}`) });
  });

  test('on a block that has none', async () => {
    await tamper(`update blocks set asset_id = 'LAB-1', participant = 'somebody' where index = 0`);
    await expectFault({ index: 0, message: /indexed under another/ });
  });
});

test('an altered index by hash is restored by re-reading', async () => {
  const { hash } = (await lab.server.call(readBlock, { params: { index: 4 } })).body;
  const find = async () => (await lab.server.call(findBlock, { params: { hash } })).status;
  await tamper('update block_hashes set index = index + 1000');
  expect(await find()).toBe(404);
  await expectClean();
  expect(await find()).toBe(200);
});

describe('a tampered checkpoint is found', () => {
  test.each([
    ['another size in its text', `update checkpoints set note = replace(note, E'\\n5\\n', E'\\n4\\n') where size = 5`],
    ['no signature', `update checkpoints set note = split_part(note, E'\\n\\n', 1) || E'\\n\\n' where size = 5`],
    [
      'the note of another size',
      `update checkpoints set note = (select note from kept_checkpoints where size = 4) where size = 5`,
    ],
  ])('%s', async (_, statement) => {
    await tamper(statement);
    const fault = await lab.scrub();
    expect(fault).toMatchObject({
      message: expect.stringMatching(/checkpoint over 5 blocks is not what this ledger signed/),
    });
  });

  test('the last one, also by a new verifier and by a full validation', async () => {
    await tamper(`update checkpoints set note = 'nothing' where size = ${SIGNED}`);
    const message = new RegExp(`checkpoint over ${SIGNED} blocks is not what this ledger signed`);
    for (const way of ['scrub', 'tickAfresh', 'validate'] as const)
      expect(await lab[way]()).toMatchObject({ message: expect.stringMatching(message) });
  });

  test('one signed by another key', async () => {
    const other = createSigner(testSigner().key.name, Buffer.alloc(32, 9).toString('base64'));
    const note = await signCheckpoint(other, { size: BigInt(SIGNED), root: new Uint8Array(32) });
    await tamper(`update checkpoints set note = $1 where size = ${SIGNED}`, [note]);
    expect(await lab.validate()).toMatchObject({ message: expect.stringMatching(/not what this ledger signed/) });
  });
});

describe('the verdict', () => {
  const verdict = async () => (await lab.server.call(validateChain, {})).body;

  test('names the block while the damage lasts and recovers when it is repaired', async () => {
    await lab.scrub();
    expect(await verdict()).toMatchObject({ valid: true, totalBlocks: LENGTH, checkpointSize: SIGNED });
    await tamper(`update blocks set data = data || ' ' where index = 3`);
    await lab.scrub();
    expect(await verdict()).toMatchObject({ valid: false, blockIndex: 3, error: expect.stringContaining('Block 3') });
    await lab.repair();
    await lab.scrub();
    expect(await verdict()).not.toHaveProperty('error');
    expect(await verdict()).toMatchObject({ valid: true });
  });

  test('signs no checkpoint over an invalid block', async () => {
    await tamper(`update blocks set data = data || ' ' where index = ${LENGTH - 1}`);
    await lab.tickAfresh();
    expect(await lab.server.database.sql('select max(size) as size from checkpoints')).toEqual([{ size: SIGNED }]);
  });

  test('keeps the fault of a full validation until another one finds none', async () => {
    const { validations } = lab.server.services.ledger;
    const validate = async () => {
      const { id } = await validations.start();
      return eventually('the validation ends', async () => {
        const job = await validations.read(id);
        return job.state !== 'running' && job;
      });
    };
    await tamper(`update blocks set data = data || ' ' where index = 3`);
    expect(await validate()).toMatchObject({
      state: 'invalid',
      blockIndex: 3,
      error: expect.stringContaining('Block 3'),
    });
    expect(await verdict()).toMatchObject({ valid: false, blockIndex: 3 });
    await lab.repair();
    await lab.tickAfresh();
    expect(await verdict()).toMatchObject({ valid: false, blockIndex: 3 });
    expect(await validate()).toMatchObject({ state: 'valid', checkedBlocks: LENGTH, totalBlocks: LENGTH });
    expect(await verdict()).toMatchObject({ valid: true });
  });

  test('of a client with an old checkpoint detects the removal of tail, head and checkpoints together', async () => {
    const [kept] = await lab.server.database.sql<{ note: string }>('select note from checkpoints where size = 7');
    await tamper('delete from blocks where index >= 5');
    await tamper('delete from checkpoints where size > 5');
    await tamper(`update ledger_head set length = 5, hash = (select hash from blocks where index = 4)`);
    const rows = await lab.server.database.sql<{
      index: number;
      timestamp: number;
      hash: Buffer;
      prev_hash: Buffer;
      data: string;
    }>('select index, timestamp, hash, prev_hash, data from blocks order by index');
    const blocks = rows.map((row) => ({
      index: row.index,
      timestamp: row.timestamp,
      hash: row.hash.toString('hex'),
      prev_hash: row.prev_hash.toString('hex'),
      dataText: row.data,
    }));
    const checkpoint = await openCheckpoint(testKeys(), kept!.note);
    expect(await verifyLog(blocks, { checkpoints: [checkpoint] })).toMatchObject({ ok: false });
  });
});
