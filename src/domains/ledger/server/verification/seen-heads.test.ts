import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Laboratory, LENGTH, openLaboratory, SIGNED } from '#tests/support/tampering.ts';
import { testSigner } from '#tests/support/test-server.ts';
import { readHead } from '../blocks.ts';
import { createFindings, readVerdict } from '../read-verdict.ts';
import { createSeenHeads } from './seen-heads.ts';
import { createVerifier, type Verifier } from './verifier.ts';

let lab: Laboratory;
let seconds = 0;
beforeAll(async () => {
  lab = await openLaboratory();
});
afterAll(() => lab.stop());
afterEach(() => lab.repair());

const tamper = (statement: string) => lab.server.database.tamper(statement);
const holdLease = () =>
  tamper(`update ledger_verifier set holder = gen_random_uuid(), lease_until = clock_timestamp() + '9 s'`);
const freeLease = () => tamper(`update ledger_verifier set lease_until = '-infinity'`);
const database = () => lab.server.services.database;

/** A verifier of a server whose monotonic clock advances only when `seconds` is set. */
async function start(): Promise<Verifier> {
  return createVerifier({
    database: database(),
    client: await lab.server.database.connect(),
    signer: testSigner(),
    recordFile: lab.server.services.ledger.recordFile,
    clock: lab.server.clock,
    monotonic: () => seconds * 1000,
  });
}

async function tickUntilIdle(verifier: Verifier): Promise<void> {
  while (await verifier.tick());
}

async function signedBlocks(): Promise<number> {
  const [row] = await lab.server.database.sql<{ size: number }>('select max(size)::int as size from checkpoints');
  return row!.size;
}

describe('does not sign another version of a block that no checkpoint covers yet', () => {
  test('when the lease was held while it was rewritten', async () => {
    await holdLease();
    const verifier = await start();
    await tickUntilIdle(verifier);
    await lab.rewriteFrom(SIGNED);
    await freeLease();
    await tickUntilIdle(verifier);
    expect(verifier.leads()).toBe(true);
    expect(verifier.finding().fault).toMatchObject({ index: LENGTH - 1, conflict: true });
    expect(await signedBlocks()).toBe(SIGNED);
  });

  test('when this process appended it, and the database never showed it to the verifier', async () => {
    const head = await readHead(database());
    await lab.rewriteFrom(LENGTH - 1);
    const verifier = await start();
    verifier.appended(head);
    await freeLease();
    await tickUntilIdle(verifier);
    expect(verifier.finding().fault).toMatchObject({ index: LENGTH - 1, conflict: true });
    expect(await signedBlocks()).toBe(SIGNED);
  });

  test('when it was removed together with the head that names it', async () => {
    const head = await readHead(database());
    await tamper(`delete from blocks where index = ${LENGTH - 1}`);
    await tamper(`update ledger_head set length = ${LENGTH - 1}, hash = (select hash from blocks where index = ${LENGTH - 2}),
      timestamp = (select timestamp from blocks where index = ${LENGTH - 2})`);
    const verifier = await start();
    verifier.appended(head);
    await freeLease();
    await tickUntilIdle(verifier);
    expect(verifier.finding().fault).toMatchObject({
      index: LENGTH - 1,
      message: expect.stringContaining('was removed'),
    });
    expect(await signedBlocks()).toBe(SIGNED);
  });

  test('when longer chains followed it', async () => {
    const early = { length: SIGNED + 1, hash: 'ab'.repeat(32), timestamp: 0 };
    const verifier = await start();
    verifier.appended(early);
    verifier.appended(await readHead(database()));
    await freeLease();
    await tickUntilIdle(verifier);
    expect(verifier.finding().fault).toMatchObject({ index: SIGNED, conflict: true });
    expect(await signedBlocks()).toBe(SIGNED);
  });
});

test('an untouched chain is signed with everything that was appended', async () => {
  const verifier = await start();
  for (const length of [SIGNED + 1, LENGTH]) {
    const [row] = await lab.server.database.sql<{ hash: Buffer; timestamp: number }>(
      `select hash, timestamp from blocks where index = ${length - 1}`,
    );
    verifier.appended({ length, hash: row!.hash.toString('hex'), timestamp: row!.timestamp });
  }
  await freeLease();
  await tickUntilIdle(verifier);
  expect(verifier.finding().fault).toBeUndefined();
  expect(await signedBlocks()).toBe(LENGTH);
});

