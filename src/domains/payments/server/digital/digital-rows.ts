import { sql } from 'kysely';
import type { VerificationCode } from '#domains/payments/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Quote } from './verify-transaction.ts';

type Hex = `0x${string}`;

/** What a digital payment may be paid with. Times are milliseconds since the epoch. */
export type DigitalPayment = {
  readonly paymentId: string;
  readonly reference: Hex;
  readonly chainId: number;
  readonly method: 'usdc' | 'eth';
  readonly amountCents: number;
  readonly billedAt: number;
  readonly preparedAt: number;
  readonly attachedHash: Hex | null;
  readonly code: VerificationCode | null;
  readonly settlingCents: number | null;
  /** A person stated what its transfers are worth. */
  readonly isDecided: boolean;
  readonly quotes: readonly Quote[];
  readonly payers: readonly Hex[];
};

export type NewDigitalPayment = Pick<
  DigitalPayment,
  'paymentId' | 'reference' | 'chainId' | 'method' | 'amountCents' | 'billedAt' | 'preparedAt' | 'attachedHash'
> & { readonly quote: Quote | undefined };

const time = (milliseconds: number) => sql`to_timestamp(${milliseconds}::float8 / 1000.0)`;

/** Stores what a payment may be paid with, before the payment is opened. */
export async function insertDigitalPayment(database: Database, row: NewDigitalPayment): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`
      insert into digital_payments (
        payment_id, reference, chain_id, method, amount_cents, billed_at, prepared_at, attached_hash, attached_at
      ) values (
        ${row.paymentId}, ${row.reference}, ${row.chainId}, ${row.method}, ${row.amountCents}, ${time(row.billedAt)},
        ${time(row.preparedAt)}, ${row.attachedHash}, ${row.attachedHash === null ? null : time(row.preparedAt)}
      )
    `.execute(tx);
    if (row.quote !== undefined) await insertQuote(tx, row.paymentId, row.quote);
  });
}

/** Stores a price for a payment. Nothing changes if it has one from the same moment. */
export async function insertQuote(database: Database, paymentId: string, quote: Quote): Promise<void> {
  await sql`
    insert into digital_quotes (payment_id, cents_per_eth, valid_from, valid_until, rate_index)
    values (${paymentId}, ${quote.centsPerEth}, ${time(quote.from)}, ${time(quote.until)}, ${quote.rateBlock})
    on conflict do nothing
  `.execute(database);
}

type Row = Omit<DigitalPayment, 'billedAt' | 'preparedAt'> & { billedAt: string; preparedAt: string };

const selected = sql`
  select payment_id as "paymentId", reference, chain_id as "chainId", method, amount_cents as "amountCents",
    billed_at as "billedAt", prepared_at as "preparedAt", attached_hash as "attachedHash", code,
    settling_cents as "settlingCents", is_decided as "isDecided",
    coalesce((
      select json_agg(json_build_object(
        'centsPerEth', cents_per_eth, 'rateBlock', rate_index, 'from', (extract(epoch from valid_from) * 1000)::bigint,
        'until', (extract(epoch from valid_until) * 1000)::bigint
      ) order by valid_from)
      from digital_quotes q where q.payment_id = d.payment_id
    ), '[]') as quotes,
    coalesce((select json_agg(address) from digital_payers p where p.payment_id = d.payment_id), '[]') as payers
  from digital_payments d
`;

const toPayment = (row: Row): DigitalPayment => ({
  ...row,
  billedAt: Date.parse(row.billedAt),
  preparedAt: Date.parse(row.preparedAt),
});

/** Finds a payment by its id. */
export async function findDigitalPayment(database: Database, paymentId: string): Promise<DigitalPayment | undefined> {
  const { rows } = await sql<Row>`${selected} where payment_id = ${paymentId}`.execute(database);
  return rows.map(toPayment)[0];
}

/** Finds the payments with these references, in any order. */
export async function findByReferences(database: Database, references: readonly string[]): Promise<DigitalPayment[]> {
  const { rows } = await sql<Row>`${selected} where reference = any(${references as string[]}::text[])`.execute(
    database,
  );
  return rows.map(toPayment);
}

type PaidBy = { readonly hash: string; readonly kind: string; readonly subject: string };

/** Finds the newest payment of a kind and subject for which an account named a transaction. A visitor has none. */
export async function findNamedBy(
  database: Database,
  accountId: string | null,
  { hash, kind, subject }: PaidBy,
): Promise<string | undefined> {
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id as "paymentId" from payments
    where kind = ${kind} and subject = ${subject} and reverses is null and state <> 'failed' and account_id = ${accountId}::uuid
      and payment_id in (select payment_id from digital_payments where attached_hash = ${hash})
    order by opened_index desc limit 1
  `.execute(database);
  return rows[0]?.paymentId;
}

/** Finds the newest payment of a kind and subject that a transfer of a transaction counts for. */
export async function findPaidBy(database: Database, { hash, kind, subject }: PaidBy): Promise<string | undefined> {
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id as "paymentId" from payments
    where kind = ${kind} and subject = ${subject} and reverses is null and state <> 'failed'
      and payment_id in (select payment_id from digital_receipts where tx_hash = ${hash})
    order by opened_index desc limit 1
  `.execute(database);
  return rows[0]?.paymentId;
}

/** Stores the transaction that the payer named. */
export async function attachTransaction(database: Database, paymentId: string, hash: string, now: number) {
  await sql`
    update digital_payments set attached_hash = ${hash}, attached_at = ${time(now)} where payment_id = ${paymentId}
  `.execute(database);
}

/** Stores the result of the newest verification. */
export async function saveCode(database: Database, paymentId: string, code: VerificationCode): Promise<void> {
  await sql`
    update digital_payments set code = ${code} where payment_id = ${paymentId} and code is distinct from ${code}
  `.execute(database);
}

/** A payment that waits for its money, or for its settlement to be recorded. */
export type Awaited = DigitalPayment & { readonly kind: string; readonly openedAt: number };

/** Reads the pending digital payments of a chain, those checked longest ago first. */
export async function readAwaited(database: Database, chainId: number, limit: number): Promise<Awaited[]> {
  const { rows } = await sql<Row & { kind: string; openedAt: string }>`
    select d.*, p.kind, p.opened_at as "openedAt" from (${selected}) d join payments p on p.payment_id = d."paymentId"
    where p.state = 'pending' and d."chainId" = ${chainId} order by p.opened_index limit ${limit}
  `.execute(database);
  return rows.map((row) => ({ ...toPayment(row), kind: row.kind, openedAt: Date.parse(row.openedAt) }));
}

/** Reads the pending digital payments that an account opened, newest first. */
export async function readPendingOf(database: Database, accountId: string): Promise<DigitalPayment[]> {
  const { rows } = await sql<Row>`
    select d.* from (${selected}) d join payments p on p.payment_id = d."paymentId"
    where p.state = 'pending' and p.account_id = ${accountId}::uuid order by p.opened_index desc limit 20
  `.execute(database);
  return rows.map(toPayment);
}

const UNOPENED_AT_ONCE = 1000;

/** Removes what was stored before a time for payments that were never opened, such as one that was refused. The next round removes more. */
export async function deleteUnopened(database: Database, before: number): Promise<void> {
  await sql`
    delete from digital_payments where payment_id in (
      select payment_id from digital_payments d where prepared_at < ${time(before)}
        and not exists (select 1 from payments p where p.payment_id = d.payment_id)
      limit ${UNOPENED_AT_ONCE}
    )
  `.execute(database);
}
