import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { openServices } from '#app/server/open-services.ts';
import { prepareDatabase } from '#app/server/prepare-database.ts';
import { findByUsername } from '#domains/participants/server/index.ts';
import { readConfig } from '#platform/server/config.ts';
import { clientConfig } from '#platform/server/database/database.ts';
import { createLog } from '#platform/server/log.ts';
import { runCairn } from './terminal.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const environment = {
  CAIRN_DATA_DIR: join(folder, 'data'),
  CAIRN_DEMO: 'false',
  CAIRN_LEDGER_ORIGIN: 'cli.test/ledger',
};
const cairn = (args: string[], more: { input?: string; secrets?: string[] } = {}) =>
  runCairn(args, { environment, ...more });
const fixture = (name: string) =>
  fileURLToPath(new URL(`../../domains/trace/server/epcis/fixtures/${name}`, import.meta.url));
const journey = fixture('coffee-journey.json');
/** Returns the EPCIS events in an export of the log, in its order. */
const eventsIn = (exported: string): unknown[] =>
  exported
    .trimEnd()
    .split('\n')
    .flatMap((line) => JSON.parse(line).data?.meta?.epcis ?? []);
const invalid = join(folder, 'invalid.json');
writeFileSync(
  invalid,
  '{"@context": "https://ref.gs1.org/standards/epcis/epcis-context.jsonld", "type": "ObjectEvent"}',
);

/** Runs `work` while a server (without its web app) is running on the data folder. */
async function besideServer<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const config = readConfig(environment);
  const prepared = await prepareDatabase(
    config,
    () => undefined,
    () => undefined,
  );
  const services = await openServices({
    config,
    connection: prepared.connection,
    verifies: true,
    log: createLog('silent'),
  });
  const owner = new pg.Client(clientConfig(prepared.ownerConnection));
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
    await services.stop();
    await prepared.stop();
  }
}

describe('the command line on its own data folder', () => {
  test('imports a document without a server, and ends with every block covered by a signed checkpoint', async () => {
    expect(await cairn(['import', 'epcis', journey])).toEqual({
      exitCode: 0,
      notes: '',
      out: '1 document imported: 9 events, 14 new blocks, 0 events already recorded, 6 assets and 5 participants added.',
    });
    const file = join(folder, 'log.export');
    expect(await cairn(['export', file])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('15 blocks are in'),
    });
    expect(await cairn(['verify', file])).toMatchObject({ exitCode: 0, out: expect.stringContaining('All 15 blocks') });
  });

  test('exports the imported events unchanged', async () => {
    const file = join(folder, 'returned.export');
    await cairn(['export', file]);
    const { epcisBody } = JSON.parse(readFileSync(journey, 'utf8'));
    expect(eventsIn(readFileSync(file, 'utf8'))).toEqual(epcisBody.eventList);
  });

  test('imports a folder, rejects invalid documents with the path of the error, and reports skipped files', async () => {
    const documents = join(folder, 'documents');
    mkdirSync(join(documents, 'deep'), { recursive: true });
    copyFileSync(journey, join(documents, 'deep', 'journey.jsonld'));
    copyFileSync(invalid, join(documents, 'invalid.json'));
    writeFileSync(join(documents, 'events.xml'), '<epcis/>');
    const { exitCode, out, notes } = await cairn(['import', 'epcis', documents]);
    expect(exitCode).toBe(1);
    expect(out).toMatch(
      /^1 document imported: 9 events, 0 new blocks, 9 events already recorded.*\n1 document rejected.\n1 file skipped/,
    );
    expect(out).toContain(
      `${join(documents, 'deep', 'journey.jsonld')}: 9 events already recorded\n  /epcisBody/eventList/0 is block 1\n`,
    );
    expect(notes).toContain(
      `${join(documents, 'invalid.json')} was rejected. None of it was stored:\n  /eventTime is missing`,
    );
  });

  test('compares stored rows with a replay', async () => {
    expect(await cairn(['rebuild', '--check'])).toEqual({
      exitCode: 0,
      notes: '',
      out: 'Every table that follows from the chain matches it.',
    });
  });

  test('creates an administrator who can sign in', async () => {
    const made = await cairn(['admin', 'create', 'ada', '--email', 'ada@cli.test', '--password-stdin'], {
      input: 'nine lovelace engines\n',
    });
    expect(made).toEqual({ exitCode: 0, notes: '', out: 'ada is now an administrator and can sign in.' });
    const config = readConfig(environment);
    const prepared = await prepareDatabase(
      config,
      () => undefined,
      () => undefined,
    );
    const services = await openServices({
      config,
      connection: prepared.connection,
      verifies: false,
      log: createLog('silent'),
    });
    const found = await findByUsername(services.database, 'ada');
    const fits = await services.participants.passwords.verify(found?.passwordHash, 'nine lovelace engines');
    await services.stop();
    await prepared.stop();
    expect([found?.account.role, found?.account.administrator, fits]).toEqual(['other', true, true]);
  });

  const refusals: [string, string[], { input?: string; secrets?: string[] }, number, string][] = [
    [
      'a username that is taken',
      ['ADA', '--email', 'a@cli.test'],
      { secrets: ['long and odd', 'long and odd'] },
      1,
      'is taken',
    ],
    [
      'two passwords',
      ['eve', '--email', 'e@cli.test'],
      { secrets: ['long and odd', 'long and old'] },
      2,
      'do not match',
    ],
    ['a common password', ['eve', '--email', 'e@cli.test'], { secrets: ['password', 'password'] }, 1, 'too common'],
    ['a short password', ['eve', '--email', 'e@cli.test', '--password-stdin'], { input: 'abc' }, 1, 'at least 6'],
    ['no terminal to prompt', ['eve', '--email', 'e@cli.test'], {}, 2, '--password-stdin'],
    ['no e-mail address', ['eve'], {}, 2, '--email'],
  ];
  test.each(refusals)('creates no administrator with %s', async (_, args, more, exitCode, message) => {
    expect(await cairn(['admin', 'create', ...args], more)).toMatchObject({
      exitCode,
      notes: expect.stringContaining(message),
    });
  });
});

