import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  formatAddCheckpoint,
  formatCheckpoint,
  formatVerifierKey,
  parseCheckpoint,
  parseNote,
  proveConsistencyFromTiles,
  signNote,
} from '@cairn/ledger-proof';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listWitnesses } from '#domains/ledger/contract.ts';
import { readCheckpoint } from '#domains/ledger/server/checkpoints.ts';
import { tileReader } from '#domains/ledger/server/tiles.ts';
import { record, recordAssets } from '#tests/support/events.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  LEDGER_ORIGIN,
  startTestServer,
  type TestAccount,
  type TestServer,
  testSigner,
} from '#tests/support/test-server.ts';
import { cosignLastCheckpoint, otherTestWitness, testWitness } from '#tests/support/witnesses.ts';
import { runCairn } from '../terminal.fixture.ts';

const key = formatVerifierKey(testSigner().key);
const folder = mkdtempSync(join(tmpdir(), 'cairn-witness-'));
const program = join(import.meta.dirname, '../cairn.ts');

let server: TestServer;
let maker: TestAccount;
const running: ChildProcess[] = [];
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  await recordAssets(server, maker, 'WIT', 20);
  await server.publish();
});
afterEach(async () => {
  for (const one of running.splice(0)) await stop(one, 'SIGTERM');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a witness in its own process, as an operator does. */
async function start(name: string): Promise<{ process: ChildProcess; vkey: string; url: string; folder: string }> {
  const place = join(folder, name);
  const args = [program, 'witness', '--log-key', key, '--name', name, '--folder', place, '--listen', '127.0.0.1:0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const vkey = (await next()).replace('Witness ', '');
  const url = (await next()).replace('listens on ', '');
  return { process: child, vkey, url, folder: place };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const post = (url: string, body: string) => fetch(`${url}/add-checkpoint`, { method: 'POST', body });

async function requestFrom(oldSize: number): Promise<string> {
  const { database } = server.services;
  const { size, note } = (await readCheckpoint(database))!;
  const proof =
    oldSize === 0 || oldSize === size
      ? []
      : await proveConsistencyFromTiles(BigInt(oldSize), BigInt(size), tileReader(database));
  return formatAddCheckpoint({ oldSize: BigInt(oldSize), proof, checkpoint: note });
}

test('a killed witness keeps its last cosigned tree, and refuses a fork and a smaller tree', async () => {
  const before = await start('kill.test');
  expect((await post(before.url, await requestFrom(0))).status).toBe(200);
  const { size } = (await readCheckpoint(server.services.database))!;
  await stop(before.process, 'SIGKILL');

  const after = await start('kill.test');
  expect(after.vkey).toBe(before.vkey);
  const conflict = await post(after.url, await requestFrom(0));
  expect([conflict.status, conflict.headers.get('content-type'), await conflict.text()]).toEqual([
    409,
    'text/x.tlog.size',
    `${size}\n`,
  ]);
  const fork = async (forked: number) => {
    const head = { origin: LEDGER_ORIGIN, size: BigInt(forked), root: new Uint8Array(32).fill(forked) };
    const checkpoint = await signNote(formatCheckpoint(head), [testSigner()]);
    return post(after.url, formatAddCheckpoint({ oldSize: BigInt(Math.min(size, forked)), proof: [], checkpoint }));
  };
  expect((await fork(size)).status).toBe(422);
  expect((await fork(size + 5)).status).toBe(422);
  expect((await fork(size - 5)).status).toBe(409);

  await record(server, maker, 'quality_check', 'WIT-1');
  await server.publish();
  expect((await post(after.url, await requestFrom(size))).status).toBe(200);
});

test('only one of many concurrent requests with the same old size succeeds', async () => {
  const witness = await start('race.test');
  const answers = await Promise.all(Array.from({ length: 20 }, async () => post(witness.url, await requestFrom(0))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
});

test('a witness refuses invalid requests, and serves its last cosigned checkpoint', async () => {
  const witness = await start('door.test');
  expect((await post(witness.url, 'x'.repeat(70_000))).status).toBe(413);
  expect((await post(witness.url, 'old 0')).status).toBe(400);
  expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
  expect((await fetch(witness.url)).status).toBe(404);
  await post(witness.url, await requestFrom(0));
  const [state] = readdirSync(witness.folder).filter((name) => name.endsWith('.checkpoint'));
  const shown = await (await fetch(`${witness.url}/${state!.replace('.checkpoint', '')}/checkpoint`)).text();
  expect(parseCheckpoint(parseNote(shown).text).origin).toBe(LEDGER_ORIGIN);
  expect(parseNote(shown).signatures).toHaveLength(2);
  expect(statSync(join(witness.folder, 'witness-key')).mode & 0o777).toBe(0o600);
});

test('a witness does not start with a damaged state, under a different name, or while another process uses its folder', async () => {
  const witness = await start('safe.test');
  await post(witness.url, await requestFrom(0));
  const args = ['witness', '--log-key', key, '--folder', witness.folder, '--listen', '127.0.0.1:0'];
  expect(await runCairn(args)).toMatchObject({ exitCode: 1, notes: expect.stringContaining('in use by process') });
  await stop(witness.process, 'SIGTERM');
  const other = await runCairn([...args, '--name', 'other.test']);
  expect(other).toMatchObject({ exitCode: 2, notes: expect.stringContaining('its name is permanent') });
  const state = join(witness.folder, readdirSync(witness.folder).find((name) => name.endsWith('.checkpoint'))!);
  writeFileSync(state, readFileSync(state, 'utf8').slice(0, 40));
  expect(await runCairn(args)).toMatchObject({ exitCode: 2, notes: expect.stringContaining('is damaged') });
});

test('a server gets its checkpoints cosigned, and `cairn verify` requires it', async () => {
  const witness = await start('whole.test');
  const witnessed = await startTestServer({ verifies: true, witnesses: `${witness.vkey} ${witness.url}` });
  try {
    const account = await witnessed.account('manufacturer');
    await recordAssets(witnessed, account, 'SEEN', 5);
    const standing = await eventually('the witness has cosigned all six blocks', async () => {
      const { body } = await witnessed.call(listWitnesses, {});
      return body.witnesses.find(({ cosignedSize }) => cosignedSize === 6);
    });
    expect(standing).toMatchObject({ name: 'whole.test', vkey: witness.vkey, cosignedAt: expect.any(String) });
    const url = await witnessed.app.listen({ host: '127.0.0.1', port: 0 });
    const stranger = formatVerifierKey(otherTestWitness.key);
    const exported = join(folder, 'cosigned.export');
    const proof = join(folder, 'cosigned.tlog-proof');
    expect(await runCairn(['export', exported, '--url', url])).toMatchObject({ exitCode: 0 });
    writeFileSync(proof, await (await fetch(`${url}/api/chain/blocks/3/proof.tlog-proof`)).text());
    for (const target of [url, exported, proof]) {
      const verify = (...witnesses: string[]) =>
        runCairn(['verify', target, '--key', key, ...witnesses.flatMap((one) => ['--witness', one])]);
      const good = await verify(witness.vkey);
      expect(good).toMatchObject({
        exitCode: 0,
        out: expect.stringContaining('whole.test cosigned the first 6 blocks'),
      });
      expect(await verify(witness.vkey, stranger)).toMatchObject({
        exitCode: 1,
        out: expect.stringContaining('NOT VALID'),
      });
      expect((await verify(key)).exitCode).toBe(2);
    }
  } finally {
    await witnessed.stop();
  }
});

test('`cairn verify` waits until a witness has cosigned the newest blocks, and accepts no witness that does not', async () => {
  const own = await startTestServer();
  try {
    // A recent cosignature does not excuse that later blocks lack one.
    own.clock.advance(Date.now() - own.clock());
    const account = await own.account('manufacturer');
    await recordAssets(own, account, 'LAG', 3);
    await own.publish();
    await cosignLastCheckpoint(own);
    const url = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const verify = (target: string, wait = '0') =>
      runCairn(['verify', target, '--key', key, '--witness', formatVerifierKey(testWitness.key), '--wait', wait]);
    expect(await verify(url)).toMatchObject({ exitCode: 0 });
    await recordAssets(own, account, 'LATER', 2);
    await own.publish();
    expect(await verify(url)).toMatchObject({
      exitCode: 1,
      out: expect.stringMatching(/^NOT VALID. witness.test.one: cosigned only the first 4 of 6 blocks/),
    });
    const exported = join(folder, 'lag.export');
    expect(await runCairn(['export', exported, '--url', url])).toMatchObject({ exitCode: 0 });
    expect(await verify(exported)).toMatchObject({ exitCode: 1, out: expect.stringContaining('NOT VALID') });
    const waiting = verify(url, '600');
    await recordAssets(own, account, 'NEWER', 1);
    await own.publish();
    await cosignLastCheckpoint(own);
    expect(await waiting).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^VALID. All 7 blocks/) });
  } finally {
    await own.stop();
  }
});
