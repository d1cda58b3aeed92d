import { sql } from 'kysely';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { NoticeFacts } from './notice-facts.ts';

/** A notice for the owners of a parcel, and for the account that paid. `at` is in milliseconds since the epoch. */
export type NewNotice = NoticeFacts & {
  /** What it is about. The same subject and kind make one notice for each owner. */
  readonly subject: string;
  readonly propertyId: string;
  readonly payerId: string | null;
  readonly at: number;
};

/** The form of a mail address. The registry's contact may also be a street or a telephone number. */
const ADDRESS = String.raw`^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`;

/** The address for letters of the party `p` with the row `n`, or null: the verified one, or else the registry's contact. */
export const addressOfParty = sql`
  case when n.stopped_at is null then coalesce(n.address, case when p.contact ~ ${ADDRESS} then p.contact end) end
`;

/**
 * Stores notices for every recipient: owners with an account, and those with a mail address. Existing notices stay as they are.
 * Without `mailsFrom`, no mail is sent; otherwise for events since then.
 */
export async function insertNotices(
  db: Database,
  notices: readonly NewNotice[],
  { now, mailsFrom }: { now: number; mailsFrom: number | undefined },
): Promise<void> {
  if (notices.length === 0) return;
  const texts = (of: (notice: NewNotice) => string | null) => textArray(notices.map(of));
  const since = mailsFrom ?? Number.MAX_SAFE_INTEGER;
  await sql`
    insert into notices (
      notice_id, party_id, kind, subject, property_id, bill_number, payment_id, due, cents, more_cents, more_after, at, mail, next_at
    )
    select gen_random_uuid(), p.party_id, t.kind, t.subject, t.property, t.bill, t.payment, t.due::date, t.cents, t.more,
      t.more_after::date, to_timestamp(t.at / 1000.0),
      case when t.at >= ${since}::bigint and ${addressOfParty} is not null then 'waiting' else 'none' end,
      to_timestamp(${now}::float8 / 1000.0)
    from unnest(
      ${texts(({ kind }) => kind)}::text[], ${texts(({ subject }) => subject)}::text[],
      ${texts(({ propertyId }) => propertyId)}::text[], ${texts(({ billNumber }) => billNumber)}::text[],
      ${texts(({ paymentId }) => paymentId)}::text[], ${texts(({ due }) => due)}::text[],
      ${int8Array(notices.map(({ cents }) => cents))}::bigint[], ${int8Array(notices.map(({ moreCents }) => moreCents))}::bigint[],
      ${texts(({ moreAfter }) => moreAfter)}::text[], ${int8Array(notices.map(({ at }) => at))}::bigint[],
      ${texts(({ payerId }) => payerId)}::text[]
    ) as t (kind, subject, property, bill, payment, due, cents, more, more_after, at, payer)
    cross join lateral (
      select h.party_id from parcel_rights r join parcel_holders h on h.holder = r.holder where r.property_id = t.property
      union select party_id from registry_parties where account_id = t.payer::uuid
    ) owner
    join registry_parties p on p.party_id = owner.party_id
    left join notice_recipients n on n.party_id = p.party_id
    where p.account_id is not null or (${addressOfParty} is not null and t.at >= ${since}::bigint)
    on conflict do nothing
  `.execute(db);
}
