import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { sealBlocks } from '#domains/ledger/server/seal-blocks.ts';
import type { ChainFault } from '#domains/ledger/server/verification/check-blocks.ts';
import { startRunThreads } from '#domains/ledger/server/verification/run-threads.ts';
import { validateAll } from '#domains/ledger/server/verification/validate-all.ts';
import { rootOf } from '#domains/ledger/server/verification/verified-prefix.ts';
import { createVerifier } from '#domains/ledger/server/verification/verifier.ts';
import { clientConfig } from '#platform/server/database/database.ts';
import { record } from './events.ts';
import { forgeDraft } from './notes.ts';
import { startTestServer, type TestServer, testKeys, testSigner } from './test-server.ts';

export type Laboratory = {
  readonly server: TestServer;
  /** Runs a whole pass of the background verifier and returns its verdict. */
  scrub(): Promise<ChainFault | undefined>;
  /** Starts a new verifier and returns its verdict after its first ticks. */
  tickAfresh(): Promise<ChainFault | undefined>;
  /** Runs a full validation on two threads and returns its verdict. */
  validate(): Promise<ChainFault | undefined>;
  /**
   * Replaces the blocks from `index` on with the same content, except for the first one's location, rechained and
   * rehashed: from the previous block, or from the given hash.
   */
  rewriteFrom(index: number, prevHash?: string): Promise<void>;
  /** Restores every table of the ledger, and the signing record. */
  repair(): Promise<void>;
  stop(): Promise<void>;
};

const TABLES = ['blocks', 'block_hashes', 'checkpoints', 'ledger_head', 'ledger_verifier', 'merkle_tiles'] as const;

/** The sample blocks: a signed checkpoint covers each of 0 to 7, and none covers 8 and 9. */
export const SIGNED = 8;
export const LENGTH = 10;

/** A small real ledger that a malicious administrator may tamper with, and three ways to detect it. */
export async function openLaboratory(): Promise<Laboratory> {
  const server = await startTestServer();
  const maker = await server.account('manufacturer');
  await server.publish();
  for (let index = 1; index < LENGTH; index++) {
    server.clock.advance(1000);
    if (index === 1) await record(server, maker, 'manufactured', 'LAB-1', { name: 'Flask', location: 'Bench "A"' });
    else
      await record(server, maker, 'shipped', 'LAB-1', { location: `Shelf ${index}`, additional_data: { user: 'x' } });
    if (index < SIGNED) await server.publish();
  }
  const { database } = server;
  for (const table of TABLES) await database.sql(`create table kept_${table} as table ${table}`);

  const { recordFile } = server.services.ledger;
  await server.verifier.stop();
  const intactRecord = readFileSync(recordFile.path);
  const readRecorded = async () => {
    const signed = (await recordFile.read())!.signed;
    return { size: signed.range.size, root: rootOf(signed) };
  };

  const threads = startRunThreads(database.application, 2);
  const client = await database.connect();
  const find = async (look: (verifier: ReturnType<typeof createVerifier>) => Promise<unknown>) => {
    const verifier = createVerifier({
      database: server.services.database,
      client,
      signer: testSigner(),
      recordFile,
      clock: server.clock,
    });
    await database.sql(`update ledger_verifier set lease_until = '-infinity'`);
    await look(verifier);
    await verifier.stop();
    return verifier.finding().fault;
  };

  return {
    server,
    scrub: () => find((verifier) => verifier.scrubAll()),
    tickAfresh: () =>
      find(async (verifier) => {
        while (await verifier.tick());
      }),
    validate: async () =>
      validateAll({
        database: server.services.database,
        client,
        keys: testKeys(),
        recorded: await readRecorded(),
        clock: server.clock,
        executors: threads.executors,
        onProgress: () => undefined,
        signal: new AbortController().signal,
      }),
    rewriteFrom: (index, prevHash) => rewriteFrom(server, index, prevHash),
    async repair() {
      const owner = new pg.Client(clientConfig(database.owner));
      await owner.connect();
      await owner.query('begin');
      await owner.query('set local session_replication_role = replica');
      for (const table of TABLES) await owner.query(`delete from ${table}`);
      for (const table of TABLES) await owner.query(`insert into ${table} select * from kept_${table}`);
      await owner.query('commit');
      await owner.end();
      writeFileSync(recordFile.path, intactRecord);
    },
    async stop() {
      await threads.stop();
      await server.stop();
    },
  };
}

async function rewriteFrom({ database }: TestServer, index: number, prevHash?: string): Promise<void> {
  const rows = await database.sql<{ index: number; timestamp: number; prev_hash: Buffer; data: string }>(
    'select index, timestamp, prev_hash, data from blocks where index >= $1 order by index',
    [index],
  );
  let head = { length: index, hash: prevHash ?? rows[0]!.prev_hash.toString('hex'), timestamp: 0 };
  for (const [position, row] of rows.entries()) {
    const data = JSON.parse(row.data);
    const draft = forgeDraft(position === 0 ? { ...data, meta: { location: 'Somewhere else' } } : data);
    const sealed = sealBlocks(head, [draft], row.timestamp);
    const block = sealed.blocks[0]!;
    await database.tamper(
      `update blocks set data = $2, hash = decode($3, 'hex'), prev_hash = decode($4, 'hex') where index = $1`,
      [row.index, block.dataText, block.hash, block.prevHash],
    );
    head = { ...sealed.head, timestamp: row.timestamp };
  }
  await database.tamper(`update ledger_head set hash = decode($1, 'hex')`, [head.hash]);
}
