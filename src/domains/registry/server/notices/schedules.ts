import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Schedule } from './choose-due.ts';

export type ScheduleVersion = {
  readonly version: number;
  readonly daysBefore: number[];
  readonly daysAfter: number[];
  readonly setBy: string | null;
  readonly setAt: string | null;
};

/** The schedule in effect until a government account sets one. */
const FIRST: ScheduleVersion = { version: 0, daysBefore: [14, 3], daysAfter: [1, 14], setBy: null, setAt: null };

/** Reads the versions of the schedule, newest first, at most `max`. The last one is the default of a new installation. */
export async function readSchedules(db: Database, max: number): Promise<[ScheduleVersion, ...ScheduleVersion[]]> {
  const { rows } = await sql<ScheduleVersion>`
    select version, days_before as "daysBefore", days_after as "daysAfter", set_by as "setBy", set_at as "setAt"
    from notice_schedules order by version desc limit ${max}
  `.execute(db);
  const [newest, ...others] = rows;
  return newest === undefined ? [FIRST] : [newest, ...others, FIRST];
}

/** Adds a version, unless the newest one is the same, so that a repeated request adds only one. */
export async function addSchedule(db: Database, { daysBefore, daysAfter }: Schedule, by: string, at: number) {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('notice_schedules'))`.execute(tx);
    const [newest] = await readSchedules(tx, 1);
    const same = (a: readonly number[], b: readonly number[]) => a.join() === b.join();
    if (same(newest.daysBefore, daysBefore) && same(newest.daysAfter, daysAfter)) return;
    await sql`
      insert into notice_schedules (days_before, days_after, set_by, set_at)
      values (${daysBefore as number[]}::int[], ${daysAfter as number[]}::int[], ${by}, to_timestamp(${at} / 1000.0))
    `.execute(tx);
  });
}
