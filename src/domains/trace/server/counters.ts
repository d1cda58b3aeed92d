import { sql } from 'kysely';
import type { EventClock } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

type Figures = { readonly events: number; readonly assets: number };
type Period = { readonly from: string; readonly to: string };
const DAY_MILLISECONDS = 86_400_000;
const DAYS_SHOWN = 30;

/** Reads the dashboard totals from maintained rows, at the same cost however long the chain is. */
export async function readCounters(db: Database, today: string, clock: EventClock) {
  const from = dayBefore(today, DAYS_SHOWN - 1);
  const [totals, days] = await Promise.all([
    db.selectFrom('trace_totals').selectAll().executeTakeFirstOrThrow(),
    readDays(db, { from, to: today }, clock),
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

/** Reads the totals of a period, day by day, and of the previous period of equal length. */
export async function readPeriod(db: Database, period: Period, clock: EventClock) {
  const length = daysOf(period);
  const previous = { from: dayBefore(period.from, length), to: dayBefore(period.from, 1) };
  const days = await readDays(db, { from: previous.from, to: period.to }, clock);
  const daily = dayByDay(days, period);
  return { ...period, ...sum(daily), daily, previous: { ...previous, ...sum(dayByDay(days, previous)) } };
}

const tables = { happened: 'trace_happened_days', recorded: 'trace_days' } as const;

async function readDays(db: Database, { from, to }: Period, clock: EventClock): Promise<Map<string, Figures>> {
  const { rows } = await sql<{ day: string } & Figures>`
    select day::text as day, events, assets from ${sql.table(tables[clock])} where day between ${from}::date and ${to}::date
  `.execute(db);
  return new Map(rows.map(({ day, events, assets }) => [day, { events, assets }]));
}

/** Returns every day of a period, including those without events. */
function dayByDay(days: ReadonlyMap<string, Figures>, { from, to }: Period) {
  return Array.from({ length: daysOf({ from, to }) }, (_, n) => {
    const day = dayBefore(from, -n);
    return { day, ...(days.get(day) ?? { events: 0, assets: 0 }) };
  });
}

const daysOf = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS + 1;

const sum = (daily: readonly Figures[]): Figures => ({
  events: daily.reduce((total, { events }) => total + events, 0),
  assets: daily.reduce((total, { assets }) => total + assets, 0),
});

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MILLISECONDS).toISOString().slice(0, 10);
