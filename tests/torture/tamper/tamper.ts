import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findRunningPostgres } from '#platform/server/embedded-postgres/find-running.ts';
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres/index.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { type Detector, type TamperCase, tamperCases } from './cases.ts';
import { openTables, type Tables } from './chain-rows.ts';
import { type Ledger, prepareLedger } from './prepare-ledger.ts';
import { findOutWhoNotices } from './who-notices.ts';
import { startWitness, type Witness } from './witness.ts';

export type Finding = {
  readonly name: string;
  readonly noticed: ReadonlyMap<Detector, number>;
  readonly right: boolean;
};

/**
 * Alters the ledger of a real server in every way of `tamperCases`, each on its own copy, and measures which detectors
 * detect it, and after how many milliseconds. A finding is right if exactly the expected detectors did. `match` selects
 * cases by name.
 */
export async function tamper(options: {
  match?: string | undefined;
  report: (finding: Finding) => void;
}): Promise<Finding[]> {
  const root = await mkdtemp(join(tmpdir(), 'cairn-tamper-'));
  try {
    const ledger = await prepareLedger(root);
    const findings: Finding[] = [];
    for (const one of tamperCases) {
      if (options.match !== undefined && !one.name.includes(options.match)) continue;
      const finding = await tryCase(one, ledger, join(root, 'attacked'));
      findings.push(finding);
      options.report(finding);
    }
    return findings;
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function tryCase(one: TamperCase, ledger: Ledger, data: string): Promise<Finding> {
  await rm(data, { recursive: true, force: true });
  await cp(ledger.folder, data, { recursive: true });
  const isWitnessed = one.while === 'files' && one.isWitnessed === true;
  const witness = isWitnessed ? await startWitness(ledger, `${data}-witness`) : undefined;
  try {
    await witness?.cosign(data);
    return await attack(one, { ledger, data, witness });
  } finally {
    witness?.stop();
  }
}

type Attacked = { readonly ledger: Ledger; readonly data: string; readonly witness: Witness | undefined };

async function attack(one: TamperCase, { ledger, data, witness }: Attacked): Promise<Finding> {
  if (one.while === 'files') await one.act({ data, backup: ledger.backup });
  if (one.while === 'stopped') await actOnStopped(one.act, data);
  let since = performance.now();
  let server: ServerProcess;
  try {
    server = await startServerProcess({ CAIRN_DATA_DIR: data, ...witness?.environment });
  } catch {
    return judge(one, new Map([['start', performance.now() - since]]));
  }
  try {
    if (one.while === 'running') since = await actOnRunning(one.act, data);
    return judge(one, await findOutWhoNotices({ server, data, ledger, since, expected: one.by }));
  } finally {
    await server.stop();
  }
}

function judge({ name, by }: TamperCase, noticed: ReadonlyMap<Detector, number>): Finding {
  return { name, noticed, right: by.length === noticed.size && by.every((detector) => noticed.has(detector)) };
}

type Act = (tables: Tables) => Promise<void>;

async function actOnStopped(act: Act, data: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ folder: join(data, 'postgres') });
  try {
    await actAsOwner(act, postgres.connection);
  } finally {
    await postgres.stop();
  }
}

/** Returns the time at which the change began, in the milliseconds of `performance`. */
async function actOnRunning(act: Act, data: string): Promise<number> {
  const running = await findRunningPostgres(join(data, 'postgres'));
  if (running === undefined) throw new Error('The server has no running PostgreSQL');
  try {
    const begun = performance.now();
    await actAsOwner(act, running.connection);
    return begun;
  } finally {
    running.close();
  }
}

async function actAsOwner(act: Act, connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await act(await openTables(client));
  } finally {
    await client.end();
  }
}
