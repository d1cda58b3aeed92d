import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** More than a segment of PostgreSQL's own log (16 MiB), so that tables reach the limit and the log does not. */
const FILE_BYTES_MAX = 17_000_000;
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

let folder: string;
let server: ServerProcess;
let token: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-disk-full-'));
  server = await startServerProcess({ CAIRN_DATA_DIR: folder });
  const body = { user: 'packrat', password: 'stones-on-stones', role: 'manufacturer', email: 'packrat@example.com' };
  token = ((await (await post('/api/register', body)).json()) as { token: string }).token;
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const post = (path: string, body: unknown, key?: string) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });

const get = async (path: string) => (await fetch(server.url + path)).json();

/** An asset whose first event is barely compressible. */
const bulky = (n: number) => ({
  user: 'packrat',
  action: 'manufactured',
  asset_id: `BULK-${n}`,
  meta: { additional_data: randomBytes(22_000).toString('hex') },
});

/** Prevents files of the embedded PostgreSQL from growing beyond `bytes`, like a full disk. */
function limitFiles(bytes: number | 'unlimited'): void {
  const postmaster = Number.parseInt(readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10);
  const parentOf = (pid: number) => {
    try {
      return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    } catch {
      // It has ended in the meantime.
      return 0;
    }
  };
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  for (const pid of [postmaster, ...all.filter((pid) => parentOf(pid) === postmaster)])
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}

describe.runIf(hasPrlimit)('a full disk', () => {
  test('causes a clear error without partial changes, and needs no restart once there is space', async () => {
    limitFiles(FILE_BYTES_MAX);
    const bodies: ReturnType<typeof bulky>[] = [];
    const recorded: number[] = [];
    let refused: Response | undefined;
    for (let n = 0; refused === undefined && n < 2000; n++) {
      bodies.push(bulky(n));
      const answer = await post('/api/add-event', bodies[n], `bulk-${n}`);
      if (answer.status === 200) recorded.push(((await answer.json()) as { block: { index: number } }).block.index);
      else refused = answer;
    }
    expect(refused?.status).toBe(503);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(await refused?.json()).toMatchObject({
      code: 'server.unavailable',
      detail: "The ledger couldn't be written. No partial changes were saved.",
    });
    expect(await get('/api/chain?limit=1')).toMatchObject({ length: recorded.length + 1 });

    limitFiles('unlimited');
    const last = bodies.length - 1;
    const again = await post('/api/add-event', bodies[last], `bulk-${last}`);
    expect(again.status).toBe(200);
    const { block } = (await again.json()) as { block: { index: number } };
    expect([...recorded, block.index]).toEqual(bodies.map((_, n) => n + 1));
    const verdict = await eventually('every block is verified', async () => {
      const now = (await get('/api/chain/validate')) as { verifiedBlocks: number; valid: boolean };
      return now.verifiedBlocks === bodies.length + 1 && now;
    });
    expect(verdict.valid).toBe(true);
  });
});
