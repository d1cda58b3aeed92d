import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');
const WAIT_MILLISECONDS = 120_000;
let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-start-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

/** Runs `npm start` as a person would, in its own process group so that a signal reaches it as Ctrl-C does. */
function npmStart(environment: Record<string, string>): Started {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('npm', ['start'], { cwd: repository, env: { PATH, HOME, ...environment }, detached: true });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise<number | null>((done) =>
    child.once('exit', (code) => {
      running.delete(child);
      done(code);
    }),
  );
  return { child, output: () => text, ended };
}

async function untilReady({ output, ended }: Started): Promise<string> {
  let over = false;
  void ended.then(() => (over = true));
  const deadline = Date.now() + WAIT_MILLISECONDS;
  for (;;) {
    const address = /is ready after [^:]+: (http\S+)/.exec(output())?.[1];
    if (address !== undefined && output().includes('Press Ctrl-C to stop.')) return address;
    if (over || Date.now() > deadline) throw new Error(`It did not become ready:\n${output()}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

const pressCtrlC = ({ child }: Started) => process.kill(-(child.pid ?? 0), 'SIGINT');

describe('npm start', () => {
  it('prints each step with its duration, the URL and the demo accounts, and stops within three seconds on Ctrl-C', async () => {
    const server = npmStart({ PORT: '0', CAIRN_DATA_DIR: join(folder, 'data') });
    const address = await untilReady(server);
    for (const step of ['database', 'ledger', 'demo world', 'web server'])
      expect(server.output()).toMatch(new RegExp(`${step} +[0-9.]+ m?s`));
    expect(server.output()).toContain('demo-maker         cairn-demo');
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
    const login = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo-maker', password: 'cairn-demo' }),
    });
    expect(login.status).toBe(200);
    const begun = performance.now();
    pressCtrlC(server);
    await server.ended;
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  it('keeps recorded events, and a second start on the folder names the process that uses it', async () => {
    const data = join(folder, 'data');
    const first = npmStart({ PORT: '0', CAIRN_DATA_DIR: data });
    const address = await untilReady(first);
    const { blockchain_length } = (await (await fetch(`${address}/api/health`)).json()) as {
      blockchain_length: number;
    };
    expect(blockchain_length).toBeGreaterThan(800);
    const second = npmStart({ PORT: '0', CAIRN_DATA_DIR: data });
    expect(await second.ended).not.toBe(0);
    expect(second.output()).toMatch(/in use by process \d+ on host/);
    pressCtrlC(first);
    await first.ended;
  });

  it('reports a taken port immediately, and how to choose another', async () => {
    const taken = createServer();
    const port = await new Promise<number>((done) =>
      taken.listen(0, '127.0.0.1', () => done((taken.address() as { port: number }).port)),
    );
    const server = npmStart({ PORT: String(port), CAIRN_DATA_DIR: join(folder, 'other') });
    expect(await server.ended).not.toBe(0);
    expect(server.output()).toContain(`Port ${port} is in use by another program.`);
    expect(server.output()).toContain(`PORT=${port + 1} npm start`);
    await new Promise((done) => taken.close(done));
  });

  it('lists all configuration problems together', async () => {
    const server = npmStart({ PORT: 'many', CAIRN_DEMO: 'perhaps' });
    expect(await server.ended).not.toBe(0);
    expect(server.output()).toContain('PORT:');
    expect(server.output()).toContain('CAIRN_DEMO:');
  });
});

describe('the README', () => {
  it('names only commands that exist', async () => {
    const readme = await readFile(join(repository, 'README.md'), 'utf8');
    const { scripts } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { scripts: object };
    const named = [...readme.matchAll(/npm (?:run )?([a-z]+)/g)].map((match) => match[1] ?? '');
    expect(named).toContain('start');
    for (const name of named.filter((word) => !['and', 'is', 'registry'].includes(word)))
      expect(Object.keys(scripts)).toContain(name);
  });
});

describe('docs/configuration.md', () => {
  it('documents every variable that the server reads', async () => {
    const page = await readFile(join(repository, 'docs/configuration.md'), 'utf8');
    const sources = ['config.ts', 'limits-config.ts', 'model-config.ts', 'telemetry/telemetry-config.ts'].map((file) =>
      readFile(join(repository, 'src/platform/server', file), 'utf8'),
    );
    const read = [...(await Promise.all(sources)).join('\n').matchAll(/^ {2}([A-Z_]+): /gm)].map(
      (match) => match[1] ?? '',
    );
    expect(read.length).toBeGreaterThan(25);
    for (const name of read) expect(page).toContain(`| \`${name}\` |`);
  });
});
