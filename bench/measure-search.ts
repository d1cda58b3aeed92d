import { sql } from 'kysely';
import { listAssets, readDashboard } from '#domains/trace/server/index.ts';
import { p95 } from './p95.ts';
import type { Row } from './report.ts';
import type { Workspace } from './workspace.ts';

const FILL_STEP = 50_000;
const newest = { sortBy: 'createdAt', sortOrder: 'desc', page: 1, limit: 10 } as const;

/** Typical searches. Each has its own query plan, and the slowest is reported. */
const searches = (assets: number): Readonly<Record<string, Parameters<typeof listAssets>[1]>> => ({
  'no term': newest,
  'a common word': { ...newest, search: 'container' },
  'a common word, by name': { ...newest, search: 'container', sortBy: 'name', sortOrder: 'asc' },
  'a rare word': { ...newest, search: `fill-${String(assets - 7).padStart(8, '0')}` },
  'an absent word': { ...newest, search: 'qzxw' },
  'a place': { ...newest, search: 'bergen dock 7' },
  'one common letter': { ...newest, search: 'c' },
  'one absent letter': { ...newest, search: 'ø' },
  'two letters': { ...newest, search: 'k7' },
  'a common word and two filters': { ...newest, search: 'container', category: 'Pharma', status: 'delivered' },
  'a batch': { ...newest, batch: 'B77' },
  'the two thousandth page': { ...newest, page: 2000 },
});

/** Returns the 95th percentile for a page of assets with its total, for the slowest kind of search. */
export async function measureSearch({ services }: Workspace, assets: number): Promise<Row> {
  const db = services.database;
  const times: { kind: string; p95: number }[] = [];
  for (const [kind, query] of Object.entries(searches(assets))) {
    times.push({ kind, p95: await p95(() => listAssets(db, query)) });
    process.stderr.write(`    ${kind}: ${times.at(-1)?.p95.toFixed(1)} ms\n`);
  }
  const slowest = times.reduce((one, other) => (other.p95 > one.p95 ? other : one));
  return {
    what: `asset search, p95, ${assets.toLocaleString('en-US')} assets, the slowest of ${times.length} kinds`,
    measured: `${slowest.p95.toFixed(1)} ms (${slowest.kind})`,
    against: '150 ms',
    ratio: slowest.p95 / 150,
    bar: 1,
    lowerIsBetter: true,
  };
}

/** Returns the 95th percentile for the dashboard's totals, including a month. */
export async function measureDashboard({ services }: Workspace, blocks: number): Promise<Row> {
  const today = new Date().toISOString().slice(0, 10);
  const period = { from: `${today.slice(0, 8)}01`, to: today };
  const time = await p95(() => readDashboard(services.trace, { clock: 'happened', ...period }));
  return {
    what: `dashboard, p95, ${blocks.toLocaleString('en-US')} blocks`,
    measured: `${time.toFixed(1)} ms`,
    against: '10 ms',
    ratio: time / 10,
    bar: 1,
    lowerIsBetter: true,
  };
}

/** Adds assets to the search tables until there are `wanted`, without events, because only the search is measured. */
export async function fillAssets({ services }: Workspace, wanted: number): Promise<number> {
  const db = services.database;
  const { assets: had } = await db.selectFrom('trace_totals').select('assets').executeTakeFirstOrThrow();
  for (let from = had; from < wanted; from += FILL_STEP) {
    const to = Math.min(from + FILL_STEP, wanted);
    process.stderr.write(`\r  filling in assets: ${to.toLocaleString('en-US')} of ${wanted.toLocaleString('en-US')} `);
    // Written directly to the search tables, because only the search is measured on these assets.
    await sql`
      with numbers as (
        select n, 'FILL-' || lpad(n::text, 8, '0') as asset_id, now() - n * interval '1 second' as at,
          (array['Bergen', 'Antwerp', 'Valencia', 'Kolding', 'Duisburg', 'Gisenyi', 'Basel', 'Delft', 'Murano', 'Oslo'])[1 + n % 10] as place,
          (array['Electronics', 'IoT', 'Food', 'Pharma', 'Luxury'])[1 + n % 5] as category,
          (array['manufactured', 'shipped', 'delivered', 'in transit'])[1 + n % 4] as status
        from generate_series(${from}::integer, ${to - 1}::integer) as n
      ), made as (
        insert into assets (asset_id, name, category, batch, created_index, created_at)
        select asset_id, 'Container ' || n || ' of ' || place, category, 'B' || n % 5000, n, at from numbers
      ), placed as (
        insert into asset_list (asset_id, location, status, last_index, created_at, updated_at, happened_at, event_count, anomaly_count)
        select asset_id, place || ' dock ' || n % 40, status, n, at, at, at, 1, 0 from numbers
      )
      update trace_totals set assets = assets + ${to - from}
    `.execute(db);
  }
  process.stderr.write('\n');
  return Math.max(had, wanted);
}
