import { sql } from 'kysely';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';

export type AutopayRow = {
  readonly propertyId: string;
  readonly accountId: string;
  readonly cardId: string;
  readonly daysBefore: number;
  /** Null while it is on. */
  readonly offReason: string | null;
  /** The keyed hash of the choice; see `seal-autopay.ts`. */
  readonly seal: Buffer | null;
};

/** A charge of one installment. `startedAt` is in milliseconds since the epoch. */
export type ChargeRow = {
  readonly propertyId: string;
  readonly bill: string;
  readonly due: string;
  readonly attempt: number;
  readonly cardId: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly paymentId: string | null;
  readonly outcome: 'started' | 'completed' | 'failed' | 'dropped';
  readonly reason: string | null;
  readonly startedAt: number;
  /** The keyed hash of the charge without its outcome. */
  readonly seal: Buffer | null;
};

const autopays = sql`
  select property_id as "propertyId", account_id as "accountId", card_id as "cardId", days_before as "daysBefore",
    off_reason as "offReason", seal
  from autopays
`;
const charges = sql`
  select property_id as "propertyId", bill, due, attempt, card_id as "cardId", account_id as "accountId",
    amount_cents as "amountCents", payment_id as "paymentId", outcome, reason,
    (extract(epoch from started_at) * 1000)::float8 as "startedAt", seal
  from autopay_charges
`;

/** Reads the automatic payments that are on, by property. */
export async function readAutopaysOn(db: Database, after: string, limit: number): Promise<AutopayRow[]> {
  const { rows } = await sql<AutopayRow>`
    ${autopays} where off_reason is null and property_id > ${after} order by property_id limit ${limit}
  `.execute(db);
  return rows;
}

export async function readAutopays(db: Database, propertyIds: readonly string[]): Promise<Map<string, AutopayRow>> {
  const { rows } = await sql<AutopayRow>`
    ${autopays} where property_id = any(${textArray(propertyIds)}::text[])
  `.execute(db);
  return new Map(rows.map((row) => [row.propertyId, row]));
}

/** Stores an owner's choice, unless the autopay of another owner is on. Reports whether it did. */
export async function writeAutopay(
  db: Database,
  { propertyId, accountId, cardId, daysBefore, seal }: Omit<AutopayRow, 'offReason'>,
  at: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into autopays (property_id, account_id, card_id, days_before, changed_at, seal)
    values (${propertyId}, ${accountId}, ${cardId}, ${daysBefore}, ${new Date(at)}, ${seal})
    on conflict (property_id) do update set account_id = excluded.account_id, card_id = excluded.card_id,
      days_before = excluded.days_before, off_reason = null, changed_at = excluded.changed_at, seal = excluded.seal
    where autopays.account_id = excluded.account_id or autopays.off_reason is not null
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Switches an automatic payment off, as it was read. Reports whether it was on and unchanged. */
export async function switchOff(
  db: Database,
  { propertyId, accountId, cardId, daysBefore }: AutopayRow,
  { offReason, seal }: Pick<AutopayRow, 'offReason' | 'seal'>,
  at: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update autopays set off_reason = ${offReason}, changed_at = ${new Date(at)}, seal = ${seal}
    where property_id = ${propertyId} and account_id = ${accountId} and card_id = ${cardId} and days_before = ${daysBefore}
      and off_reason is null
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Reads the charges of properties, oldest first. An installment is charged at most a few times. */
export async function readCharges(db: Database, propertyIds: readonly string[]): Promise<Map<string, ChargeRow[]>> {
  const { rows } = await sql<ChargeRow>`
    ${charges} where property_id = any(${textArray(propertyIds)}::text[]) order by started_at, attempt
  `.execute(db);
  return Map.groupBy(rows, ({ propertyId }) => propertyId);
}

/** Reads the charges of properties that were started and not ended. */
export async function readStarted(db: Database, limit: number): Promise<ChargeRow[]> {
  const { rows } = await sql<ChargeRow>`
    ${charges} where outcome = 'started' order by started_at limit ${limit}
  `.execute(db);
  return rows;
}

type ChargeKey = Pick<ChargeRow, 'propertyId' | 'bill' | 'due' | 'attempt'>;

/** Reads a page of the started charges by their keys, after one. */
export async function readStartedAfter(
  db: Database,
  after: ChargeKey | undefined,
  limit: number,
): Promise<ChargeRow[]> {
  const { propertyId, bill, due, attempt } = after ?? { propertyId: '', bill: '', due: '0001-01-01', attempt: 0 };
  const { rows } = await sql<ChargeRow>`
    ${charges} where outcome = 'started' and (property_id, bill, due, attempt) > (${propertyId}, ${bill}, ${due}, ${attempt}::int)
    order by property_id, bill, due, attempt limit ${limit}
  `.execute(db);
  return rows;
}

/** Stores a charge as started, unless another server did. Reports whether this call did. */
export async function startCharge(db: Database, row: ChargeRow): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into autopay_charges (property_id, bill, due, attempt, card_id, account_id, amount_cents, outcome, started_at, seal)
    values (${row.propertyId}, ${row.bill}, ${row.due}, ${row.attempt}, ${row.cardId}, ${row.accountId}, ${row.amountCents},
      'started', ${new Date(row.startedAt)}, ${row.seal})
    on conflict do nothing
  `.execute(db);
  return numAffectedRows === 1n;
}

type Ended = Pick<ChargeRow, 'outcome' | 'reason' | 'paymentId'>;

/** Stores the outcome of a started charge. */
export async function endCharge(db: Database, row: ChargeRow, { outcome, reason, paymentId }: Ended): Promise<void> {
  await sql`
    update autopay_charges set outcome = ${outcome}, reason = ${reason}, payment_id = ${paymentId}
    where property_id = ${row.propertyId} and bill = ${row.bill} and due = ${row.due} and attempt = ${row.attempt}
      and outcome = 'started'
  `.execute(db);
}

/**
 * Runs `work` unless another server has the turn to charge. The turn belongs to a connection: it ends with the server, however that
 * stops. The turn only saves work, so losing the connection charges nothing twice.
 */
export async function inTurn(db: Database, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (held) => {
    const turn = sql`hashtextextended('autopay turn', 0)`;
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${turn}) as taken`.execute(held);
    if (rows[0]?.taken !== true) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${turn})`.execute(held);
    }
  });
}
