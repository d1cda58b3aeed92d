import { settledByChain } from '#domains/payments/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Evidence } from '../payee.ts';
import type { Digital } from './digital.ts';
import { freezeSettlement, readReceipts } from './receipts.ts';
import { readEvidence } from './settle-frozen.ts';

/**
 * Decides which of the transfers that wait for a person settle a pending payment, and returns them with the cents. The decision
 * is stored before the settlement. An interrupted decision waits for a person again a minute later.
 *
 * @throws AppError `payments.settled_by_chain` if no transfer waits, `request.invalid` if the amount is missing
 */
export async function decidePayment(
  { database, chain }: Pick<Digital, 'database' | 'chain'>,
  paymentId: string,
  arrivedCents: number | undefined,
): Promise<{ cents: number; evidence: Evidence }> {
  const waiting = (await readReceipts(database, paymentId)).filter(({ state }) => state === 'unassigned');
  if (waiting.length === 0)
    throw new AppError(settledByChain, `No money for ${paymentId} has arrived on ${chain.networkName} yet.`, {
      hint: 'It is settled automatically once the money is there. Close it if it will not arrive.',
    });
  const known = waiting.every(({ cents }) => cents !== null);
  if (arrivedCents === undefined && !known)
    throw new AppError(validationFailed, 'State what the ETH was worth when it arrived.', {
      errors: [{ in: 'body', pointer: '/amount', message: 'amount is required: the price of the ETH is not known' }],
    });
  const hashes = waiting.map(({ hash }) => hash);
  const cents = await freezeSettlement(database, {
    paymentId,
    hashes,
    ...(arrivedCents === undefined ? {} : { cents: arrivedCents }),
  });
  if (cents !== undefined) return { cents, evidence: await readEvidence(database, paymentId, cents, 'a person') };
  throw new AppError(settledByChain, `${paymentId} was settled in the meantime.`, {
    hint: 'Reload the list of payments.',
  });
}
