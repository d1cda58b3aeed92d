import { sql } from 'kysely';
import type { SealedBlock } from '#domains/ledger/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
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
    sql`
      update trace_totals set assets = assets + ${created}, events = events + ${blocks.length},
        anomalies = anomalies + ${batch.anomalies}, manufactured = manufactured + ${change.manufactured},
        shipped = shipped + ${change.shipped}, delivered = delivered + ${change.delivered},
        in_transit = in_transit + ${change['in transit']}, unknown = unknown + ${change.unknown}
    `,
    sql`
      insert into ledger_days (day, first_index, events, assets)
      values (${day}, ${first.index}, ${blocks.length}, ${created})
      on conflict (day) do update set
        events = ledger_days.events + excluded.events, assets = ledger_days.assets + excluded.assets
    `,
  ];
}

/** The figures of the dashboard: maintained rows, so they cost the same however long the chain is. */
export async function readCounters(db: Database, today: string) {
  const [totals, days] = await Promise.all([
    db.selectFrom('trace_totals').selectAll().executeTakeFirstOrThrow(),
    sql<{ day: string; events: number; assets: number }>`
      select day::text as day, events, assets from ledger_days
      where day > ${today}::date - 30 and day <= ${today}::date order by day
    `.execute(db),
  ]);
  const byDay = new Map(days.rows.map((row) => [row.day, row]));
  const daily = Array.from({ length: 30 }, (_, i) => {
    const day = new Date(Date.parse(today) - (29 - i) * 86_400_000).toISOString().slice(0, 10);
    return { day, events: byDay.get(day)?.events ?? 0, assets: byDay.get(day)?.assets ?? 0 };
  });
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
    daily,
  };
}
