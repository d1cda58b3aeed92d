import { sql } from 'kysely';
import type { AssetState } from '#domains/trace/contract/journey/asset-state.ts';
import type { AssetStatus } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Differences, describeDifference } from '#platform/server/differences.ts';

/** Returns a recount of everything from the chain. It holds one number per participant and day. */
export function createRecount() {
  const participants = new Map<string, number>();
  type Day = { events: number; assets: number };
  const recordedDays = new Map<string, Day>();
  const happenedDays = new Map<string, Day>();
  const totals = {
    assets: 0,
    events: 0,
    anomalies: 0,
    manufactured: 0,
    shipped: 0,
    delivered: 0,
    in_transit: 0,
    unknown: 0,
  };
  const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
  const columnOf = (status: AssetStatus) => (status === 'in transit' ? 'in_transit' : status);
  const at = (days: Map<string, Day>, milliseconds: number) => {
    const day = days.get(dayOf(milliseconds)) ?? { events: 0, assets: 0 };
    days.set(dayOf(milliseconds), day);
    return day;
  };
  return {
    addBlock(recordedAt: number, happenedAt: number, participant: string | null): void {
      totals.events += 1;
      at(recordedDays, recordedAt).events += 1;
      at(happenedDays, happenedAt).events += 1;
      if (participant !== null) participants.set(participant, (participants.get(participant) ?? 0) + 1);
    },
    addAsset(asset: AssetState, recordedAt: number): void {
      totals.assets += 1;
      totals.anomalies += asset.anomalyCount;
      totals[columnOf(asset.status)] += 1;
      at(recordedDays, recordedAt).assets += 1;
      at(happenedDays, asset.createdAt).assets += 1;
    },
    participants,
    recordedDays,
    happenedDays,
    totals,
  };
}

/** Compares the counters with a recount. With `repair`, writes the recount. */
export async function compareCounters(
  db: Database,
  recount: ReturnType<typeof createRecount>,
  differences: Differences,
  repair: boolean,
): Promise<void> {
  const activity = await db.selectFrom('participant_activity').selectAll().execute();
  await compareRows(
    'participant_activity',
    new Map(activity.map((row) => [row.username, { event_count: row.event_count }])),
    new Map([...recount.participants].map(([name, count]) => [name, { event_count: count }])),
  );
  const days = await db.selectFrom('trace_days').selectAll().execute();
  await compareRows('trace_days', new Map(days.map(({ day, ...row }) => [String(day), row])), recount.recordedDays);
  const happenedDays = await db.selectFrom('trace_happened_days').selectAll().execute();
  await compareRows(
    'trace_happened_days',
    new Map(happenedDays.map(({ day, ...row }) => [String(day), row])),
    recount.happenedDays,
  );
  const { one: _, ...totals } = await db.selectFrom('trace_totals').selectAll().executeTakeFirstOrThrow();
  await compareRows('trace_totals', new Map([['', totals]]), new Map([['', recount.totals]]));

  async function compareRows(
    table: keyof typeof keyColumns,
    kept: ReadonlyMap<string, Record<string, number>>,
    replayed: ReadonlyMap<string, Record<string, number>>,
  ): Promise<void> {
    for (const key of new Set([...kept.keys(), ...replayed.keys()])) {
      const difference = describeDifference(kept.get(key), replayed.get(key));
      if (difference === undefined) continue;
      differences.add(table, key === '' ? difference : `${key}: ${difference}`);
      if (repair) await writeRow(db, table, key, replayed.get(key));
    }
  }
}

const keyColumns = {
  participant_activity: 'username',
  trace_days: 'day',
  trace_happened_days: 'day',
  trace_totals: 'one',
} as const;

/** Updates the row in place: an append that waits for it must find it, or its increment would be lost. */
async function writeRow(
  db: Database,
  table: keyof typeof keyColumns,
  key: string,
  values: Record<string, number> | undefined,
): Promise<void> {
  const column = sql.ref(keyColumns[table]);
  if (values === undefined) {
    await sql`delete from ${sql.table(table)} where ${column}::text = ${key}`.execute(db);
    return;
  }
  const names = sql.join(Object.keys(values).map((name) => sql.ref(name)));
  const changes = Object.keys(values).map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`);
  await sql`
    insert into ${sql.table(table)} (${column}, ${names}) values (${key === '' ? true : key}, ${sql.join(Object.values(values))})
    on conflict (${column}) do update set ${sql.join(changes)}
  `.execute(db);
}
