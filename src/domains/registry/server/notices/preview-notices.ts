import { sql } from 'kysely';
import type { NoticeKind } from '#domains/registry/contract/notices.ts';
import { formatCents } from '#platform/contract/money.ts';
import { dayIn } from '#platform/server/time-zone.ts';
import { DAY, type Schedule } from './choose-due.ts';
import { addressOfParty } from './insert-notices.ts';
import type { NoticeFacts, NoticeServices } from './notice-facts.ts';
import { writeLetter } from './write-letter.ts';

const AHEAD_MILLISECONDS = 90 * DAY;
const DAYS_MAX = 100;

type DueDay = {
  readonly due: string;
  readonly dueAt: number;
  readonly bills: number;
  readonly cents: number;
  readonly byMail: number;
  readonly inPortal: number;
  readonly unreachable: number;
};

/** Returns the notices that a schedule would make for currently open bills, by day, with a sample of each letter. Stores nothing. */
export async function previewNotices(registry: NoticeServices, { daysBefore, daysAfter }: Schedule) {
  const now = registry.clock();
  const latest = Math.max(0, ...daysAfter) * DAY;
  const dueDays = await readDueDays(registry, now - latest, now + AHEAD_MILLISECONDS + 120 * DAY);
  const offsets = [
    ...daysBefore.map((days) => ({ kind: 'due_soon' as const, days, offset: -days * DAY })),
    ...daysAfter.map((days) => ({ kind: 'overdue' as const, days, offset: days * DAY })),
  ];
  const days = dueDays.flatMap(({ dueAt, ...of }) =>
    offsets.flatMap(({ kind, days: number, offset }) => {
      const at = dueAt + offset;
      if (at <= now || at > now + AHEAD_MILLISECONDS) return [];
      const day = dayIn(at, registry.timeZone);
      return [{ ...of, at: new Date(at).toISOString(), day, kind, days: number, formatted: formatCents(of.cents) }];
    }),
  );
  return {
    days: days.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(0, DAYS_MAX),
    letters: samplesOf(dayIn(now, registry.timeZone), dayIn(now + 30 * DAY, registry.timeZone)).map((facts) => {
      const { subject, text } = writeLetter(facts, registry.city, '0'.repeat(32));
      return { kind: facts.kind, subject, text };
    }),
  };
}

async function readDueDays({ database }: NoticeServices, from: number, to: number): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    select due, due_at as "dueAt", count(distinct bill_number)::int as bills,
      (sum(open) filter (where first))::bigint as cents,
      (count(*) filter (where address is not null))::int as "byMail",
      (count(*) filter (where address is null and account_id is not null))::int as "inPortal",
      (count(*) filter (where address is null and account_id is null and party_id is not null))::int as unreachable
    from (
      select b.bill_number, i->>'due' as due, (i->>'dueAt')::bigint as due_at, (i->>'openCents')::bigint as open, p.party_id,
        p.account_id, ${addressOfParty} as address,
        row_number() over (partition by b.bill_number, i->>'due' order by p.party_id) = 1 as first
      from bills b cross join jsonb_array_elements(b.installments) i
      left join parcel_rights r on r.property_id = b.property_id
      left join parcel_holders h on h.holder = r.holder
      left join registry_parties p on p.party_id = h.party_id
      left join notice_recipients n on n.party_id = p.party_id
      where b.is_open and (i->>'openCents')::bigint > 0 and (i->>'dueAt')::bigint between ${from} and ${to}
    ) one
    group by due, due_at order by due_at limit ${DAYS_MAX}
  `.execute(database);
  return rows;
}

const samplesOf = (today: string, later: string): NoticeFacts[] => {
  const sample = (kind: NoticeKind, facts: Partial<NoticeFacts> = {}): NoticeFacts => ({
    kind,
    billNumber: `${today.slice(0, 4)}-XXXX-XXXX-XXXX`,
    paymentId: null,
    due: null,
    cents: 123_456,
    moreCents: null,
    moreAfter: null,
    ...facts,
  });
  return [
    sample('due_soon', { due: today, moreCents: 4938, moreAfter: today }),
    sample('overdue', { due: today, moreCents: 1235, moreAfter: later }),
  ];
};
