import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contract from '#domains/ledger/contract.ts';
import { health } from '#domains/observability/contract.ts';
import { recordAssets } from '#tests/support/events.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await recordAssets(server, await server.account('manufacturer'), 'A', 10);
  await server.publish();
});
afterAll(() => server.stop());

const damaged = (status: number, code: string | undefined) => expect([status, code]).toEqual([503, 'ledger.damaged']);

describe('an altered checkpoint', () => {
  test.each([
    ['its tree', `replace(note, split_part(note, E'\\n', 3), 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')`],
    ['its signature', `overlay(note placing 'AAAA' from length(note) - 40)`],
  ])('is not served as the log’s (%s)', async (_, altered) => {
    await server.database.tamper('create table kept as select * from checkpoints');
    await server.database.tamper(`update checkpoints set note = ${altered}`);
    try {
      const answer = await server.call(contract.checkpoint, {});
      damaged(answer.status, answer.problem.code);
    } finally {
      await server.database.tamper('delete from checkpoints');
      await server.database.tamper('insert into checkpoints select * from kept');
      await server.database.tamper('drop table kept');
    }
    expect((await server.call(contract.checkpoint, {})).status).toBe(200);
  });
});

describe('with a fault that leaves no checkpoint', () => {
  beforeAll(async () => {
    await server.database.tamper('delete from checkpoints');
    await server.verifier.tick();
    expect((await server.call(contract.validateChain, {})).body).toMatchObject({ state: 'invalid' });
  });

  test.each([
    ['a proof', contract.proveInclusion, { params: { index: 5 }, query: {} }],
    ['the file of a proof', contract.downloadProof, { params: { index: 5 } }],
    ['the proofs of an asset', contract.downloadAssetProofs, { params: { assetId: 'A-1' }, query: {} }],
    ['the evidence of a block', contract.readBlockEvidence, { params: { index: 5 }, query: {} }],
    ['the evidence of an asset', contract.readAssetEvidence, { params: { assetId: 'A-1' }, query: {} }],
    ['a consistency proof', contract.proveConsistency, { query: { from: 1, to: 5 } }],
    ['the checkpoint', contract.checkpoint, {}],
    ['the cosigned checkpoint', contract.cosignedCheckpoint, { query: {} }],
  ] as const)('%s reports the fault, and does not suggest retrying soon', async (_, route, input) => {
    const { status, problem } = await server.call(route, input as never);
    damaged(status, problem.code);
    expect(problem.detail).toMatch(/^The ledger has a fault, so no checkpoint covers this\. \S/);
    expect(problem.hint).not.toContain('Try again');
  });

  test('health does not report that every block is verified and signed', async () => {
    const { networkSync } = (await server.call(health, {})).body;
    expect(networkSync).toMatchObject({ percent: 0, explanation: expect.stringMatching(/^The chain has a fault/) });
  });
});

test('health counts the blocks that wait for a checkpoint', async () => {
  const other = await startTestServer();
  try {
    await recordAssets(other, await other.account('manufacturer'), 'B', 3);
    await other.publish();
    await other.database.tamper('delete from checkpoints');
    const { networkSync } = (await other.call(health, {})).body;
    expect(networkSync.explanation).toBe('All verified, 4 not signed yet.');
  } finally {
    await other.stop();
  }
});
