import { transactionUsed } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Evidence } from '../payee.ts';
import { readPayments } from '../payments.ts';
import type { Digital } from './digital.ts';
import { findDigitalPayment } from './digital-rows.ts';
import { DamagedTransfers, describeCounted } from './paid-transfers.ts';
import { hasTransfer, readTransaction } from './read-transaction.ts';
import { readReceipts } from './receipts.ts';

/**
 * Settles a payment with what was decided. Nothing changes if it was settled before, or while its stored transfers do not add up or pay
 * something else already. That is logged for the operator.
 */
export async function settleFrozen(digital: Digital, paymentId: string, cents: number): Promise<void> {
  const [payment] = await readPayments(digital.database, [paymentId]);
  if (payment?.state !== 'pending') return;
  try {
    const evidence = await readEvidence(digital.database, paymentId, cents, 'the sum');
    await requireOnChain(digital, paymentId);
    await unlessSettled(digital.payee(payment.kind).settle(paymentId, cents, undefined, evidence));
  } catch (error) {
    if (!isDamage(error)) throw error;
    digital.reportOnce(paymentId, error);
  }
}

/**
 * Reads the transfers that were decided to settle a payment. Only while `a person` acts may the cents differ from `the sum` of what the
 * transfers are worth: a row that claims a person's decision settles nothing on its own.
 *
 * @throws DamagedTransfers unless they are worth the cents
 */
export async function readEvidence(
  database: Digital['database'],
  paymentId: string,
  cents: number,
  by: 'a person' | 'the sum',
): Promise<Evidence> {
  const payment = await findDigitalPayment(database, paymentId);
  if (payment?.isDecided && by === 'the sum') throw new DamagedTransfers(paymentId);
  const counted = (await readReceipts(database, paymentId)).filter(({ state }) => state === 'counted');
  const largest = counted.reduce((most, one) => ((one.cents ?? 0) > (most?.cents ?? -1) ? one : most), counted[0]);
  if (payment === undefined || largest === undefined) throw new DamagedTransfers(paymentId);
  return { txHash: largest.hash, transfers: await describeCounted(database, payment, counted, cents) };
}

/**
 * Refuses transfers that are stored as final and are not on the chain. They are never read again, so forged rows would
 * count permanently. The others are read again until they are final, and taken back if they are not on the chain.
 *
 * @throws DamagedTransfers, RpcError if the chain does not answer
 */
async function requireOnChain({ database, chain, contracts }: Digital, paymentId: string): Promise<void> {
  const counted = (await readReceipts(database, paymentId)).filter(
    ({ state, isFinal }) => state === 'counted' && isFinal,
  );
  for (const receipt of counted) {
    const { transaction } = await readTransaction(chain, await contracts.find(), receipt.hash);
    if (typeof transaction !== 'object' || !hasTransfer(transaction, receipt)) throw new DamagedTransfers(paymentId);
  }
}

/** Reports whether an error means that rows about transfers were altered, so that nothing may be recorded from them. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DamagedTransfers || (error instanceof AppError && error.kind.code === transactionUsed.code);

/** Waits for an act of a payee, and ignores that another server did the same first. */
export async function unlessSettled(act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if (!(error instanceof AppError && error.kind.code === 'payments.settled')) throw error;
  }
}
