import { sql } from 'kysely';
import { measureAppend, measureLatency } from './measure-append.ts';
import { measureBilling } from './measure-billing.ts';
import { measureChain } from './measure-chain.ts';
import { compareGrowth, growTo, measurePace } from './measure-growth.ts';
import { measureHttp, measureTracing } from './measure-http.ts';
import { measureBook, measureOrders } from './measure-market.ts';
import { measureNeighbor } from './measure-neighbor.ts';
import { measurePayments, measureRollImport } from './measure-payments.ts';
import { measureQuestions } from './measure-questions.ts';
import { fillCity, measurePropertySearch, measureTiles } from './measure-registry.ts';
import { fillAssets, measureDashboard, measureSearch } from './measure-search.ts';
import { measureValidation } from './measure-validation.ts';
import { type Row, writeReport } from './report.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const FEW = 10_000;
const PARCELS = 100_000;
const MANY = Number(process.argv[2] ?? 1_000_000);
const SETTINGS = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'wal_sync_method',
  'shared_buffers',
  'max_wal_size',
];

/** Measures every row and writes `bench/RESULTS.md`. `node bench/run.ts 200000` measures with fewer blocks. */
const rows: Row[] = [];
const place = await openWorkspace({ verifies: true });
try {
  await growTo(place, FEW);
  const few = await step('pace at few blocks', () => measurePace(place));
  const one = await step('append, one caller', () => measureAppend(place, 1, 0.3));
  const many = await step('append, 64 callers', () => measureAppend(place, 64, 0.6));
  const crowd = await step('append, 1,024 callers', () => measureAppend(place, 1024, 0.8));
  const neighbor = await step('two domains', () => measureNeighbor(place));
  const latency = await step('latency', () => measureLatency(place, many.perSecond / 2));
  rows.push(
    many,
    crowd,
    one,
    neighbor,
    ...(await step('HTTP', measureHttp)),
    await step('tracing', measureTracing),
    latency,
    await step('embedded chain', () => measureChain(place)),
    await step('payments', () => measurePayments(place)),
    await step('order book', measureBook),
    ...(await step('orders', () => measureOrders(place))),
    await step('roll import', () => measureRollImport(place)),
    await step('billing', () => measureBilling(place)),
    await step('questions', measureQuestions),
  );
  await growTo(place, MANY);
  await step('checkpoint and analyse', () => settle(place));
  rows.push(await step('validation', () => measureValidation(place)));
  rows.push(...compareGrowth(few, await step('pace at many blocks', () => measurePace(place))));
  const assets = await fillAssets(place, MANY);
  await step('checkpoint and analyse', () => settle(place));
  rows.push(await step('asset search', () => measureSearch(place, assets)));
  rows.push(await step('dashboard', () => measureDashboard(place, MANY)));
  await fillCity(place, PARCELS);
  await step('checkpoint and analyse', () => settle(place));
  rows.push(await step('property search', () => measurePropertySearch(place, PARCELS)));
  rows.push(await step('map tiles', () => measureTiles(place, PARCELS)));
  const text = await writeReport(new URL('RESULTS.md', import.meta.url), rows, await readSettings(place));
  process.stdout.write(`${text}\n`);
} finally {
  await place.close();
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  process.stderr.write(`  ${name} …\n`);
  const result = await work();
  for (const row of [result].flat())
    if (isRow(row)) process.stderr.write(`    ${row.what}: ${row.ratio.toFixed(2)} ×\n`);
  return result;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'ratio' in value;
}

/** Waits until the verifier has signed everything and the database has finished its maintenance after loading. */
async function settle({ services, database }: Workspace): Promise<void> {
  const db = services.database;
  const { length } = await db.selectFrom('ledger_head').select('length').executeTakeFirstOrThrow();
  for (;;) {
    const { verified_length } = await db
      .selectFrom('ledger_verifier')
      .select('verified_length')
      .executeTakeFirstOrThrow();
    if (verified_length >= length) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const { default: pg } = await import('pg');
  const owner = new pg.Client(database.ownerConnection as never);
  await owner.connect();
  await owner.query('vacuum analyze');
  await owner.query('checkpoint');
  await owner.end();
}

async function readSettings({ services }: Workspace): Promise<Map<string, string>> {
  const { rows: settings } = await sql<{ name: string; setting: string }>`
    select name, current_setting(name) as setting from pg_settings where name = any(${SETTINGS}::text[]) order by name
  `.execute(services.database);
  return new Map(settings.map(({ name, setting }) => [name, setting]));
}