describe('while a server is running', () => {
  test('imports a document, and the server signs a checkpoint over it', () =>
    besideServer(async () => {
      const document = join(folder, 'another.json');
      const event = {
        type: 'ObjectEvent',
        eventTime: '2026-03-05T00:00:00Z',
        eventTimeZoneOffset: '+00:00',
        action: 'OBSERVE',
        epcList: ['urn:x:beside'],
      };
      writeFileSync(
        document,
        JSON.stringify({ '@context': ['https://ref.gs1.org/standards/epcis/epcis-context.jsonld'], ...event }),
      );
      expect(await cairn(['import', 'epcis', document, '--as', 'gln-4012345000009'])).toMatchObject({
        exitCode: 0,
        out: expect.stringContaining('1 new block,'),
      });
      expect(await cairn(['export', join(folder, 'beside.export')])).toMatchObject({
        exitCode: 0,
        out: expect.stringContaining('16 blocks'),
      });
    }));

  test('compares stored rows but does not repair them', () =>
    besideServer(async (owner) => {
      expect(await cairn(['rebuild', '--check'])).toMatchObject({ exitCode: 0 });
      await owner.query(`update asset_states set status = 'unknown'`);
      const { exitCode, out } = await cairn(['rebuild', '--check']);
      expect([exitCode, out]).toEqual([
        1,
        expect.stringMatching(/^assets: \d differences\n {2}http.*: status is "unknown"/),
      ]);
      expect(await cairn(['rebuild'])).toMatchObject({ exitCode: 2, notes: expect.stringContaining('Stop it first') });
    }));

  test('repairs them once the server has stopped', async () => {
    expect(await cairn(['rebuild'])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('All differences are repaired.'),
    });
    expect(await cairn(['rebuild', '--check'])).toMatchObject({ exitCode: 0 });
  });
});

describe('the demo world', () => {
  test('is rejected for a ledger created for real use, and in production', async () => {
    expect(await cairn(['demo'])).toMatchObject({
      exitCode: 1,
      notes: expect.stringContaining('created for real use'),
    });
    const production = { NODE_ENV: 'production', CAIRN_LEDGER_ORIGIN: 'cli.test/ledger' };
    expect(await runCairn(['demo'], { environment: production })).toMatchObject({
      exitCode: 2,
      notes: expect.stringContaining('production'),
    });
  });

  test('fills an empty ledger once', async () => {
    const empty = { CAIRN_DATA_DIR: join(folder, 'demo') };
    expect(await runCairn(['demo'], { environment: empty })).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/: [\d,]+ blocks\.$/),
    });
    expect(await runCairn(['demo'], { environment: empty })).toMatchObject({
      exitCode: 0,
      out: 'The demo data is already there.',
    });
    expect(await runCairn(['rebuild', '--check'], { environment: empty })).toMatchObject({ exitCode: 0 });
  });
});

describe('usage', () => {
  test.each([
    ['help', ['--help'], 0],
    ['help on a command', ['import', 'epcis', '--help'], 0],
    ['nothing', [], 2],
    ['an unknown command', ['exprot'], 2],
    ['a missing argument', ['export'], 2],
    ['a missing file', ['import', 'epcis', join(folder, 'nothing.json')], 2],
    ['a folder without documents', ['import', 'epcis', fixture('../../rebuild')], 2],
  ])('exits with the documented code: %s', async (_, args, exitCode) => {
    const outcome = await cairn(args);
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.out + outcome.notes).not.toBe('');
  });

  test('the launcher forwards arguments and the exit code', () => {
    const launcher = fileURLToPath(new URL('./cairn.js', import.meta.url));
    const run = (...args: string[]) => spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' });
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: cairn') });
    expect(run('verify', 'http://127.0.0.1:9', '--key', 'x')).toMatchObject({ status: 2 });
  });
});
