import {
  type DigitalProgress,
  paymentNotFound,
  type VerificationCode,
  verificationCodes,
} from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { type PaymentRow, readPayments } from '../payments.ts';
import { showPayments } from '../show-payments.ts';
import { describeCall } from './describe-call.ts';
import { type Digital, isChainFailure, withChain } from './digital.ts';
import { type DigitalPayment, findByReferences, readPendingOf } from './digital-rows.ts';
import { type Receipt, readReceipts } from './receipts.ts';

/** @throws AppError `payments.not_found` */
export async function requireByReference({ database }: Digital, reference: string): Promise<DigitalPayment> {
  const [payment] = await findByReferences(database, [reference.toLowerCase()]);
  if (payment !== undefined && (await readPayments(database, [payment.paymentId])).length > 0) return payment;
  throw new AppError(paymentNotFound, 'No payment has this reference.', { hint: 'Open a payment to get one.' });
}

/** Returns the progress of a payment, with the call that pays it while it is pending. */
export async function readProgress(digital: Digital, payment: DigitalPayment): Promise<DigitalProgress> {
  const { database, chain } = digital;
  const [row] = await readPayments(database, [payment.paymentId]);
  const [shown] = await showPayments(database, row === undefined ? [] : [row]);
  if (row === undefined || shown === undefined) throw new Error(`Broken invariant: ${payment.paymentId} was opened`);
  const receipts = await readReceipts(database, payment.paymentId);
  const code = standingCode(row, payment, receipts);
  const head = receipts.length === 0 ? undefined : await readHead(digital);
  return {
    payment: shown,
    code,
    explanation: code === null ? null : verificationCodes[code].message,
    confirmationsNeeded: chain.confirmations,
    receipts: receipts.map((receipt) => ({
      ...showReceipt(digital, receipt),
      confirmations: head === undefined ? 0 : Math.max(0, head - receipt.block + 1),
    })),
    next: row.state === 'pending' ? await withChain(digital, () => describeCall(digital, payment)) : null,
  };
}

/**
 * Returns the code that fits the state of a payment. The newest verification may have been of another transaction: one that came after the
 * payment was closed, or in addition to the one that settled it.
 */
function standingCode(
  { state }: Pick<PaymentRow, 'state'>,
  { code }: DigitalPayment,
  receipts: readonly Receipt[],
): VerificationCode | null {
  if (state === 'completed') return receipts.find((one) => one.state === 'counted')?.code ?? code;
  return state === 'failed' && receipts.length > 0 ? 'LATE' : code;
}

/** Reads the progress of an account's pending payments, newest first. */
export async function readOwnPending(digital: Digital, accountId: string): Promise<DigitalProgress[]> {
  const payments = await readPendingOf(digital.database, accountId);
  return Promise.all(payments.map((payment) => readProgress(digital, payment)));
}

export const showReceipt = ({ chain }: Pick<Digital, 'chain'>, receipt: Receipt) => ({
  txHash: receipt.hash,
  network: chain.networkName,
  payer: receipt.payer,
  units: receipt.units.toString(),
  cents: receipt.cents,
  state: receipt.state,
  code: receipt.code,
  isFinal: receipt.isFinal,
});

/** Returns the number of the newest block, or undefined if the chain does not answer: the rest of the page does not need it. */
async function readHead({ chain }: Digital): Promise<number | undefined> {
  try {
    return Number(await chain.request({ method: 'eth_blockNumber' }));
  } catch (error) {
    if (isChainFailure(error)) return undefined;
    throw error;
  }
}
