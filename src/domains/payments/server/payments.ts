import { sql } from 'kysely';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import type { Payment, PaymentMethod, PaymentState } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

export type Allocation = {
  readonly part: 'fee' | 'interest' | 'principal' | 'credit';
  readonly bill: string | null;
  readonly cents: number;
};

/** A payment as requests are judged by it. Times are milliseconds since the epoch. */
export type PaymentRow = {
  readonly paymentId: string;
  readonly kind: string;
  readonly subject: string;
  readonly accountId: string | null;
  readonly method: PaymentMethod;
  readonly state: PaymentState;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly txHash: string | null;
  readonly reverses: string | null;
  readonly reason: string | null;
  readonly openedAt: number;
  readonly openedIndex: number;
  readonly settledAt: number | null;
  readonly settledIndex: number | null;
  /** How many cents of it later entries have taken back. */
  readonly reversedCents: number;
  readonly allocations: readonly Allocation[];
};

type Row = {
  payment_id: string;
  kind: string;
  subject: string;
  account_id: string | null;
  method: PaymentMethod;
  state: PaymentState;
  amount_cents: number;
  reference: string | null;
  tx_hash: string | null;
  reverses: string | null;
  reason: string | null;
  opened_at: string;
  opened_index: number;
  settled_at: string | null;
  settled_index: number | null;
  reversed_cents: number;
  allocations: Allocation[];
};

const selected = sql`
  select payment_id, kind, subject, account_id, method, state, amount_cents, reference, tx_hash, reverses, reason, opened_at,
    opened_index, settled_at, settled_index,
    coalesce((select abs(sum(amount_cents)) from payments later where later.reverses = payments.payment_id), 0)::bigint
      as reversed_cents,
    coalesce((
      select json_agg(json_build_object('part', part, 'bill', bill, 'cents', cents) order by line)
      from payment_allocations a where a.payment_id = payments.payment_id
    ), '[]') as allocations
  from payments
`;

const toRow = (row: Row): PaymentRow => ({
  paymentId: row.payment_id,
  kind: row.kind,
  subject: row.subject,
  accountId: row.account_id,
  method: row.method,
  state: row.state,
  amountCents: row.amount_cents,
  reference: row.reference,
  txHash: row.tx_hash,
  reverses: row.reverses,
  reason: row.reason,
  openedAt: Date.parse(row.opened_at),
  openedIndex: row.opened_index,
  settledAt: row.settled_at === null ? null : Date.parse(row.settled_at),
  settledIndex: row.settled_index,
  reversedCents: row.reversed_cents,
  allocations: row.allocations,
});

/** Reads these payments, for judging. */
export async function readPayments(db: Database, paymentIds: readonly string[]): Promise<PaymentRow[]> {
  if (paymentIds.length === 0) return [];
  const { rows } = await sql<Row>`${selected} where payment_id = any(${textArray(paymentIds)}::text[])`.execute(db);
  return rows.map(toRow);
}

/** Reads a payment and every entry that took it back or made it count again, oldest first. */
export async function readFamily(db: Database, paymentId: string): Promise<PaymentRow[]> {
  const { rows } = await sql<Row>`
    with recursive family as (
      select payment_id as id from payments where payment_id = ${paymentId}
      union all select later.payment_id from payments later join family on later.reverses = family.id
    )
    ${selected} where payment_id in (select id from family) order by opened_index
  `.execute(db);
  return rows.map(toRow);
}

/** Returns what is left of a payment in cents, after every entry of its family. */
export const leftOf = (family: readonly PaymentRow[]): number =>
  family.reduce((sum, one) => sum + (one.state === 'completed' ? one.amountCents : 0), 0);

