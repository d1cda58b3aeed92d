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

/** Full requests (session, validation, permission, append, JSON) beside the same Fastify answering a constant; and memory. */
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
    const token = await signUp(server.url);
    const source = createEventSource('HTTP');
    let n = 0;
    const appends = await load(server.url, '/api/add-event', token, () => {
      n += 1;
      return { body: JSON.stringify(source.next('bench')), key: `http-${n}` };
    });
    const busy = await memoryMegabytes(server.child);
    const plain = await load(constant.url, '/', token, () => ({
      body: JSON.stringify(source.next('bench')),
      key: 'k',
    }));
    return [
      {
        what: `the same over HTTP, ${CONNECTIONS} connections`,
        measured: `${Math.round(appends).toLocaleString('en-US')}/s`,
        against: `Fastify answering a constant to the same request: ${Math.round(plain).toLocaleString('en-US')}/s`,
        ratio: appends / plain,
        bar: 0.3,
      },
      {
        what: 'memory of the server after that load',
        measured: `${busy.toFixed(0)} MB (idle ${idle.toFixed(0)} MB)`,
        against: '250 MB',
        ratio: busy / 250,
        bar: 1,
        lowerIsBetter: true,
      },
    ];
  } finally {
    await Promise.all([end(server.child), end(constant.child)]);
    await rm(folder, { recursive: true, force: true });
  }
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
  if (token === undefined) throw new Error(`The benchmark could not sign up: ${response.status}`);
  return token;
}

function start(file: string, environment: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  return new Promise((resolve, reject) => {
    // As `npm start` does: a young heap that stays small pauses for less long and keeps less.
    const child = spawn(process.execPath, ['--max-semi-space-size=4', fileURLToPath(new URL(file, import.meta.url))], {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const url = /http:\/\/[0-9.:]+/.exec(output)?.[0];
      if (url !== undefined) resolve({ child, url });
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${output}`)));
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Proportional share of what the process holds in memory (Linux). Its PostgreSQL is a process of its own. */
async function memoryMegabytes(child: ChildProcess): Promise<number> {
  const rollup = await readFile(`/proc/${child.pid}/smaps_rollup`, 'utf8');
  return Number(/Pss:\s+(\d+) kB/.exec(rollup)?.[1] ?? 0) / 1024;
}
