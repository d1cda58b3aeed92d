import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type ConnectionOptions, clientConfig } from '#platform/server/database/database.ts';

/** The baseline: a table with the columns of `blocks` and a key, and one row per transaction. */
const TABLE = `create table if not exists bench_plain (
  index bigint generated always as identity primary key, timestamp bigint not null, hash bytea not null,
  prev_hash bytea not null, data text not null, action text not null, asset_id text, participant text
)`;
const DATA =
  '{"action":"shipped","asset_id":"BENCH-00000042","meta":{"carrier":"carrier 42","location":"Bergen dock 12","seal":"S123456","temperature_celsius":4.2},"role":"manufacturer","user":"bench"}';
const HASH = 'aa'.repeat(32);
const INSERT = `insert into bench_plain (timestamp, hash, prev_hash, data, action, asset_id, participant)
  values (1700000000, decode('${HASH}', 'hex'), decode('${HASH}', 'hex'), '${DATA}', 'shipped', 'BENCH-00000042', 'bench')`;

export type PlainInsert = { readonly by: string; readonly perSecond: number };

/**
 * Measures bare single-row INSERTs of the same data, prepared, each in its own durable transaction: with `pgbench` if the
 * machine has it, otherwise with the same number of Node connections.
 */
export async function measurePlainInsert(
  owner: ConnectionOptions,
  connections: number,
  seconds: number,
): Promise<PlainInsert> {
  const client = new pg.Client(clientConfig(owner));
  await client.connect();
  await client.query(TABLE);
  try {
    if (spawnSync('pgbench', ['--version']).status === 0)
      return { by: 'pgbench', perSecond: await byPgbench(owner, connections, seconds) };
    return { by: 'node', perSecond: await byNode(owner, connections, seconds) };
  } finally {
    await client.query('drop table bench_plain');
    await client.end();
  }
}

async function byPgbench(owner: ConnectionOptions, connections: number, seconds: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-pgbench-'));
  const script = join(folder, 'insert.sql');
  // pgbench treats `:name` as a variable, even inside a string.
  await writeFile(script, `${INSERT.replaceAll('":"', '": "').replaceAll('\n', ' ')};\n`);
  const args = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds), '-f', script];
  const env = {
    PATH: process.env['PATH'] ?? '',
    PGHOST: owner.host,
    PGPORT: String(owner.port),
    PGUSER: owner.user,
    PGPASSWORD: owner.password,
    PGDATABASE: owner.database,
  };
  const output = await run('pgbench', args, env);
  await rm(folder, { recursive: true, force: true });
  const tps = /tps = ([0-9.]+) \(without/.exec(output)?.[1];
  if (tps === undefined) throw new Error(`Could not parse the output of pgbench: ${output}`);
  return Number(tps);
}

async function byNode(owner: ConnectionOptions, connections: number, seconds: number): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(clientConfig(owner));
      await client.connect();
      return client;
    }),
  );
  const begun = performance.now();
  let done = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - begun < seconds * 1000) {
        await client.query({ name: 'insert', text: INSERT });
        done += 1;
      }
    }),
  );
  const rate = done / ((performance.now() - begun) / 1000);
  await Promise.all(clients.map((client) => client.end()));
  return rate;
}

function run(command: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('exit', () => resolve(output));
  });
}
