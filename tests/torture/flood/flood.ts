import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startServerProcess } from '../server-process.ts';
import { attacks } from './attacks.ts';
import { type Outcome, send } from './send-requests.ts';

/** One attack: how its requests were answered, and how long the slowest health response took meanwhile. */
export type Flood = {
  readonly attack: string;
  readonly requests: number;
  readonly outcome: Outcome;
  readonly slowestHealthMilliseconds: number;
};

export type FloodOptions = {
  /** The names of the attacks to run; all if omitted. */
  readonly names?: readonly string[];
  readonly report?: (flood: Flood) => void;
};

const PROBE_MILLISECONDS = 20;
const PROBE_ADDRESS = '192.0.2.250';

/**
 * Floods a real server, with its limits on, behind a proxy that it trusts, one attack after another. Asks for the
 * server's health throughout, from another address. Throws if a health response is not 200.
 */
export async function flood({
  names = Object.keys(attacks),
  report = () => undefined,
}: FloodOptions = {}): Promise<Flood[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-flood-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const server = await startServerProcess({
    CAIRN_DATA_DIR: folder,
    CAIRN_LIMITS: 'on',
    // Attacks that the proxy would not pass on come from another loopback address.
    CAIRN_TRUST_PROXY: '127.0.0.1',
  });
  try {
    const floods: Flood[] = [];
    for (const attack of names) {
      const one = await floodOnce(server.url, attack);
      floods.push(one);
      report(one);
    }
    return floods;
  } finally {
    await server.stop();
    process.off('exit', remove);
    remove();
  }
}

async function floodOnce(origin: string, attack: string): Promise<Flood> {
  let slowest = 0;
  let done = false;
  const attacked = runAttack(origin, attack).finally(() => {
    done = true;
  });
  const probed = (async () => {
    while (!done) {
      const began = performance.now();
      const { status, text } = await send(origin, { path: '/api/health', from: PROBE_ADDRESS });
      slowest = Math.max(slowest, performance.now() - began);
      if (status !== 200) throw new Error(`${attack}: health answered ${status} ${text}`);
      await pause(PROBE_MILLISECONDS);
    }
  })();
  const [outcome] = await Promise.all([attacked, probed]);
  const requests = Object.values(outcome).reduce((sum, count) => sum + count, 0);
  return { attack, requests, outcome, slowestHealthMilliseconds: slowest };
}

function runAttack(origin: string, name: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: { origin, name } });
    worker.once('message', (outcome: Outcome) => {
      resolve(outcome);
      void worker.terminate();
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`${name} ended without a result`)));
  });
}

/** Returns a line of the table in docs/security.md. */
export function toTableRow({ attack, requests, outcome, slowestHealthMilliseconds }: Flood): string {
  const answers = Object.entries(outcome).map(([status, count]) => `${count.toLocaleString('en-US')} × ${status}`);
  return `| ${attack} | ${requests.toLocaleString('en-US')} | ${answers.join(', ')} | ${Math.round(slowestHealthMilliseconds)} ms |`;
}
