import { sql } from 'kysely';
import type { PaymentMethod, PaymentState } from '#domains/payments/contract.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';

export type Allocation = {
  /** `fee` is a fee of the bill, `method_fee` the fee of the payment method. */
  readonly part: 'fee' | 'interest' | 'principal' | 'credit' | 'method_fee';
  readonly bill: string | null;
  readonly cents: number;
  /** What it was paid for, if not the payment's own subject. */
  readonly subject?: string | undefined;
};

/** Something that a payer chose to pay: all that is owed on a subject, or one bill. */
export type PaymentPart = { readonly subject: string; readonly bill: string | null };

/** A payment as the rules read it. Times are milliseconds since the epoch. */
export type PaymentRow = {
  readonly paymentId: string;
  readonly kind: string;
  readonly subject: string;
  readonly accountId: string | null;
  /** The secret of a payer who opened it without an account. Only the answer to the opening contains it. */
  readonly payerKey?: string | null;
  readonly method: PaymentMethod;
  readonly state: PaymentState;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly txHash: string | null;
  readonly reverses: string | null;
  readonly reason: string | null;
  /** True for an entry by which an account took a payment back, without the method giving the money back. */
  readonly byHand?: boolean;
  readonly openedAt: number;
  readonly openedIndex: number;
  readonly settledAt: number | null;
  readonly settledIndex: number | null;
  /** The day on which it counts as paid (`YYYY-MM-DD`), if that is before its block. */
  readonly paidOn?: string | null;
  /** How many cents later entries have taken back. */
  readonly reversedCents: number;
  readonly allocations: readonly Allocation[];
  /** What the payer chose. Empty: all that is owed on the subject. */
  readonly parts: readonly PaymentPart[];
  /** The announced fee of the method, which is part of the amount. */
  readonly methodFeeCents: number;
};

export type StoredPayment = {
  payment_id: string;
  kind: string;
  subject: string;
  account_id: string | null;
  payer_key: string | null;
  method: PaymentMethod;
  state: PaymentState;
  amount_cents: number;
  reference: string | null;
  tx_hash: string | null;
  reverses: string | null;
  reason: string | null;
  by_hand: boolean;
  opened_at: string;
  opened_index: number;
  settled_at: string | null;
  settled_index: number | null;
  paid_on: string | null;
  reversed_cents: number;
  allocations: (Omit<Allocation, 'subject'> & { subject: string | null })[];
  parts: PaymentPart[];
  method_fee_cents: number;
};

/** Selects payments as `toPayment` reads them. */
export const selected = sql`
  select payment_id, kind, subject, account_id, payer_key, method, state, amount_cents, reference, tx_hash, reverses, reason, by_hand,
    opened_at, opened_index, settled_at, settled_index, paid_on::text, method_fee_cents,
    coalesce((select abs(sum(amount_cents)) from payments later where later.reverses = payments.payment_id), 0)::bigint
      as reversed_cents,
    coalesce((
      select json_agg(json_build_object('part', part, 'bill', bill, 'cents', cents, 'subject', a.subject) order by line)
      from payment_allocations a where a.payment_id = payments.payment_id
    ), '[]') as allocations,
    coalesce((
      select json_agg(json_build_object('subject', p.subject, 'bill', bill) order by line)
      from payment_parts p where p.payment_id = payments.payment_id
    ), '[]') as parts
  from payments
`;

export const toPayment = (row: StoredPayment): PaymentRow => ({
  paymentId: row.payment_id,
  kind: row.kind,
  subject: row.subject,
  accountId: row.account_id,
  payerKey: row.payer_key,
  method: row.method,
  state: row.state,
  amountCents: row.amount_cents,
  reference: row.reference,
  txHash: row.tx_hash,
  reverses: row.reverses,
  reason: row.reason,
  byHand: row.by_hand,
  openedAt: Date.parse(row.opened_at),
  openedIndex: row.opened_index,
  settledAt: row.settled_at === null ? null : Date.parse(row.settled_at),
  settledIndex: row.settled_index,
  paidOn: row.paid_on,
  reversedCents: row.reversed_cents,
  allocations: row.allocations.map(({ subject, ...one }) => (subject === null ? one : { ...one, subject })),
  parts: row.parts,
  methodFeeCents: row.method_fee_cents,
});

/** Reads these payments, for judging. */
export async function readPayments(db: Database, paymentIds: readonly string[]): Promise<PaymentRow[]> {
  if (paymentIds.length === 0) return [];
  const { rows } =
    await sql<StoredPayment>`${selected} where payment_id = any(${textArray(paymentIds)}::text[])`.execute(db);
  return rows.map(toPayment);
}

/** Reads payments of a kind that were settled by a block after `index`, in the order of the blocks. */
export async function readSettledAfter(
  db: Database,
  kind: string,
  index: number,
  limit: number,
): Promise<PaymentRow[]> {
  const { rows } = await sql<StoredPayment>`
    ${selected} where kind = ${kind} and settled_index > ${index} order by settled_index limit ${limit}
  `.execute(db);
  return rows.map(toPayment);
}

