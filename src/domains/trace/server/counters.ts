import { sql } from 'kysely';
import type { SealedBlock } from '#domains/ledger/server/index.ts';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import type { AssetState } from './journey.ts';

/** Keeps totals and the day's counters in step with a batch. */
export function addToCounters(batch: {
  blocks: readonly SealedBlock[];
  touched: readonly AssetState[];
  statusBefore: ReadonlyMap<string, string | undefined>;
  anomalies: number;
}): WriteStatement[] {
  const { blocks, touched, statusBefore } = batch;
  const first = blocks[0];
  if (first === undefined) return [];
  const change = { manufactured: 0, shipped: 0, delivered: 0, 'in transit': 0, unknown: 0 };
  let created = 0;
  for (const { assetId, status } of touched) {
    const before = statusBefore.get(assetId);
    change[status] += 1;
    if (before === undefined) created += 1;
    else change[before as keyof typeof change] -= 1;
  }
  const day = new Date(first.timestamp * 1000).toISOString().slice(0, 10);
  return [
    write`
      update trace_totals set assets = assets + ${created}, events = events + ${blocks.length},
        anomalies = anomalies + ${batch.anomalies}, manufactured = manufactured + ${change.manufactured},
        shipped = shipped + ${change.shipped}, delivered = delivered + ${change.delivered},
        in_transit = in_transit + ${change['in transit']}, unknown = unknown + ${change.unknown}
    `,
    write`
      insert into trace_days (day, first_index, events, assets)
      values (${day}, ${first.index}, ${blocks.length}, ${created})
      on conflict (day) do update set
        events = trace_days.events + excluded.events, assets = trace_days.assets + excluded.assets
    `,
  ];
}

/** Adds to the event counts of participants. */
export function addToEventCounts(counts: ReadonlyMap<string, number>): WriteStatement {
  // In one order, so that two processes never wait for each other.
  const entries = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return write`
    insert into participant_activity (username, event_count)
    select * from unnest(
      ${textArray(entries.map(([name]) => name))}::text[], ${int8Array(entries.map(([, count]) => count))}::bigint[]
    )
    on conflict (username) do update set event_count = participant_activity.event_count + excluded.event_count
  `;
}

type Figures = { readonly events: number; readonly assets: number };
type Period = { readonly from: string; readonly to: string };
const DAY_MILLISECONDS = 86_400_000;
const DAYS_SHOWN = 30;

/** The figures of the dashboard: maintained rows, so they cost the same however long the chain is. */
export async function readCounters(db: Database, today: string) {
  const from = dayBefore(today, DAYS_SHOWN - 1);
  const [totals, days] = await Promise.all([
    db.selectFrom('trace_totals').selectAll().executeTakeFirstOrThrow(),
    readDays(db, { from, to: today }),
  ]);
  return {
    assets: totals.assets,
    events: totals.events,
    anomalies: totals.anomalies,
    byStatus: {
      manufactured: totals.manufactured,
      shipped: totals.shipped,
      delivered: totals.delivered,
      'in transit': totals.in_transit,
      unknown: totals.unknown,
    },
    daily: dayByDay(days, { from, to: today }),
  };
}

/** The figures of a period, day by day, and of the one of equal length right before it. */
export async function readPeriod(db: Database, period: Period) {
  const length = (Date.parse(period.to) - Date.parse(period.from)) / DAY_MILLISECONDS + 1;
  const previous = { from: dayBefore(period.from, length), to: dayBefore(period.from, 1) };
  const days = await readDays(db, { from: previous.from, to: period.to });
  const daily = dayByDay(days, period);
  return { ...period, ...sum(daily), daily, previous: { ...previous, ...sum(dayByDay(days, previous)) } };
}

/** The blocks recorded within a period: from one index up to, not including, another, which is open where the chain ends. */
export async function findBlocksOfPeriod(db: Database, { from, to }: Period) {
  const firstSince = async (day: string) => {
    const { rows } = await sql<{ first_index: number }>`
      select first_index from trace_days where day >= ${day}::date order by day limit 1
    `.execute(db);
    return rows[0]?.first_index;
  };
  const [first, end] = await Promise.all([firstSince(from), firstSince(dayBefore(to, -1))]);
  return first === undefined ? undefined : { from: first, below: end };
}

async function readDays(db: Database, { from, to }: Period): Promise<Map<string, Figures>> {
  const { rows } = await sql<{ day: string } & Figures>`
    select day::text as day, events, assets from trace_days where day between ${from}::date and ${to}::date
  `.execute(db);
  return new Map(rows.map(({ day, events, assets }) => [day, { events, assets }]));
}

/** Every day of a period, also those on which nothing was recorded. */
function dayByDay(days: ReadonlyMap<string, Figures>, { from, to }: Period) {
  const daily: ({ day: string } & Figures)[] = [];
  for (let day = from; day <= to; day = dayBefore(day, -1))
    daily.push({ day, ...(days.get(day) ?? { events: 0, assets: 0 }) });
  return daily;
}

const sum = (daily: readonly Figures[]): Figures => ({
  events: daily.reduce((total, { events }) => total + events, 0),
  assets: daily.reduce((total, { assets }) => total + assets, 0),
});

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MILLISECONDS).toISOString().slice(0, 10);
