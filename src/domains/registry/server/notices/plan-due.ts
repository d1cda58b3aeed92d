import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { readBills } from '../taxes/bills.ts';
import { chooseDue, DAY, type Schedule } from './choose-due.ts';
import { insertNotices, type NewNotice } from './insert-notices.ts';
import { type NoticeServices, openOn } from './notice-facts.ts';
import { readSchedules } from './schedules.ts';

/** The maximum delay of a notice for a day on which no server ran. Later ones are left out. */
export const LATEST_MILLISECONDS = 7 * DAY;
const PARCELS_AT_ONCE = 500;

/**
 * Makes the notices of the due days since the previous round, and returns how many bills it read. Safe to repeat and to run in several
 * processes: each combination of bill, due day and day of the schedule makes one notice per owner.
 */
export async function planDue(registry: NoticeServices, mails: boolean, signal?: AbortSignal): Promise<void> {
  const { database, timeZone } = registry;
  const now = registry.clock();
  const [schedule] = await readSchedules(database, 1);
  const from = Math.max(await readDueUntil(database), now - LATEST_MILLISECONDS);
  for (let after = ''; signal?.aborted !== true; ) {
    const propertyIds = await readCandidates(database, schedule, { from, until: now, after });
    const bills = [...(await readBills(database, propertyIds)).values()].flat();
    const notices = bills.flatMap((bill) =>
      chooseDue(bill, schedule, from, now).flatMap(({ kind, due, days, at }): NewNotice[] => {
        const open = openOn(bill, due, now, timeZone);
        if (open === undefined) return [];
        const { billNumber, propertyId } = bill;
        const subject = `bill:${billNumber}:${due}:${days}`;
        return [{ kind, subject, propertyId, billNumber, paymentId: null, due, ...open, payerId: null, at }];
      }),
    );
    await insertNotices(database, notices, { now, mailsFrom: mails ? from : undefined });
    after = propertyIds.at(-1) ?? '';
    if (propertyIds.length < PARCELS_AT_ONCE) {
      await saveDueUntil(database, now);
      return;
    }
  }
}

type Span = { readonly from: number; readonly until: number; readonly after: string };

/** Reads the parcels with an open installment that has a day of the schedule in the time span, or whose bill was issued in it. */
async function readCandidates(
  db: Database,
  { daysBefore, daysAfter }: Schedule,
  { from, until, after }: Span,
): Promise<string[]> {
  const offsets = [...daysBefore.map((days) => -days * DAY), ...daysAfter.map((days) => days * DAY)];
  const { rows } = await sql<{ property_id: string }>`
    select distinct property_id from bills where is_open and property_id > ${after} and (
      issued_at > to_timestamp(${from}::float8 / 1000.0) or exists (
        select 1 from jsonb_array_elements(installments) as i, unnest(${offsets}::bigint[]) as off
        where (i->>'openCents')::bigint > 0 and (i->>'dueAt')::bigint + off > ${from} and (i->>'dueAt')::bigint + off <= ${until}
      )
    )
    order by property_id limit ${PARCELS_AT_ONCE}
  `.execute(db);
  return rows.map((row) => row.property_id);
}

async function readDueUntil(db: Database): Promise<number> {
  const { rows } = await sql<{ until: string }>`
    select greatest(extract(epoch from due_until) * 1000, 0)::bigint::text as until from notice_progress
  `.execute(db);
  return Number(rows[0]?.until ?? 0);
}

async function saveDueUntil(db: Database, until: number): Promise<void> {
  await sql`
    update notice_progress set due_until = greatest(due_until, to_timestamp(${until}::float8 / 1000.0))
  `.execute(db);
}
