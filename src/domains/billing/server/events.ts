import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** Something that happened to an account: its time is in seconds since 1970, in the billing time of the account. */
export type NewEvent = {
  readonly accountId: string;
  readonly at: number;
  readonly kind: string;
  readonly invoiceId?: string | undefined;
  readonly detail?: Readonly<Record<string, string | number | null>> | undefined;
  /** The account that caused it; undefined if it happened automatically. */
  readonly by?: string | undefined;
  /** Whether it is also a message that is mailed to the account. */
  readonly isMessage?: boolean | undefined;
  /** The block of the change that includes it. */
  readonly blockIndex?: number | undefined;
};

/** Adds to the history of accounts. Nothing there is ever changed. */
export async function addEvents(tx: Database, events: readonly NewEvent[], clock: number): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into billing_events (account_id, at, recorded_at, kind, invoice_id, detail, by_username, mail_state, block_index)
    select "accountId", to_timestamp(at), ${new Date(clock)}, kind, "invoiceId", coalesce(detail, '{}'), by,
      case when "isMessage" then 'waiting' end, "blockIndex"
    from jsonb_to_recordset(${JSON.stringify(events.map((event, n) => ({ ...event, n })))}::jsonb) as given (
      "accountId" uuid, at float8, kind text, "invoiceId" text, detail jsonb, by text, "isMessage" bool, "blockIndex" bigint, n int
    )
    order by n
  `.execute(tx);
}

export type StoredEvent = {
  /** As an instant. */
  readonly at: string;
  readonly kind: string;
  readonly invoiceNumber: string | null;
  readonly detail: Readonly<Record<string, string | number | null>>;
  readonly by: string | null;
};

/** Reads the newest events of an account, the newest first. */
export async function readEvents(db: Database, accountId: string, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select at, e.kind, number as "invoiceNumber", detail, by_username as by
    from billing_events e left join billing_invoices using (invoice_id)
    where e.account_id = ${accountId} order by event_id desc limit ${limit}
  `.execute(db);
  return rows;
}
