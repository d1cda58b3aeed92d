import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Laboratory, LENGTH, openLaboratory, SIGNED } from '#tests/support/tampering.ts';
import { testSigner } from '#tests/support/test-server.ts';
import { lockHead, readHeadToAppend } from '../blocks.ts';
import { signCheckpoint } from '../checkpoints.ts';
import { createVerifier, type Verifier } from './verifier.ts';

let lab: Laboratory;
beforeAll(async () => {
  lab = await openLaboratory();
});
afterAll(() => lab.stop());
afterEach(() => lab.repair());

const tamper = (statement: string, values?: unknown[]) => lab.server.database.tamper(statement, values);

async function signedBlocks(): Promise<number> {
  const [row] = await lab.server.database.sql<{ size: number }>('select max(size)::int as size from checkpoints');
  return row!.size;
}

/** Returns a verifier that leads from its first tick, because the previous lease has ended. */
async function newVerifier(): Promise<Verifier> {
  await lab.server.database.sql(`update ledger_verifier set lease_until = '-infinity'`);
  const client = await lab.server.database.connect();
  return createVerifier({
    database: lab.server.services.database,
    client,
    signer: testSigner(),
    recordFile: lab.server.services.ledger.recordFile,
    clock: lab.server.clock,
  });
}

async function tickUntilIdle(verifier: Verifier): Promise<void> {
  while (await verifier.tick());
}

test('signs uncovered blocks when everything is valid', async () => {
  expect(await signedBlocks()).toBe(SIGNED);
  await lab.tickAfresh();
  expect(await signedBlocks()).toBe(LENGTH);
});

test('signs nothing while the scrubber reports a fault in older blocks, and signs again after the repair', async () => {
  const verifier = await newVerifier();
  await tamper(`update blocks set data = data || ' ' where index = 3`);
  await verifier.scrubAll();
  // The new blocks and the saved tree edge are valid: only the scrubber has found the fault.
  await tickUntilIdle(verifier);
  expect(await signedBlocks()).toBe(SIGNED);
  await tamper(`update blocks set data = rtrim(data) where index = 3`);
  await verifier.scrubAll();
  await tickUntilIdle(verifier);
  expect(await signedBlocks()).toBe(LENGTH);
  await verifier.stop();
});

test.each([
  [
    'a block is stored after the head',
    `insert into blocks select ${LENGTH}, timestamp, hash, prev_hash, data, action, asset_id, participant
     from blocks where index = 4`,
  ],
  ['the head names another hash', `update ledger_head set hash = decode(repeat('ab', 32), 'hex')`],
])('signs nothing when %s', async (_, statement) => {
  await tamper(statement);
  expect(await lab.tickAfresh()).toBeDefined();
  expect(await signedBlocks()).toBe(SIGNED);
});

test('signs nothing and records no conflict while a table is replaced, and signs again after the repair', async () => {
  const { sql } = lab.server.database;
  const verifier = await newVerifier();
  await sql('alter table blocks rename to blocks_true');
  await sql('create view blocks as select * from blocks_true where index < 3');
  await tickUntilIdle(verifier);
  expect(verifier.finding().fault).toMatchObject({
    message: expect.stringContaining('blocks was changed: it is a view'),
  });
  expect(await lab.validate()).toEqual(verifier.finding().fault);
  expect(verifier.leads()).toBe(false);
  await sql('drop view blocks');
  await sql('alter table blocks_true rename to blocks');
  expect(await signedBlocks()).toBe(SIGNED);
  await tickUntilIdle(verifier);
  expect(verifier.finding().fault).toBeUndefined();
  expect(await signedBlocks()).toBe(LENGTH);
  await verifier.stop();
});

test('rejects new blocks that follow another block than the last one signed', async () => {
  await lab.rewriteFrom(SIGNED, 'ab'.repeat(32));
  expect(await lab.tickAfresh()).toMatchObject({ index: SIGNED });
  expect(await signedBlocks()).toBe(SIGNED);
});

test('signs nothing once the last block it signed has another hash, before the scrubber reads that block', async () => {
  // The next block still names the true hash, so the chain behind it holds.
  await tamper(`update blocks set hash = decode(repeat('ab', 32), 'hex') where index = ${SIGNED - 1}`);
  expect(await lab.tickAfresh()).toMatchObject({ index: SIGNED - 1, conflict: true });
  expect(await signedBlocks()).toBe(SIGNED);
});

test('signs nothing while its own signature is on another tree than the one it published', async () => {
  const note = await signCheckpoint(testSigner(), { size: BigInt(SIGNED), root: new Uint8Array(32) });
  await tamper(`update checkpoints set note = $1 where size = ${SIGNED}`, [note]);
  expect(await lab.tickAfresh()).toMatchObject({ index: SIGNED - 1, conflict: true });
  expect(await signedBlocks()).toBe(SIGNED);
});

test('continues from the signing record instead of reading every block again', async () => {
  // Reading from block 0 would find this before signing; re-reading old blocks is the scrubber's task.
  await tamper(`update blocks set data = data || ' ' where index = 3`);
  const verifier = await newVerifier();
  await verifier.tick();
  expect(await signedBlocks()).toBe(LENGTH);
  await verifier.stop();
});

test.each([
  ['extra white space', `replace(data, '","', '", "')`],
  ['white space where nothing else looks', `replace(data, '"meta":{', '"meta":{ ')`],
  ['a duplicate key', `replace(data, '{"action"', '{"action":"received","action"')`],
])('signs no block with %s, although its hash is right', async (_, text) => {
  await tamper(`update blocks set data = ${text} where index = ${LENGTH - 1}`);
  await tamper(`update blocks set hash = sha256(decode('00', 'hex') || convert_to('{"data":' || data || ',"index":' || index ||
    ',"prev_hash":"' || encode(prev_hash, 'hex') || '","timestamp":' || timestamp || '}', 'UTF8')) where index = ${LENGTH - 1}`);
  await tamper(`update ledger_head set hash = (select hash from blocks where index = ${LENGTH - 1})`);
  expect(await lab.tickAfresh()).toMatchObject({
    index: LENGTH - 1,
    message: expect.stringContaining('not stored in canonical form'),
  });
  expect(await signedBlocks()).toBe(SIGNED);
});

test.each([
  ['states a time that differs from its last block', 1_000_000_000, 'The time in the chain'],
  ['is dated in the future, and so is its last block', 1_000_000_000, 'seconds in the future'],
])('signs nothing when the head %s', async (_, seconds, message) => {
  await tamper(`update ledger_head set timestamp = timestamp + ${seconds}`);
  if (message.includes('future')) {
    await tamper(`update blocks set timestamp = timestamp + ${seconds} where index = ${LENGTH - 1}`);
  }
  expect(await lab.tickAfresh()).toMatchObject({ message: expect.stringContaining(message) });
  expect(await signedBlocks()).toBe(SIGNED);
});

test('records nothing behind a head that does not match its last block', async () => {
  await tamper(`update ledger_head set timestamp = timestamp + 1000000000`);
  await expect(lockHead(lab.server.services.database)).rejects.toThrow("doesn't match its last block");
  await expect(readHeadToAppend(lab.server.services.database)).rejects.toThrow("doesn't match its last block");
});

test('reports a last signed block that is no longer JSON instead of failing on it', async () => {
  await tamper(`update blocks set data = '{' where index = ${SIGNED - 1}`);
  expect(await lab.tickAfresh()).toMatchObject({ index: SIGNED - 1 });
});
