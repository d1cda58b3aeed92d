import { int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import type { Allocation, PaymentPart, PaymentRow } from './payments.ts';

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
  const parts = added.flatMap(({ paymentId, parts }) => parts.map((part, line) => ({ paymentId, line, ...part })));
  return [
    ...(added.length > 0 ? [insertPayments(added)] : []),
    ...(settled.length > 0 ? [settlePayments(settled)] : []),
    ...(allocated.length > 0 ? [insertAllocations(allocated)] : []),
    ...(parts.length > 0 ? [insertParts(parts)] : []),
  ];
}

const insertPayments = (rows: readonly PaymentRow[]): WriteStatement => write`
  insert into payments (
    payment_id, kind, subject, account_id, payer_key, method, state, amount_cents, reference, tx_hash, reverses, reason, by_hand,
    opened_at, opened_index, settled_at, settled_index, method_fee_cents, paid_on
  )
  select id, kind, subject, account::uuid, payer_key, method, state, amount, reference, tx, reverses, reason, by_hand::boolean,
    to_timestamp(opened / 1000.0), opened_index, to_timestamp(settled / 1000.0), settled_index, method_fee, paid_on::date
  from unnest(
    ${textArray(rows.map((row) => row.paymentId))}::text[], ${textArray(rows.map((row) => row.kind))}::text[],
    ${textArray(rows.map((row) => row.subject))}::text[], ${textArray(rows.map((row) => row.accountId))}::text[],
    ${textArray(rows.map((row) => row.payerKey ?? null))}::text[],
    ${textArray(rows.map((row) => row.method))}::text[], ${textArray(rows.map((row) => row.state))}::text[],
    ${int8Array(rows.map((row) => row.amountCents))}::bigint[], ${textArray(rows.map((row) => row.reference))}::text[],
    ${textArray(rows.map((row) => row.txHash))}::text[], ${textArray(rows.map((row) => row.reverses))}::text[],
    ${textArray(rows.map((row) => row.reason))}::text[], ${textArray(rows.map((row) => String(row.byHand === true)))}::text[],
    ${int8Array(rows.map((row) => row.openedAt))}::bigint[],
    ${int8Array(rows.map((row) => row.openedIndex))}::bigint[], ${int8Array(rows.map((row) => row.settledAt))}::bigint[],
    ${int8Array(rows.map((row) => row.settledIndex))}::bigint[], ${int8Array(rows.map((row) => row.methodFeeCents))}::bigint[],
    ${textArray(rows.map((row) => row.paidOn ?? null))}::text[]
  ) as t (
    id, kind, subject, account, payer_key, method, state, amount, reference, tx, reverses, reason, by_hand, opened,
    opened_index, settled, settled_index, method_fee, paid_on
  )
`;

/** Filters by the missing settlement block: with `state`, the planner would scan all pending payments. */
const settlePayments = (rows: readonly PaymentRow[]): WriteStatement => write`
  update payments set state = t.state, amount_cents = t.amount, reason = t.reason, tx_hash = t.tx,
    settled_at = to_timestamp(t.settled / 1000.0), settled_index = t.settled_index, paid_on = t.paid_on::date
  from unnest(
    ${textArray(rows.map((row) => row.paymentId))}::text[], ${textArray(rows.map((row) => row.state))}::text[],
    ${int8Array(rows.map((row) => row.amountCents))}::bigint[], ${textArray(rows.map((row) => row.reason))}::text[],
    ${textArray(rows.map((row) => row.txHash))}::text[], ${int8Array(rows.map((row) => row.settledAt))}::bigint[], ${int8Array(rows.map((row) => row.settledIndex))}::bigint[],
    ${textArray(rows.map((row) => row.paidOn ?? null))}::text[]
  ) as t (id, state, amount, reason, tx, settled, settled_index, paid_on)
  where payments.payment_id = t.id and payments.settled_index is null
`;

const insertAllocations = (
  rows: readonly (Allocation & { paymentId: string; line: number })[],
): WriteStatement => write`
  insert into payment_allocations (payment_id, line, part, bill, cents, subject) select * from unnest(
    ${textArray(rows.map((row) => row.paymentId))}::text[], ${int4Array(rows.map((row) => row.line))}::int[],
    ${textArray(rows.map((row) => row.part))}::text[], ${textArray(rows.map((row) => row.bill))}::text[],
    ${int8Array(rows.map((row) => row.cents))}::bigint[], ${textArray(rows.map((row) => row.subject ?? null))}::text[]
  )
`;

const insertParts = (rows: readonly (PaymentPart & { paymentId: string; line: number })[]): WriteStatement => write`
  insert into payment_parts (payment_id, line, subject, bill) select * from unnest(
    ${textArray(rows.map((row) => row.paymentId))}::text[], ${int4Array(rows.map((row) => row.line))}::int[],
    ${textArray(rows.map((row) => row.subject))}::text[], ${textArray(rows.map((row) => row.bill))}::text[]
  )
`;
