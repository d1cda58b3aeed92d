import { type VerificationCode, verificationCodes } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { type Digital, isChainFailure } from './digital.ts';
import { type DigitalPayment, saveCode } from './digital-rows.ts';
import { readStatedQuotes } from './quotes.ts';
import { type Lookup, readTransaction } from './read-transaction.ts';
import { claimReceipt, freezeSettlement, readReceipts, readReceiptsOf } from './receipts.ts';
import { settleFrozen } from './settle-frozen.ts';
import { judgeTransaction, type Terms, type Verdict } from './verify-transaction.ts';

type Hex = `0x${string}`;

/**
 * Verifies a transaction for a payment, stores the result, and settles the payment if every check passed. Safe to repeat, also
 * after a crash and by several servers: a transfer is claimed by its key before it counts, and what a payment is settled with is
 * decided before it is settled.
 */
export async function verifyPayment(digital: Digital, payment: DigitalPayment, hash: Hex): Promise<VerificationCode> {
  const code = await verifyOnly(digital, payment, hash);
  if (verificationCodes[code].outcome === 'settled') await settleWhatArrived(digital, payment);
  return code;
}

/** Verifies a transaction for a payment, claims what fits, and stores the result. */
export async function verifyOnly(digital: Digital, payment: DigitalPayment, hash: Hex): Promise<VerificationCode> {
  const { lookup, verdict } = await lookUp(digital, payment, hash);
  const code = await claimTransfers(digital, payment, hash, lookup, verdict);
  await saveCode(digital.database, payment.paymentId, code);
  return code;
}

type Judged = { readonly lookup: Lookup | undefined; readonly verdict: Verdict };

async function lookUp(digital: Digital, payment: DigitalPayment, hash: Hex): Promise<Judged> {
  try {
    const contracts = await digital.contracts.find();
    const lookup = await readTransaction(digital.chain, contracts, hash);
    const known = await readReceiptsOf(digital.database, contracts.chainId, hash);
    const terms: Terms = {
      ...payment,
      quotes: await readStatedQuotes(digital.database, payment),
      contracts,
      confirmations: digital.chain.confirmations,
      isUsed: (_, position) => known.some((one) => one.position === position && one.paymentId !== payment.paymentId),
    };
    return { lookup, verdict: judgeTransaction(lookup, terms) };
  } catch (error) {
    if (!isChainFailure(error) && !(error instanceof AppError && isChainFailure(error.cause))) throw error;
    return { lookup: undefined, verdict: { code: 'UNREACHABLE', transfers: [], confirmations: 0 } };
  }
}

/** Claims what fits the payment. The database decides between two payments that claim the same transfer. */
async function claimTransfers(
  { database, clock }: Digital,
  payment: DigitalPayment,
  hash: Hex,
  lookup: Lookup | undefined,
  { code, transfers }: Verdict,
): Promise<VerificationCode> {
  const transaction = lookup?.transaction;
  const { outcome } = verificationCodes[code];
  if (typeof transaction !== 'object' || lookup === undefined || outcome === 'refused') return code;
  for (const { position, payer, amount, cents } of transfers) {
    const claimed = await claimReceipt(
      database,
      {
        chainId: lookup.chainId,
        hash,
        position,
        paymentId: payment.paymentId,
        method: payment.method,
        payer,
        units: amount,
        cents: cents ?? null,
        block: transaction.block,
        blockHash: transaction.blockHash,
        blockAt: transaction.blockAt,
        state: outcome === 'person' ? 'unassigned' : 'seen',
        code,
      },
      clock(),
    );
    if (claimed === undefined) return 'ALREADY_USED';
  }
  return code;
}

/** Settles a payment with the transfers that passed every check. Less than the amount waits for those not confirmed yet. */
export async function settleWhatArrived(
  digital: Digital,
  { paymentId, amountCents }: Pick<DigitalPayment, 'paymentId' | 'amountCents'>,
): Promise<void> {
  const seen = (await readReceipts(digital.database, paymentId)).filter(({ state }) => state === 'seen');
  const ready = seen.filter(({ code }) => verificationCodes[code].outcome === 'settled');
  const sum = ready.reduce((total, { cents }) => total + (cents ?? 0), 0);
  // Otherwise a cent sent ahead by a stranger would settle the payment before its money arrives.
  if (ready.length === 0 || (sum < amountCents && ready.length < seen.length)) return;
  const cents = await freezeSettlement(digital.database, { paymentId, hashes: ready.map(({ hash }) => hash) });
  if (cents !== undefined) await settleFrozen(digital, paymentId, cents);
}
