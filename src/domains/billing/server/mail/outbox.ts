import { sql } from 'kysely';
import { CLOCK_SKEW_MILLISECONDS } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { LEFT_BEHIND_MILLISECONDS, type Outcome, TRIES_MAX } from '#platform/server/mail/deliver.ts';
import type { StoredEvent } from '../events.ts';

/** A message that this process sends now. */
export type Claimed = StoredEvent & {
  readonly eventId: number;
  readonly accountId: string;
  readonly tries: number;
  /** Whether its invoice still has an amount left to pay; null for a message without an invoice. */
  readonly isOwed: boolean | null;
};

const time = (milliseconds: number) => sql`to_timestamp(${milliseconds}::float8 / 1000.0)`;
/** A message that waited for longer, as on a server that sent no mail until now, is outdated. */
const NEWS_MILLISECONDS = 3 * 86_400_000;

/**
 * Claims the next message that is due, unless `perMinute` were sent within a minute by all servers together. One process gets each. Messages
 * from more than a minute ahead do not count: a clock was ahead, and must not delay later ones once it is corrected.
 */
export async function claimMessage(db: Database, now: number, perMinute: number): Promise<Claimed | undefined> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('billing outbox'))`.execute(tx);
    await sql`
      update billing_events set mail_state = 'not_sent', mail_failure = case when mail_state = 'sending' then 'STOPPED' else 'OLD' end
      where (mail_state = 'sending' and mail_at <= ${time(now)} and mail_tries >= ${TRIES_MAX})
        or (mail_state = 'waiting' and recorded_at < ${time(now - NEWS_MILLISECONDS)})
    `.execute(tx);
    const { rows } = await sql<Claimed>`
      with claimed as (
        update billing_events set mail_state = 'sending', mail_tries = mail_tries + 1, mail_at = ${time(now + LEFT_BEHIND_MILLISECONDS)}
        where event_id = (
          select event_id from billing_events where mail_state in ('waiting', 'sending') and coalesce(mail_at, recorded_at) <= ${time(now)}
            and (select count(*) from billing_events where mail_state = 'sent'
              and mail_at > ${time(now - 60_000)} and mail_at < ${time(now + CLOCK_SKEW_MILLISECONDS)}) < ${perMinute}
          order by event_id limit 1 for update
        )
        returning *
      )
      select event_id as "eventId", c.account_id as "accountId", at, c.kind, number as "invoiceNumber", detail, by_username as by,
        mail_tries as tries, i.state in ('open', 'uncollectible') as "isOwed"
      from claimed c left join billing_invoices i using (invoice_id)
    `.execute(tx);
    return rows[0];
  });
}

/** Stores the outcome of a message, unless another process has sent it meanwhile. */
export async function storeOutcome(db: Database, { eventId, tries }: Claimed, outcome: Outcome, now: number) {
  const state = outcome.mail === 'sent' || outcome.mail === 'waiting' ? outcome.mail : 'not_sent';
  await sql`
    update billing_events set mail_state = ${state}, mail_at = ${time('nextAt' in outcome ? outcome.nextAt : now)},
      mail_failure = ${'failure' in outcome ? outcome.failure : null}
    where event_id = ${eventId} and mail_state = 'sending' and mail_tries = ${tries}
  `.execute(db);
}
