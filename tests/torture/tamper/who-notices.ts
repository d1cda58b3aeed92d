import { cp } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { runCairn } from '#app/cli/terminal.fixture.ts';
import type { ServerProcess } from '../server-process.ts';
import type { Detector } from './cases.ts';
import type { Ledger } from './prepare-ledger.ts';

/** A verifier that has not detected the change by then has re-read every block several times. */
const VERDICT_MILLISECONDS = 6000;
const POLL_MILLISECONDS = 50;

type Scene = {
  readonly server: ServerProcess;
  readonly data: string;
  readonly ledger: Ledger;
  /** When the change began, in the milliseconds of `performance`. */
  readonly since: number;
  readonly expected: readonly Detector[];
};

/** Runs every detector, and returns those that detected the change, with the milliseconds since the change. */
export async function findOutWhoNotices({
  server,
  data,
  ledger,
  since,
  expected,
}: Scene): Promise<Map<Detector, number>> {
  const noticed = new Map<Detector, number>();
  const note = (detector: Detector, found: boolean) => found && noticed.set(detector, performance.now() - since);
  note('server', await isReported(server));
  note('validation', await failsValidation(server, ledger.token));
  const stateFolder = `${data}-state`;
  await cp(ledger.stateFolder, stateFolder, { recursive: true });
  const verified = await runCairn(['verify', server.url, '--key', ledger.vkey], { stateFolder });
  note('verify', verified.exitCode === 1);
  if (expected.length === 0 || expected.includes('request')) note('request', await isRefused(server));
  if (expected.length === 0 || expected.includes('rebuild --check')) {
    const rebuilt = await runCairn(['rebuild', '--check'], { environment: { CAIRN_DATA_DIR: data } });
    note('rebuild --check', rebuilt.exitCode === 1);
  }
  return noticed;
}

async function isReported({ url }: ServerProcess): Promise<boolean> {
  const deadline = performance.now() + VERDICT_MILLISECONDS;
  for (;;) {
    const { state } = (await readJson(`${url}/api/chain/validate`)) as { state: string };
    if (state === 'invalid') return true;
    if (performance.now() > deadline) return false;
    await pause(POLL_MILLISECONDS);
  }
}

async function failsValidation({ url }: ServerProcess, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const started = await readJson(`${url}/api/chain/validations`, { method: 'POST', headers });
  for (;;) {
    const job = await readJson(`${url}/api/chain/validations/${started['id']}`, { headers });
    if (job['state'] !== 'running') return job['state'] === 'invalid';
    await pause(POLL_MILLISECONDS);
  }
}

/** Requests a tile of the second level, which `cairn verify` does not read. */
async function isRefused({ url }: ServerProcess): Promise<boolean> {
  return (await readJson(`${url}/log/tile/1/000.p/2`))['code'] === 'ledger.damaged';
}

async function readJson(url: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return isJson ? ((await response.json()) as Record<string, unknown>) : {};
}
