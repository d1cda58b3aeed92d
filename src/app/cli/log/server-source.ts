import { setTimeout as pause } from 'node:timers/promises';
import { type KeyBlock, tilePath } from '@cairn/ledger-proof';
import { Failure } from '../failure.ts';
import type { LogSource } from './log-source.ts';

const TIMEOUT_MILLISECONDS = 30_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MILLISECONDS = 250;
const CHECKPOINTS_A_PAGE = 500;
/** Reading a long log reaches the server's rate limit, which ends within a minute. */
const REQUESTED_PAUSE_SECONDS_MAX = 90;

/** The public log of a server. */
export type ServerSource = LogSource & {
  /** The signed notes over more than `above` blocks, ascending: a page of them, empty after the last. Untrusted. */
  checkpointsAbove(above: bigint): Promise<readonly string[]>;
};

/** Reads the public log of the server at this address, using only public routes. */
export function serverSource(address: string): ServerSource {
  const base = address.replace(/\/+$/, '');
  const text = async (path: string) => {
    const bytes = await get(`${base}/log/${path}`);
    if (bytes === undefined) throw new NothingSigned(base, path);
    return Buffer.from(bytes).toString('utf8');
  };
  const tile = (level: number | 'entries', index: bigint, width: number) =>
    get(`${base}/log/${tilePath({ level, index, width })}`);
  return {
    name: base,
    vkey: async () => (await text('vkey')).trim(),
    async keyBlocks() {
      const bytes = await get(`${base}/api/chain/keys`);
      return bytes === undefined ? [] : readKeyBlocks(Buffer.from(bytes).toString('utf8'), base);
    },
    checkpoint: () => text('checkpoint'),
    async checkpointsAbove(above) {
      const bytes = await get(`${base}/log/checkpoints?above=${above}&limit=${CHECKPOINTS_A_PAGE}`);
      return bytes === undefined ? [] : readNotes(Buffer.from(bytes).toString('utf8'), base);
    },
    async cosigned(names) {
      const query = names.length === 0 ? '' : `?${new URLSearchParams({ witnesses: names.join(' ') })}`;
      const bytes = await get(`${base}/log/cosigned-checkpoint${query}`);
      return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
    },
    entries: (index, width) => tile('entries', index, width),
    async hashes(index, width) {
      const url = `${base}/log/${tilePath({ level: 0, index, width })}`;
      // The server does not vouch for damaged hashes. They identify the damaged block.
      return get(url).catch((error) => {
        if (error instanceof DamagedLog) return get(`${url}?stored=true`);
        throw error;
      });
    },
  };
}

function readNotes(text: string, base: string): string[] {
  try {
    const { checkpoints } = JSON.parse(text) as { checkpoints: { note: string }[] };
    return checkpoints.map(({ note }) => String(note));
  } catch {
    throw new Failure(`${base} does not publish its checkpoints. Is it a Cairn server?`, 2);
  }
}

/** Parses the server's key announcements. `followKeys` decides whether they are valid. */
function readKeyBlocks(text: string, base: string): KeyBlock[] {
  try {
    const { keys } = JSON.parse(text) as { keys: { block: KeyBlock }[] };
    return keys.map(({ block: { index, data } }) => ({ index, data })).filter(({ index }) => index > 0);
  } catch {
    throw new Failure(`${base} does not publish its signing keys. Is it a Cairn server?`, 2);
  }
}

/** The server has no checkpoint or no key: it is new, not a Cairn server, or lost its checkpoints. */
export class NothingSigned extends Failure {
  constructor(base: string, path: string) {
    super(`${base} has no ${path}. Is it a Cairn server, and has it signed a checkpoint yet?`, 2);
    this.name = 'NothingSigned';
  }
}

/** Thrown if the server found its own data to be damaged. The message is the server's report. */
export class DamagedLog extends Error {}

/** Returns a server's report about its damaged ledger, or undefined for another problem. */
function damageIn(body: Uint8Array): string | undefined {
  try {
    const { code, detail } = JSON.parse(Buffer.from(body).toString('utf8')) as Record<string, unknown>;
    return code === 'ledger.damaged' ? String(detail) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns undefined for 404. Retries while a server is busy or starting, after the delay that it requests. Throws
 * DamagedLog.
 */
async function get(url: string): Promise<Uint8Array | undefined> {
  let problem = '';
  let requestedSeconds = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pause(Math.max(FIRST_PAUSE_MILLISECONDS * 2 ** attempt, requestedSeconds * 1000));
    requestedSeconds = 0;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
      const body = new Uint8Array(await response.arrayBuffer());
      if (response.ok) return body;
      if (response.status === 404) return undefined;
      const damage = response.status === 503 ? damageIn(body) : undefined;
      if (damage !== undefined) throw new DamagedLog(damage);
      problem = `it answered ${response.status}`;
      const seconds = Number(response.headers.get('retry-after') ?? 0);
      if (response.status === 429 && seconds <= REQUESTED_PAUSE_SECONDS_MAX) requestedSeconds = seconds;
      if (response.status < 500 && response.status !== 429) break;
    } catch (error) {
      if (error instanceof DamagedLog) throw error;
      problem = reasonOf(error);
      // No server listens there. Retrying helps only if it is just starting.
      if (problem.includes('ECONNREFUSED') && attempt > 0) break;
    }
  }
  throw new Failure(`Could not read ${url}: ${problem}. Is the server running at this address?`, 2);
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}
