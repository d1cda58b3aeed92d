import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { prepareLog } from './prepare-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-log-'));
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ folder });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function readSegments(): Promise<{ name: string }[]> {
  const client = new Client(postgres.connection);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from pg_ls_waldir() order by name');
  await client.end();
  return rows;
}

test('leaves reusable segments after the current one, and no work for the next start', async () => {
  expect((await readSegments()).length).toBeLessThan(10);
  await prepareLog(postgres.connection);
  const prepared = await readSegments();
  expect(prepared.length).toBeGreaterThanOrEqual(50);
  await prepareLog(postgres.connection);
  expect((await readSegments()).length).toBeLessThanOrEqual(prepared.length + 1);
});
