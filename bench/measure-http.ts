import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { createEventSource } from './event-source.ts';
import type { Row } from './report.ts';

const SECONDS = 10;
const CONNECTIONS = 64;
const TRACING_ROUNDS = 3;

/**
 * Measures full requests (session, validation, permission, append, JSON) against the same Fastify with a constant
 * response, and memory.
 */
export async function measureHttp(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-http-'));
  const server = await start('../src/app/server/main.ts', {
    CAIRN_DATA_DIR: folder,
    CAIRN_DEMO: 'false',
    CAIRN_LOG_LEVEL: 'error',
    PORT: '0',
  });
  const constant = await start('./constant-server.ts', {});
  try {
    const idle = await memoryMegabytes(server.child);
    const appends = await (await appendsTo(server.url))();
    const busy = await memoryMegabytes(server.child);
    const source = createEventSource('HTTP');
    const plain = await load(constant.url, '/', 'a meaningless token'.padEnd(43, '.'), () => ({
      body: JSON.stringify(source.next('bench')),
      key: 'k',
    }));
    return [
      {
        what: `the same over HTTP, ${CONNECTIONS} connections`,
        measured: `${Math.round(appends).toLocaleString('en-US')}/s`,
        against: `Fastify answering a constant to the same request: ${Math.round(plain).toLocaleString('en-US')}/s`,
        ratio: appends / plain,
        bar: 0.18,
      },
      {
        what: 'memory of the server after that load',
        measured: `${busy.toFixed(0)} MB (idle ${idle.toFixed(0)} MB)`,
        against: '600 MB',
        ratio: busy / 600,
        bar: 1,
        lowerIsBetter: true,
      },
    ];
  } finally {
    await Promise.all([end(server.child), end(constant.child)]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures the cost of recording every trace for a full request: the same server with and without, alternating. */
export async function measureTracing(): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-traces-'));
  const common = { CAIRN_DEMO: 'false', CAIRN_LOG_LEVEL: 'error', PORT: '0' };
  const main = '../src/app/server/main.ts';
  const traced = await start(main, { ...common, CAIRN_DATA_DIR: join(folder, 'traced') });
  const bare = await start(main, {
    ...common,
    CAIRN_DATA_DIR: join(folder, 'bare'),
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  try {
    const turns = { traced: await appendsTo(traced.url), bare: await appendsTo(bare.url) };
    const rates = { traced: 0, bare: 0 };
    for (let round = 0; round < TRACING_ROUNDS; round += 1) {
      rates.traced += (await turns.traced()) / TRACING_ROUNDS;
      rates.bare += (await turns.bare()) / TRACING_ROUNDS;
    }
    return {
      what: `the same with every trace kept, ${CONNECTIONS} connections`,
      measured: `${Math.round(rates.traced).toLocaleString('en-US')}/s`,
      against: `with none: ${Math.round(rates.bare).toLocaleString('en-US')}/s`,
      ratio: rates.traced / rates.bare,
      bar: 0.9,
    };
  } finally {
    await Promise.all([end(traced.child), end(bare.child)]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs up, and returns a function that sends events to a server and returns the rate per second. */
async function appendsTo(url: string): Promise<() => Promise<number>> {
  const token = await signUp(url);
  const source = createEventSource('HTTP');
  let n = 0;
  return () =>
    load(url, '/api/add-event', token, () => {
      n += 1;
      return { body: JSON.stringify(source.next('bench')), key: `http-${n}` };
    });
}

function load(url: string, path: string, token: string, next: () => { body: string; key: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections: CONNECTIONS,
        duration: SECONDS,
        requests: [
          {
            method: 'POST',
            path,
            setupRequest: (request) => {
              const { body, key } = next();
              return {
                ...request,
                body,
                headers: {
                  'content-type': 'application/json',
                  authorization: `Bearer ${token}`,
                  'idempotency-key': key,
                },
              };
            },
          },
        ],
      },
      (error, result) => {
        if (error) reject(error);
        else if (result.non2xx > 0) reject(new Error(`${result.non2xx} requests were refused`));
        else resolve(result.requests.average);
      },
    );
    run.on('error', reject);
  });
}

async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user: 'bench',
      password: 'stones-on-stones',
      role: 'manufacturer',
      email: 'bench@example.com',
    }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (token === undefined) throw new Error(`The benchmark failed to sign up: ${response.status}`);
  return token;
}

function start(file: string, environment: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
      env: { PATH: process.env['PATH'] ?? '', CAIRN_LIMITS: 'off', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const url = /http:\/\/[a-z0-9.:]+/.exec(output)?.[0];
      if (url !== undefined) resolve({ child, url });
    });
    child.once('exit', (code) => reject(new Error(`${file} exited with ${code}: ${output}`)));
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** The proportional share of the process's memory (Linux). Its PostgreSQL is a separate process. */
async function memoryMegabytes(child: ChildProcess): Promise<number> {
  const rollup = await readFile(`/proc/${child.pid}/smaps_rollup`, 'utf8');
  return Number(/Pss:\s+(\d+) kB/.exec(rollup)?.[1] ?? 0) / 1024;
}
