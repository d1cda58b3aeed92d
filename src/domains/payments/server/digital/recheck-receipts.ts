import { readPayments } from '../payments.ts';
import { type Digital, isChainFailure } from './digital.ts';
import type { DigitalContracts } from './digital-contracts.ts';
import { type DigitalPayment, findDigitalPayment } from './digital-rows.ts';
import { hasTransfer, readTransaction } from './read-transaction.ts';
import {
  deleteUncounted,
  markFinal,
  markReversed,
  moveReceipt,
  type Receipt,
  readReceipts,
  readUnfinal,
} from './receipts.ts';
import { type Height, readHeight } from './scan-events.ts';
import { unlessSettled } from './settle-frozen.ts';
import { verifyPayment } from './verify-payment.ts';

/** The maximum number of transfers that one round reads again. */
const RECHECKED_MAX = 200;

/**
 * Reads transfers again until the chain can no longer take them back. One that left the chain is deleted if it had not counted
 * yet; otherwise its payment is taken back by a new entry.
 */
export async function recheckReceipts(digital: Digital, contracts: DigitalContracts, height: Height): Promise<void> {
  for (const receipt of await readUnfinal(digital.database, contracts.chainId, RECHECKED_MAX))
    await recheck(digital, contracts, height, receipt);
}

/**
 * Verifies the transaction that a payer named. The blocks of the embedded chain are never replaced, so its transfers are final
 * immediately. Those of another chain become final in a later round.
 */
export async function verifyNamed(digital: Digital, payment: DigitalPayment, hash: `0x${string}`): Promise<void> {
  const code = await verifyPayment(digital, payment, hash);
  if (!digital.chain.isEmbedded || code === 'UNREACHABLE') return;
  const open = (await readReceipts(digital.database, payment.paymentId)).filter(
    ({ state, isFinal }) => state === 'counted' && !isFinal,
  );
  try {
    for (const receipt of open)
      await recheck(digital, await digital.contracts.find(), await readHeight(digital), receipt);
  } catch (error) {
    // The payment is recorded. The next round makes it final.
    if (!isChainFailure(error)) throw error;
  }
}

async function recheck(digital: Digital, contracts: DigitalContracts, height: Height, receipt: Receipt): Promise<void> {
  const { database, chain } = digital;
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
