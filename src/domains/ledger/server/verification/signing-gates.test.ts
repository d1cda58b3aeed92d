import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Laboratory, LENGTH, openLaboratory, SIGNED } from '#tests/support/tampering.ts';
import { testSigner } from '#tests/support/test-server.ts';
import { createVerifier, type Verifier } from './verifier.ts';

let lab: Laboratory;
beforeAll(async () => {
  lab = await openLaboratory();
});
afterAll(() => lab.stop());
afterEach(() => lab.repair());

const tamper = (statement: string) => lab.server.database.tamper(statement);
const changeState = (key: string, json: string) =>
  tamper(`update ledger_verifier set state = jsonb_set(state::jsonb, '${key}', '${json}')::text`);

async function signedBlocks(): Promise<number> {
  const [row] = await lab.server.database.sql<{ size: number }>('select max(size)::int as size from checkpoints');
  return row!.size;
}

/** Returns a verifier that leads from its first tick, because the previous lease has ended. */
async function newVerifier(): Promise<Verifier> {
  await lab.server.database.sql(`update ledger_verifier set lease_until = '-infinity'`);
  const client = await lab.server.database.connect();
  return createVerifier({ database: lab.server.services.database, client, signer: testSigner() });
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
  // The new blocks and the saved tree edge are valid: only the scrubber knows of the fault.
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

test('rebuilds the tree from block 0 when the saved edge does not lead to the signed root', async () => {
  await changeState('{hashes,0}', `"${'ab'.repeat(32)}"`);
  expect(await lab.tickAfresh()).toBeUndefined();
  expect(await signedBlocks()).toBe(LENGTH);
  // A root over the forged edge would be signed, and every later comparison with the chain would fail.
  expect(await lab.validate()).toBeUndefined();
});

test('rejects new blocks that follow a forged last hash in the saved edge', async () => {
  const forged = 'ab'.repeat(32);
  await lab.rewriteFrom(SIGNED, forged);
  await changeState('{lastHash}', `"${forged}"`);
  expect(await lab.tickAfresh()).toMatchObject({ index: SIGNED });
  expect(await signedBlocks()).toBe(SIGNED);
});

test('resumes at a valid saved edge instead of re-reading every block', async () => {
  // Reading from block 0 would find this before signing; re-reading old blocks is the scrubber's job.
  await tamper(`update blocks set data = data || ' ' where index = 3`);
  const verifier = await newVerifier();
  await verifier.tick();
  expect(await signedBlocks()).toBe(LENGTH);
  await verifier.stop();
});

test('reports a last signed block that is no longer JSON instead of crashing', async () => {
  await tamper(`update blocks set data = '{' where index = ${SIGNED - 1}`);
  expect(await lab.tickAfresh()).toMatchObject({ index: SIGNED - 1 });
});
