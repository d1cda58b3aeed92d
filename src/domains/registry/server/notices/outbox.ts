import { sql } from 'kysely';
import type { NoticeKind } from '#domains/registry/contract/notices.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { CLOCK_SKEW_MILLISECONDS } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { LEFT_BEHIND_MILLISECONDS, type Outcome } from '#platform/server/mail/deliver.ts';
import { addressOfParty } from './insert-notices.ts';
import type { NoticeFacts } from './notice-facts.ts';

/** All SQL statements about sending letters. */

/** A letter that this process sends now. */
export type Claimed = NoticeFacts & {
  readonly noticeId: string;
  readonly partyId: string;
  readonly propertyId: string;
  readonly tries: number;
  /** Null: the address was removed, or the owner stopped letters. */
  readonly address: string | null;
  readonly stopToken: string;
  /** False if the recipient no longer owns the property. */
  readonly owns: boolean;
};

const time = (milliseconds: number) => sql`to_timestamp(${milliseconds}::float8 / 1000.0)`;

/**
 * Claims the next letter, unless `perMinute` were sent within a minute by all servers together. One process gets each letter. Letters
 * from more than a minute ahead do not count: after a clock that was ahead is corrected, they must not delay later letters.
 */
export async function claimLetter(db: Database, now: number, limits: { perMinute: number; triesMax: number }) {
  return db.transaction().execute(async (tx): Promise<Claimed | undefined> => {
    await sql`select pg_advisory_xact_lock(hashtext('notices outbox'))`.execute(tx);
    await sql`
      update notices set mail = 'failed', failure = 'STOPPED'
      where mail = 'sending' and next_at <= ${time(now)} and tries >= ${limits.triesMax}
    `.execute(tx);
    const { rows } = await sql<{ notice_id: string; party_id: string }>`
      update notices set mail = 'sending', tries = tries + 1, next_at = ${time(now + LEFT_BEHIND_MILLISECONDS)}
      where notice_id = (
        select notice_id from notices where mail in ('waiting', 'sending') and next_at <= ${time(now)}
        and (select count(*) from notices where sent_at > ${time(now - 60_000)} and sent_at < ${time(now + CLOCK_SKEW_MILLISECONDS)})
          + (select count(*) from notices where mail = 'sending' and next_at > ${time(now)}) < ${limits.perMinute}
        order by next_at, notice_id limit 1 for update
      )
      returning notice_id, party_id
    `.execute(tx);
    const [claimed] = rows;
    if (claimed === undefined) return undefined;
    await ensureRecipient(tx, claimed.party_id);
    return readClaimed(tx, claimed.notice_id);
  });
}

/** Stores a row for a party, with the token that stops its letters. */
export async function ensureRecipient(db: Database, partyId: string): Promise<void> {
  await sql`
    insert into notice_recipients (party_id, stop_token) values (${partyId}::uuid, replace(gen_random_uuid()::text, '-', ''))
    on conflict (party_id) do nothing
  `.execute(db);
}

async function readClaimed(db: Database, noticeId: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    select notice_id as "noticeId", p.party_id as "partyId", kind, property_id as "propertyId", bill_number as "billNumber",
      payment_id as "paymentId", due::text as due, cents, more_cents as "moreCents", more_after::text as "moreAfter", l.tries,
      ${addressOfParty} as address, n.stop_token as "stopToken",
      exists (
        select 1 from parcel_rights r join parcel_holders h on h.holder = r.holder
        where r.property_id = l.property_id and h.party_id = p.party_id
      ) as owns
    from notices l join registry_parties p on p.party_id = l.party_id join notice_recipients n on n.party_id = p.party_id
    where notice_id = ${noticeId}::uuid
  `.execute(db);
  return rows[0];
}

/** Stores the outcome of a letter, unless another process has sent it meanwhile. */
export async function storeOutcome(db: Database, { noticeId, tries }: Claimed, outcome: Outcome, now: number) {
  await sql`
    update notices set mail = ${outcome.mail}, failure = ${'failure' in outcome ? outcome.failure : null},
      sent_at = ${outcome.mail === 'sent' ? time(now) : null}, next_at = ${time('nextAt' in outcome ? outcome.nextAt : now)}
    where notice_id = ${noticeId}::uuid and mail = 'sending' and tries = ${tries}
  `.execute(db);
}

export type LetterRow = {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly billNumber: string | null;
  readonly paymentId: string | null;
  readonly at: string;
  readonly tries: number;
  readonly failure: string | null;
};

/** Reads a page of the letters that were given up, newest first, and how many there are in each state. */
export async function readLetters(db: Database, { page, limit }: { readonly page: number; readonly limit: number }) {
  const [failed, counts] = await Promise.all([
    sql<LetterRow>`
      select notice_id as id, kind, bill_number as "billNumber", payment_id as "paymentId", at, tries, failure
      from notices where mail = 'failed' order by at desc, notice_id limit ${limit} offset ${(page - 1) * limit}
    `.execute(db),
    sql<{ waiting: number; failed: number; day: number }>`
      select (select count(*)::int from notices where mail in ('waiting', 'sending')) as waiting,
        (select count(*)::int from notices where mail = 'failed') as failed,
        (select count(*)::int from notices where sent_at > now() - interval '1 day') as day
    `.execute(db),
  ]);
  const { waiting = 0, failed: givenUp = 0, day = 0 } = counts.rows[0] ?? {};
  return {
    failed: failed.rows,
    counts: { waiting, failed: givenUp, sentInDay: day },
    pagination: paginate({ total: givenUp, page, limit }),
  };
}

/** Queues a letter that was given up again. Reports whether it exists; a queued letter stays as it is. */
export async function retryLetter(db: Database, noticeId: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    update notices set mail = case when mail = 'failed' then 'waiting' else mail end,
      tries = case when mail = 'failed' then 0 else tries end,
      next_at = case when mail = 'failed' then ${time(now)} else next_at end
    where notice_id = ${noticeId}::uuid and mail in ('failed', 'waiting', 'sending', 'sent') returning 1
  `.execute(db);
  return rows.length > 0;
}
