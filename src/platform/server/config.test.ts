import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
  return [];
}

describe('the configuration', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: undefined,
      dataFolder: resolve('data'),
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      databasePoolSize: 12,
      demo: true,
      ledgerKey: undefined,
      ledgerOrigin: undefined,
      logLevel: 'warn',
      peers: { list: undefined, tls: 'required' },
      trustProxy: false,
      liveStreams: { perAddress: 20, total: 2000 },
      connectionLimits: { perAddress: 1000, total: expect.toSatisfy((total: number) => total > 0 && total <= 10_000) },
      rateLimits: {
        read: { perAddress: 30_000, perAccount: 6000 },
        search: { perAddress: 6000, perAccount: 1200 },
        write: { perAddress: 12_000, perAccount: 6000 },
        heavy: { perAddress: 600, perAccount: 120 },
        'sign-in': { perAddress: 300, perAccount: 60 },
        stream: { perAddress: 600, perAccount: 120 },
        file: { perAddress: 60_000, perAccount: undefined },
      },
      recordingQuotas: {
        firstDay: { events: 5000, bytes: 10_000_000 },
        laterDays: { events: 200_000, bytes: 1_000_000_000 },
      },
      city: { timeZone: 'America/Detroit' },
      billing: { enabled: true, contact: undefined, seller: undefined },
      market: { overdueTax: 'warn' },
      chain: { external: undefined, operatorKey: undefined, feeMax: 500n * 10n ** 9n, pauseMinutes: 10 },
      paymentAddresses: { usdc: undefined, router: undefined, treasury: undefined },
      telemetry: {
        serviceName: 'cairn',
        sampledShare: 1,
        collector: undefined,
        phoenix: undefined,
        hideInputs: true,
        hideOutputs: true,
        metricsPort: undefined,
        metricsToken: undefined,
      },
      stripe: undefined,
      mail: undefined,
    });
  });

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', CAIRN_DEMO: '' })).toEqual(readConfig({}));
  });

  test('reports all problems together, each with its variable', () => {
    const problems = problemsOf({
      PORT: '70000',
      NODE_ENV: 'staging',
      CAIRN_DEMO: 'maybe',
      DATABASE_URL: 'mysql://x',
      DATABASE_POOL: '1',
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(
      expect.arrayContaining(['PORT', 'NODE_ENV', 'CAIRN_DEMO', 'DATABASE_URL', 'DATABASE_POOL']),
    );
    expect(new ConfigError(problems).message).toMatch(/^The configuration has 5 problems:\n {2}/);
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '3000.5' }, 'PORT'],
    [{ CAIRN_PUBLIC_URL: 'ftp://x' }, 'CAIRN_PUBLIC_URL'],
    [{ CAIRN_LEDGER_ORIGIN: 'two words' }, 'CAIRN_LEDGER_ORIGIN'],
    [{ CAIRN_LEDGER_ORIGIN: 'a+b' }, 'CAIRN_LEDGER_ORIGIN'],
    [{ DATABASE_OWNER_URL: 'postgres://localhost/y' }, 'DATABASE_OWNER_URL'],
    [{ CAIRN_DATABASE_TLS: 'off' }, 'CAIRN_DATABASE_TLS'],
    [{ CAIRN_LOG_LEVEL: 'loud' }, 'CAIRN_LOG_LEVEL'],
    [{ DATABASE_URL_FILE: '/nowhere/at/all' }, 'DATABASE_URL_FILE'],
    [{ CAIRN_LIMITS: 'some' }, 'CAIRN_LIMITS'],
    [{ CAIRN_LIMIT_READ: '0' }, 'CAIRN_LIMIT_READ'],
    [{ CAIRN_LIMIT_READ: '100/' }, 'CAIRN_LIMIT_READ'],
    [{ CAIRN_LIMIT_READ: '1/99999999' }, 'CAIRN_LIMIT_READ'],
    [{ CAIRN_QUOTA_DAY: '1000' }, 'CAIRN_QUOTA_DAY'],
    [{ CAIRN_QUOTA_FIRST_DAY: '0/5' }, 'CAIRN_QUOTA_FIRST_DAY'],
  ] as const)('refuses %j', (environment, variable) => {
    expect(problemsOf(environment)).toEqual([expect.stringMatching(new RegExp(`^${variable}: `))]);
  });

  test('reads secrets from files, and rejects a secret that is set twice', () => {
    const file = join(folder, 'key');
    writeFileSync(file, '  secret\n');
    expect(readConfig({ CAIRN_LEDGER_KEY_FILE: file }).ledgerKey).toBe('secret');
    expect(problemsOf({ CAIRN_LEDGER_KEY_FILE: file, CAIRN_LEDGER_KEY: 'x' })).toEqual([
      'CAIRN_LEDGER_KEY: is set together with CAIRN_LEDGER_KEY_FILE. Set only one of them',
    ]);
  });

  test('in production listens on all interfaces, rejects demo mode, and requires a name for the log', () => {
    const config = readConfig({ NODE_ENV: 'production', CAIRN_PUBLIC_URL: 'https://cairn.example.org///' });
    expect(config).toMatchObject({
      production: true,
      host: '0.0.0.0',
      demo: false,
      publicUrl: 'https://cairn.example.org',
    });
    expect(problemsOf({ NODE_ENV: 'production', CAIRN_DEMO: 'true' })).toEqual([
      expect.stringContaining('CAIRN_DEMO: must be off in production'),
      expect.stringContaining('CAIRN_LEDGER_ORIGIN: is required in production'),
    ]);
  });

  test('turns demo mode off with DATABASE_URL unless CAIRN_DEMO is set', () => {
    const DATABASE_URL = 'postgres://u@localhost/d';
    expect(readConfig({ DATABASE_URL }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, CAIRN_DEMO: '1' }).demo).toBe(true);
    expect(readConfig({ CAIRN_DEMO: '0' }).demo).toBe(false);
  });

  test.each([
    'postgres://u@LOCALHOST/d',
    'postgres://u@127.8.9.10/d',
    'postgres://u@[::1]/d',
    'postgres://u@ignored/d?host=%2Frun%2Fpostgresql',
    'postgres://u@db.example.org/d?sslmode=require',
    'postgres://u@db.example.org/d?sslmode=verify-ca',
    'postgres://u@db.example.org/d?sslmode=verify-full',
  ])('accepts the database %s', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL, DATABASE_OWNER_URL: DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  test.each([
    'postgres://u:hunter2@db.example.org/d',
    'postgres://u:hunter2@db.example.org/d?sslmode=disable',
    'postgres://u:hunter2@db.example.org/d?sslmode=prefer',
    'postgres://u:hunter2@db.example.org/d?sslmode=require&sslrootcert=/nowhere/ca.pem',
    'postgres://u:hunter2@10.0.0.1/d',
    'postgres://u:hunter2@[fd00::1]/d',
    'postgres://u:hunter2@localhost.example.org/d',
    'postgres://u:hunter2@127.example.org/d',
    'postgres://u:hunter2@localhost/d?host=db.example.org',
  ])('refuses the database %s, and does not reveal its password', (url) => {
    const problems = problemsOf({ DATABASE_URL: url });
    expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL: /)]);
    expect(problems.join()).not.toContain('hunter2');
    expect(problemsOf({ DATABASE_URL: 'postgres://u@localhost/d', DATABASE_OWNER_URL: url })).toEqual([
      expect.stringMatching(/^DATABASE_OWNER_URL: /),
    ]);
  });

  test('names both ways to use a database on another machine', () => {
    const DATABASE_URL = 'postgres://u@db.example.org/d';
    expect(problemsOf({ DATABASE_URL })[0]).toMatch(/sslmode=verify-full.*CAIRN_DATABASE_TLS=optional/);
    expect(readConfig({ DATABASE_URL, CAIRN_DATABASE_TLS: 'optional' }).databaseUrl).toBe(DATABASE_URL);
  });

  test.each([{ HOST: '0.0.0.0' }, { HOST: '::' }, { HOST: '10.0.0.5' }, { HOST: 'cairn.example.org' }])(
    'refuses demo mode on %j unless CAIRN_DEMO_PUBLIC allows it',
    (environment) => {
      expect(problemsOf(environment)).toEqual([
        expect.stringMatching(/^HOST: .*CAIRN_DEMO=false.*CAIRN_DEMO_PUBLIC=true/),
      ]);
      expect(readConfig({ ...environment, CAIRN_DEMO_PUBLIC: 'true' })).toMatchObject({ demo: true });
      expect(readConfig({ ...environment, CAIRN_DEMO: 'false' })).toMatchObject({
        host: environment.HOST,
        demo: false,
      });
    },
  );

  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('allows demo mode on HOST=%s', (HOST) => {
    expect(readConfig({ HOST })).toMatchObject({ host: HOST, demo: true });
  });

  test('limits requests by address and account, or by address alone', () => {
    const { rateLimits } = readConfig({ CAIRN_LIMIT_SEARCH: '50/5', CAIRN_LIMIT_STREAM: '9' });
    expect(rateLimits).toMatchObject({
      search: { perAddress: 50, perAccount: 5 },
      stream: { perAddress: 9, perAccount: undefined },
    });
  });

  test('turns limits off with CAIRN_LIMITS=off, but not in production', () => {
    expect(readConfig({ CAIRN_LIMITS: 'off' })).toMatchObject({
      connectionLimits: undefined,
      rateLimits: undefined,
      recordingQuotas: undefined,
    });
    const production = { NODE_ENV: 'production', CAIRN_PUBLIC_URL: 'https://cairn.example.org' };
    expect(readConfig(production).rateLimits).toBeDefined();
    expect(problemsOf({ ...production, CAIRN_LIMITS: 'off' })).toEqual([
      expect.stringContaining('CAIRN_LIMITS: must be on in production'),
    ]);
  });

  test('never includes a secret in an error', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres//user:hunter2@host' }).join()).not.toContain('hunter2');
  });

  test.each([
    ['false', false],
    ['0', false],
    ['1', 1],
    ['3', 3],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ])('trusts proxies as in CAIRN_TRUST_PROXY=%s', (value, trusted) => {
    expect(readConfig({ CAIRN_TRUST_PROXY: value }).trustProxy).toEqual(trusted);
  });

  test.each(['true', '11', '-1', 'nginx', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '10.0.0.0/'])(
    'refuses CAIRN_TRUST_PROXY=%s',
    (value) => {
      expect(problemsOf({ CAIRN_TRUST_PROXY: value })).toEqual([expect.stringMatching(/^CAIRN_TRUST_PROXY: ./)]);
    },
  );

  test('explains why CAIRN_TRUST_PROXY must not be true', () => {
    expect(problemsOf({ CAIRN_TRUST_PROXY: 'true' })).toEqual([
      'CAIRN_TRUST_PROXY: must not be true: any client could forge its address. Set the number of proxies in front of the server, such as 1, or their addresses, such as 10.0.0.0/8',
    ]);
  });
});
