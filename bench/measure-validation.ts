import { hash } from 'node:crypto';
import pg from 'pg';
import { createSigner, readOrigin, readSigningKey } from '#domains/ledger/server/index.ts';
import { systemClock } from '#platform/server/clock.ts';
import { clientConfig } from '#platform/server/database/database.ts';
import { startRunThreads } from '../src/domains/ledger/server/verification/run-threads.ts';
import { validateAll } from '../src/domains/ledger/server/verification/validate-all.ts';
import type { Row } from './report.ts';
import type { Workspace } from './workspace.ts';

const THREADS = 2;

/** Measures a full validation of the stored blocks against one-shot SHA-256 of as many bytes in memory on one core. */
export async function measureValidation(place: Workspace): Promise<Row> {
  const { database, services, config } = place;
  const origin = (await readOrigin(services.database)) ?? '';
  const signer = createSigner(origin, await readSigningKey({ configured: undefined, dataFolder: config.dataFolder }));
  const client = new pg.Client(clientConfig(database.connection));
  await client.connect();
  const { rows } = await client.query<{ blocks: number; bytes: number }>(
    'select count(*) as blocks, avg(length(data))::int as bytes from blocks',
  );
  const blocks = Number(rows[0]?.blocks);
  const threads = startRunThreads(database.connection, THREADS);
  // Starting threads takes a quarter of a second, which is irrelevant for a long validation.
  await Promise.all(threads.executors.map((check) => check(0, 1, 'leaves')));
  const begun = performance.now();
  const fault = await validateAll({
    database: services.database,
    client,
    keys: [{ key: signer.key, from: 0n }],
    recorded: undefined,
    clock: systemClock,
    executors: threads.executors,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const perSecond = blocks / ((performance.now() - begun) / 1000);
  await threads.stop();
  await client.end();
  if (fault !== undefined) throw new Error(`The benchmark's chain is not valid: ${fault.message}`);
  const hashes = hashesPerSecond(Number(rows[0]?.bytes) + 120);
  return {
    what: `validation of ${blocks.toLocaleString('en-US')} stored blocks, ${THREADS} threads`,
    measured: `${Math.round(perSecond).toLocaleString('en-US')} blocks/s`,
    against: `one-shot SHA-256 of the same bytes in memory, one core: ${Math.round(hashes).toLocaleString('en-US')}/s`,
    ratio: perSecond / hashes,
    bar: 0.28,
  };
}

function hashesPerSecond(bytes: number): number {
  const block = Buffer.alloc(bytes, 7);
  const begun = performance.now();
  let done = 0;
  while (performance.now() - begun < 3000)
    for (let n = 0; n < 1000; n++, done++) {
      block.writeUInt32BE(done, 0);
      hash('sha256', block, 'hex');
    }
  return done / ((performance.now() - begun) / 1000);
}