/** Reads the pending payments by a method that were opened before a time and behind a block, oldest first. */
export async function readPending(
  db: Database,
  method: PaymentMethod,
  { before, after, limit }: { before: number; after: number; limit: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<Row>`
    ${selected} where state = 'pending' and method = ${method} and opened_at < ${new Date(before)}
      and opened_index > ${after}
    order by opened_index limit ${limit}
  `.execute(db);
  return rows.map(toRow);
}

/** Reads the ids of payments by a method that completed in a time span, without entries that took one back. */
export async function readSettled(db: Database, method: PaymentMethod, from: number, to: number): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from payments where method = ${method} and state = 'completed' and reverses is null
      and settled_at >= ${new Date(from)} and settled_at < ${new Date(to)}
    order by settled_at, payment_id
  `.execute(db);
  return rows.map((row) => row.payment_id);
}

/** Finds the payment that a block opened. */
export async function findOpenedBy(db: Database, blockIndex: number): Promise<PaymentRow | undefined> {
  const { rows } = await sql<Row>`${selected} where opened_index = ${blockIndex} limit 1`.execute(db);
  return rows[0] === undefined ? undefined : toRow(rows[0]);
}

/** Counts the pending payments for something. */
export async function countPending(db: Database, kind: string, subject: string): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return count;
}

export type PaymentFilter = {
  readonly kind: string;
  readonly subject?: string | undefined;
  readonly state?: PaymentState | undefined;
  readonly limit: number;
};

/** Reads payments, newest first. */
export async function listPayments(
  db: Database,
  { kind, subject, state, limit }: PaymentFilter,
): Promise<PaymentRow[]> {
  const { rows } = await sql<Row>`
    ${selected} where kind = ${kind}
    ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
    ${state === undefined ? sql`` : sql`and state = ${state}`}
    order by opened_index desc, payment_id limit ${limit}
  `.execute(db);
  return rows.map(toRow);
}

/** Returns payments as the API shows them, with the hash of the block of their newest state. */
export async function showPayments(db: Database, rows: readonly PaymentRow[]): Promise<Payment[]> {
  const blocks = await readBlocksAt(db, [...new Set(rows.map(newestIndex))]);
  const hashes = new Map(blocks.map(({ index, hash }) => [index, hash]));
  return rows.map((row) => showPayment(row, hashes.get(newestIndex(row))));
}

/** Returns the index of the block of a payment's newest state. */
export const newestIndex = (row: PaymentRow): number => row.settledIndex ?? row.openedIndex;

/** Returns a payment as the API shows it, with the hash of the block of its newest state. */
export const showPayment = (row: PaymentRow, hash: string | undefined): Payment => ({
  id: row.paymentId,
  amount: row.amountCents,
  amountFormatted: formatCents(row.amountCents),
  paymentMethod: row.method,
  timestamp: new Date(row.settledAt ?? row.openedAt).toISOString(),
  txHash: row.txHash,
  status: row.state,
  block: { index: newestIndex(row), hash: hash ?? null },
  // The reference of a digital payment is for its payer alone, who gets it with the call that pays.
  reference: row.method === 'bank' ? row.reference : null,
  reverses: row.reverses,
  allocation: row.allocations.map(({ part, cents }) => ({ part, cents, formatted: formatCents(cents) })),
});

/** The allocations of a payment that completed. */
export type Allocated = { readonly paymentId: string; readonly allocations: readonly Allocation[] };

/** Returns the writes of a batch's new and settled payments, and of the allocations of those that completed in it. */
export function writePayments(
  payments: readonly PaymentRow[],
  existed: (paymentId: string) => boolean,
  completed: readonly Allocated[],
): WriteStatement[] {
  const added = payments.filter(({ paymentId }) => !existed(paymentId));
  const settled = payments.filter(({ paymentId }) => existed(paymentId));
  const allocated = completed.flatMap(({ paymentId, allocations }) =>
    allocations.map((one, line) => ({ paymentId, line, ...one })),
  );
  return [
    ...(added.length > 0 ? [insertPayments(added)] : []),
    ...(settled.length > 0 ? [settlePayments(settled)] : []),
    ...(allocated.length > 0 ? [insertAllocations(allocated)] : []),
  ];
}

const insertPayments = (rows: readonly PaymentRow[]): WriteStatement => write`
  insert into payments (
    payment_id, kind, subject, account_id, method, state, amount_cents, reference, tx_hash, reverses, reason, opened_at,
    opened_index, settled_at, settled_index
  )
  select id, kind, subject, account::uuid, method, state, amount, reference, tx, reverses, reason,
    to_timestamp(opened / 1000.0), opened_index, to_timestamp(settled / 1000.0), settled_index
  from unnest(
    ${textArray(rows.map((row) => row.paymentId))}::text[], ${textArray(rows.map((row) => row.kind))}::text[],
    ${textArray(rows.map((row) => row.subject))}::text[], ${textArray(rows.map((row) => row.accountId))}::text[],
    ${textArray(rows.map((row) => row.method))}::text[], ${textArray(rows.map((row) => row.state))}::text[],
    ${int8Array(rows.map((row) => row.amountCents))}::bigint[], ${textArray(rows.map((row) => row.reference))}::text[],
    ${textArray(rows.map((row) => row.txHash))}::text[], ${textArray(rows.map((row) => row.reverses))}::text[],
    ${textArray(rows.map((row) => row.reason))}::text[], ${int8Array(rows.map((row) => row.openedAt))}::bigint[],
    ${int8Array(rows.map((row) => row.openedIndex))}::bigint[], ${int8Array(rows.map((row) => row.settledAt))}::bigint[],
    ${int8Array(rows.map((row) => row.settledIndex))}::bigint[]
  ) as t (
    id, kind, subject, account, method, state, amount, reference, tx, reverses, reason, opened, opened_index, settled,
    settled_index
  )
`;

const settlePayments = (rows: readonly PaymentRow[]): WriteStatement => write`
  update payments set state = t.state, amount_cents = t.amount, reason = t.reason, tx_hash = t.tx,
    settled_at = to_timestamp(t.settled / 1000.0), settled_index = t.settled_index
  from unnest(
    ${textArray(rows.map((row) => row.paymentId))}::text[], ${textArray(rows.map((row) => row.state))}::text[],
    ${int8Array(rows.map((row) => row.amountCents))}::bigint[], ${textArray(rows.map((row) => row.reason))}::text[],
    ${textArray(rows.map((row) => row.txHash))}::text[], ${int8Array(rows.map((row) => row.settledAt))}::bigint[], ${int8Array(rows.map((row) => row.settledIndex))}::bigint[]
  ) as t (id, state, amount, reason, tx, settled, settled_index)
  where payments.payment_id = t.id and payments.state = 'pending'
`;

const insertAllocations = (
  rows: readonly (Allocation & { paymentId: string; line: number })[],
): WriteStatement => write`
  insert into payment_allocations (payment_id, line, part, bill, cents) select * from unnest(
    ${textArray(rows.map((row) => row.paymentId))}::text[], ${int4Array(rows.map((row) => row.line))}::int[],
    ${textArray(rows.map((row) => row.part))}::text[], ${textArray(rows.map((row) => row.bill))}::text[],
    ${int8Array(rows.map((row) => row.cents))}::bigint[]
  )
`;