describe('the verdict', () => {
  const stateOf = async (findings: ReturnType<typeof createFindings>) =>
    (await readVerdict(database(), findings.read())).state;

  test('is unknown once a block has been unverified for 30 seconds, regardless of who renews the lease', async () => {
    const verifier = await start();
    const findings = createFindings(() => seconds * 1000);
    const tick = async (at: number) => {
      seconds = at;
      await holdLease();
      await verifier.tick();
      findings.receive(verifier.finding());
      return stateOf(findings);
    };
    expect(await tick(0)).toBe('valid');
    expect(await tick(9)).toBe('valid');
    expect(await tick(20)).toBe('valid');
    expect(await tick(30)).toBe('unknown');
    expect(await tick(60)).toBe('unknown');
    seconds = 61;
    await freeLease();
    await tickUntilIdle(verifier);
    findings.receive(verifier.finding());
    expect(await stateOf(findings)).toBe('valid');
    await tamper(`delete from checkpoints where size > ${SIGNED}`);
  });

  test('is unknown before the first tick, and when ticks stop', async () => {
    const findings = createFindings(() => seconds * 1000);
    expect(await stateOf(findings)).toBe('unknown');
    seconds = 100;
    findings.receive({
      verifiedLength: LENGTH,
      fault: undefined,
      confirmed: true,
      peers: { unreachable: [], awaited: false },
    });
    expect(await stateOf(findings)).toBe('valid');
    seconds = 131;
    expect(await stateOf(findings)).toBe('unknown');
  });

  test('stays invalid while another process holds the lease', async () => {
    await tamper(`update blocks set data = data || ' ' where index = ${LENGTH - 1}`);
    const verifier = await start();
    await freeLease();
    await tickUntilIdle(verifier);
    expect(verifier.finding().fault).toMatchObject({ index: LENGTH - 1 });
    await tamper(`update ledger_verifier set problem = null, problem_index = null`);
    await holdLease();
    await tickUntilIdle(verifier);
    expect(verifier.leads()).toBe(false);
    expect(verifier.finding().fault).toMatchObject({ index: LENGTH - 1 });
    await tamper(`update blocks set data = rtrim(data) where index = ${LENGTH - 1}`);
    await freeLease();
    await tickUntilIdle(verifier);
    expect(verifier.finding().fault).toBeUndefined();
  });
});

test('compares a head that is added during a check in the next check', async () => {
  const seen = createSeenHeads(() => 0);
  const head = await readHead(database());
  seen.add({ ...head, length: 2, hash: (await readHashAt(1)).toString('hex') });
  const checking = seen.check(database(), { first: 0, leaves: Buffer.alloc(0) });
  seen.add(head);
  expect(await checking).toBeUndefined();
  await tamper(`update blocks set hash = decode(repeat('ab', 32), 'hex') where index = ${LENGTH - 1}`);
  expect(await seen.check(database(), { first: 0, leaves: Buffer.alloc(0) })).toMatchObject({ index: LENGTH - 1 });
});

test('also compares a head that is added while its block is being verified', async () => {
  const seen = createSeenHeads(() => 0);
  const rows = await lab.server.database.sql<{ hash: Buffer }>('select hash from blocks order by index');
  seen.add({ length: 2, hash: rows[1]!.hash.toString('hex'), timestamp: 0 });
  const verified = { first: 0, leaves: Buffer.concat(rows.map(({ hash }) => hash)) };
  const checking = seen.check(database(), verified);
  seen.add({ length: LENGTH, hash: 'ab'.repeat(32), timestamp: 0 });
  expect(await checking).toBeUndefined();
  expect(await seen.check(database(), { first: LENGTH, leaves: Buffer.alloc(0) })).toMatchObject({ index: LENGTH - 1 });
});

async function readHashAt(index: number): Promise<Buffer> {
  const [row] = await lab.server.database.sql<{ hash: Buffer }>(`select hash from blocks where index = ${index}`);
  return row!.hash;
}

test('bounds the number of stored heads, and keeps the first one', async () => {
  const seen = createSeenHeads(() => seconds * 1000);
  seconds = 0;
  seen.add({ length: SIGNED + 1, hash: 'ab'.repeat(32), timestamp: 0 });
  seconds = 50;
  for (let length = SIGNED + 2; length < 20_000; length++) seen.add({ length, hash: 'cd'.repeat(32), timestamp: 0 });
  expect(seen.waiting()).toBe(50_000);
  expect(await seen.check(database(), { first: 0, leaves: Buffer.alloc(0) })).toMatchObject({ index: SIGNED });
});