/** Reads a payment and every entry that took it back or made it count again, oldest first. */
export async function readFamily(db: Database, paymentId: string): Promise<PaymentRow[]> {
  const { rows } = await sql<StoredPayment>`
    with recursive family as (
      select payment_id as id from payments where payment_id = ${paymentId}
      union all select later.payment_id from payments later join family on later.reverses = family.id
    )
    ${selected} where payment_id in (select id from family) order by opened_index
  `.execute(db);
  return rows.map(toPayment);
}

/** Returns the payment that an entry takes back or makes count again, or the payment itself; undefined if there is none. */
export async function readRoot(db: Database, paymentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ payment_id: string }>`
    with recursive earlier as (
      select payment_id, reverses from payments where payment_id = ${paymentId}
      union all select p.payment_id, p.reverses from payments p join earlier on earlier.reverses = p.payment_id
    )
    select payment_id from earlier where reverses is null
  `.execute(db);
  return rows[0]?.payment_id;
}

/** Returns what is left of a payment in cents, after every entry of its family. */
export const leftOf = (family: readonly PaymentRow[]): number =>
  family.reduce((sum, one) => sum + (one.state === 'completed' ? one.amountCents : 0), 0);

/** Reads the pending payments by a method that were opened before a time and after a block, oldest first. */
export async function readPending(
  db: Database,
  method: PaymentMethod,
  { before, after, limit }: { before: number; after: number; limit: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<StoredPayment>`
    ${selected} where state = 'pending' and method = ${method} and opened_at < ${new Date(before)}
      and opened_index > ${after}
    order by opened_index limit ${limit}
  `.execute(db);
  return rows.map(toPayment);
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
  const { rows } = await sql<StoredPayment>`${selected} where opened_index = ${blockIndex} limit 1`.execute(db);
  return rows[0] === undefined ? undefined : toPayment(rows[0]);
}

/** A subject and the payer whose pending payments are read. Null: all who paid without an account. */
export type PendingFor = { readonly subject: string; readonly accountId: string | null };

/**
 * Reads the ids of the pending payments for each of these, by its account or by all who paid without one. `offset 0` makes the planner
 * find each payment by its subject or id: a plan made while the table was small would scan all pending payments.
 */
export async function readPendingFor(
  db: Database,
  kind: string,
  wanted: readonly PendingFor[],
): Promise<(PendingFor & { readonly paymentId: string })[]> {
  const { rows } = await sql<{ payment_id: string; subject: string; account_id: string | null }>`
    with wanted as (
      select distinct * from unnest(${textArray(wanted.map(({ subject }) => subject))}::text[],
        ${textArray(wanted.map(({ accountId }) => accountId))}::text[]) as t (subject, account)
    )
    select payment_id, wanted.subject, account as account_id from wanted cross join lateral (
      select payment_id, kind, account_id from payments where payments.subject = wanted.subject and state = 'pending'
      offset 0
    ) as pending
    where kind = ${kind} and account_id is not distinct from account::uuid
    union
    select payment_id, wanted.subject, account from wanted join payment_parts using (subject) cross join lateral (
      select kind, account_id, state from payments where payments.payment_id = payment_parts.payment_id offset 0
    ) as payment
    where kind = ${kind} and state = 'pending' and account_id is not distinct from account::uuid
  `.execute(db);
  return rows.map((row) => ({ paymentId: row.payment_id, subject: row.subject, accountId: row.account_id }));
}

/** The payments that `paidSubjectsOf` gives a subject: those that paid something on it, or are for it until their money has arrived. */
const isFor = (subject: string) => {
  const paid = sql`select from payment_allocations a where a.payment_id = payments.payment_id`;
  const paidTax = sql`${paid} and part <> 'method_fee'`;
  return sql`(subject = ${subject} or payment_id in (select payment_id from payment_parts where subject = ${subject}))
    and (exists (${paidTax} and coalesce(a.subject, payments.subject) = ${subject})
      or (not exists (${paidTax}) and (subject = ${subject} or not exists (${paid}))))`;
};

export type PaymentFilter = {
  readonly kind: string;
  readonly subject?: string | undefined;
  readonly state?: PaymentState | undefined;
  readonly method?: PaymentMethod | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
};

const matches = ({ kind, subject, state, method }: Omit<PaymentFilter, 'limit' | 'offset'>) => sql`kind = ${kind}
    ${subject === undefined ? sql`` : sql`and ${isFor(subject)}`}
    ${state === undefined ? sql`` : sql`and state = ${state}`}
    ${method === undefined ? sql`` : sql`and method = ${method}`}`;

/** Counts payments. */
export async function countPayments(db: Database, filter: Omit<PaymentFilter, 'limit' | 'offset'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payments where ${matches(filter)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Reads payments, newest first. */
export async function listPayments(
  db: Database,
  { limit, offset = 0, ...filter }: PaymentFilter,
): Promise<PaymentRow[]> {
  const { rows } = await sql<StoredPayment>`
    ${selected} where ${matches(filter)}
    order by opened_index desc, payment_id limit ${limit} offset ${offset}
  `.execute(db);
  return rows.map(toPayment);
}
