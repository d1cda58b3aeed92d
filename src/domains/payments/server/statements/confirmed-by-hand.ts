import { sql } from 'kysely';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { paymentSettled } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import { type Database, hasSqlState } from '#platform/server/database/database.ts';
import { type PaymentRow, readPayments } from '../payments.ts';
import type { LineRow } from './bank-lines.ts';

/** A payment that an account confirmed without a bank line, and whether a line was matched to it since. */
export type ByHand = { readonly payment: PaymentRow; readonly matched: boolean };

/** Returns which of these payments were confirmed by hand, by their ids: their block names no line. */
export async function findConfirmedByHand(
  db: Database,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, ByHand>> {
  const completed = payments.filter(({ method, state }) => method === 'bank' && state === 'completed');
  if (completed.length === 0) return new Map();
  const [blocks, { rows }] = await Promise.all([
    readBlocksAt(
      db,
      completed.flatMap(({ settledIndex }) => settledIndex ?? []),
    ),
    sql<{ payment_id: string }>`
      select payment_id from bank_lines where state = 'confirmed'
        and payment_id = any(${textArray(completed.map(({ paymentId }) => paymentId))}::text[])
    `.execute(db),
  ]);
  const withLine = new Set(blocks.flatMap(({ index, data }) => ('line' in data ? [index] : [])));
  const matched = new Set(rows.map((row) => row.payment_id));
  return new Map(
    completed.flatMap((payment) =>
      payment.settledIndex === null || withLine.has(payment.settledIndex)
        ? []
        : [[payment.paymentId, { payment, matched: matched.has(payment.paymentId) }]],
    ),
  );
}

/**
 * Reports whether a line is the transfer that was confirmed by hand. Another amount, or a payment that was taken back since, is for a
 * person to judge.
 */
export const isTransferOf = ({ cents }: Pick<LineRow, 'cents'>, { payment, matched }: ByHand): boolean =>
  !matched && payment.amountCents === cents && payment.reversedCents === 0;

/**
 * Stores that a line is the transfer of its payment. Books nothing, because the confirmation did. A payment has one such line, even if two are
 * matched at the same time.
 *
 * @throws AppError `payments.settled` unless the payment was confirmed by hand with the cents of the line, and has no line yet
 */
export async function matchLine(db: Database, line: LineRow): Promise<void> {
  const [payment] = await readPayments(db, [line.paymentId ?? '']);
  const byHand = payment && (await findConfirmedByHand(db, [payment])).get(payment.paymentId);
  if (byHand === undefined || !isTransferOf(line, byHand)) throw noTransferOf(line);
  try {
    await sql`
      update bank_lines set state = 'confirmed', block_index = ${byHand.payment.settledIndex}
      where line_id = ${line.lineId}::uuid and state = 'acting' and round = ${line.round}
    `.execute(db);
  } catch (error) {
    if (hasSqlState(error, '23505')) throw noTransferOf(line);
    throw error;
  }
}

const noTransferOf = ({ lineId, paymentId }: LineRow) =>
  new AppError(
    paymentSettled,
    `The line ${lineId} is not the transfer that the payment ${paymentId} was confirmed for.`,
  );
