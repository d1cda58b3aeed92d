import { readPayments } from '../payments.ts';
import type { Digital } from './digital.ts';
import type { DigitalContracts } from './digital-contracts.ts';
import { findDigitalPayment } from './digital-rows.ts';
import { hasTransfer, readTransaction } from './read-transaction.ts';
import { deleteUncounted, markFinal, markReversed, moveReceipt, type Receipt, readUnfinal } from './receipts.ts';
import type { Height } from './scan-events.ts';
import { unlessSettled } from './settle-frozen.ts';
import { verifyPayment } from './verify-payment.ts';

/** The maximum number of transfers that one round reads again. */
const RECHECKED_MAX = 200;

/**
 * Reads transfers again until the chain can no longer take them back. One that left the chain is deleted if it had not counted
 * yet; otherwise its payment is taken back by a new entry.
 */
export async function recheckReceipts(digital: Digital, contracts: DigitalContracts, height: Height): Promise<void> {
  const { database, chain } = digital;
  for (const receipt of await readUnfinal(database, contracts.chainId, RECHECKED_MAX)) {
    const { transaction } = await readTransaction(chain, contracts, receipt.hash);
    if (typeof transaction === 'object' && transaction.isCanonical && hasTransfer(transaction, receipt)) {
      if (transaction.blockHash !== receipt.blockHash) await moveReceipt(database, receipt, transaction);
      if (receipt.state === 'seen') await verifyAgain(digital, receipt);
      else if (transaction.block <= height.finalized) await markFinal(database, receipt);
    } else if (receipt.state === 'counted') {
      // The blocks that replaced it have as many confirmations as it needed.
      if (height.head >= receipt.block + chain.confirmations - 1) await takeBack(digital, receipt);
    } else await deleteUncounted(database, receipt);
  }
}

async function verifyAgain(digital: Digital, { paymentId, hash }: Receipt): Promise<void> {
  const payment = paymentId === null ? undefined : await findDigitalPayment(digital.database, paymentId);
  if (payment !== undefined) await verifyPayment(digital, payment, hash);
}

/** Takes back a payment by a new entry. When repeated after a crash, only marks the transfer. */
async function takeBack({ database, payee, chain, log }: Digital, { paymentId, hash }: Receipt): Promise<void> {
  const [payment] = await readPayments(database, [paymentId ?? '']);
  if (payment === undefined || payment.state === 'pending') return;
  log.warn({ paymentId, hash }, 'a transaction left the chain, so its payment is taken back');
  const reason = `${chain.networkName} replaced the block of the transaction ${hash} (REORGED).`;
  await unlessSettled(payee(payment.kind).reverse(payment.paymentId, reason, undefined));
  await markReversed(database, payment.paymentId, [hash]);
}
