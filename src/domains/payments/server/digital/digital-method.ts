import { randomBytes } from 'node:crypto';
import {
  type PaymentOption,
  transactionRefused,
  transactionUsed,
  verificationCodes,
} from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Method, Prepared, TransactionOf } from '../method.ts';
import { readPayments } from '../payments.ts';
import { decidePayment } from './decide-payment.ts';
import { describeCall } from './describe-call.ts';
import { type Digital, withChain } from './digital.ts';
import {
  attachTransaction,
  findByReferences,
  findDigitalPayment,
  findNamedBy,
  findPaidBy,
  insertDigitalPayment,
} from './digital-rows.ts';
import { readFreshRate } from './eth-rates.ts';
import { quoteAt } from './quotes.ts';
import { type Lookup, readTransaction } from './read-transaction.ts';
import { type Receipt, readReceiptsOf } from './receipts.ts';
import { verifyNamed } from './recheck-receipts.ts';
import { beginScan } from './scans.ts';
import { judgeTransaction, normalizeHash } from './verify-transaction.ts';

type Hex = `0x${string}`;

/** Returns the method that takes USDC or ETH on the chain of this installation. */
export function digitalMethod(digital: Digital, method: 'usdc' | 'eth'): Method {
  return {
    method,
    option: () => describeOption(digital, method),
    // Random, so that only its payer can pay with it or find what it belongs to.
    reference: () => `0x${randomBytes(32).toString('hex')}`,
    async next({ paymentId }) {
      const payment = await findDigitalPayment(digital.database, paymentId);
      if (payment === undefined) throw new Error(`Broken invariant: ${paymentId} was prepared`);
      return withChain(digital, () => describeCall(digital, payment));
    },
    transactions: {
      find: (transaction) => withChain(digital, () => findOrRefuse(digital, method, transaction)),
      prepare: (payment) => withChain(digital, () => prepare(digital, method, payment)),
      async verify(paymentId, txHash) {
        const hash = requireHash(txHash);
        await attachTransaction(digital.database, paymentId, hash, digital.clock());
        const payment = await findDigitalPayment(digital.database, paymentId);
        if (payment !== undefined) await verifyNamed(digital, payment, hash);
      },
      decide: (paymentId, arrivedCents) => decidePayment(digital, paymentId, arrivedCents),
    },
  };
}

async function describeOption(
  { contracts, chain, database, clock }: Digital,
  method: 'usdc' | 'eth',
): Promise<PaymentOption> {
  const problem = contracts.problem();
  if (problem !== undefined) return { method, offered: false, note: problem, network: null };
  if (method === 'eth' && (await readFreshRate(database, clock())) === undefined)
    return { method, offered: false, note: 'Not offered: no price for ETH is set today.', network: null };
  const note = chain.isEmbedded
    ? 'SAMPLE: money without value on the local chain of this server. You get some when you choose Pay.'
    : `You pay with a wallet on ${chain.networkName}, and the gas of the network. It counts after ${chain.confirmations} confirmations.`;
  return { method, offered: true, note, network: chain.networkName, isLocal: chain.isEmbedded };
}

/** Stores what the payment may be paid with. ETH gets the current price for 15 minutes. */
async function prepare(digital: Digital, method: 'usdc' | 'eth', payment: Prepared): Promise<void> {
  const { database, chain } = digital;
  const contracts = await digital.contracts.find();
  await beginScan(database, chain, contracts);
  const now = digital.clock();
  await insertDigitalPayment(database, {
    paymentId: payment.paymentId,
    reference: payment.reference as Hex,
    chainId: contracts.chainId,
    method,
    amountCents: payment.amountCents,
    billedAt: payment.billedAt,
    preparedAt: now,
    attachedHash: null,
    quote: method === 'eth' ? await quoteAt(digital, now) : undefined,
  });
}

/** Returns the payment if a repeated request matches it; refuses one for another amount or currency. */
async function sameOrRefuse(
  { database }: Digital,
  paymentId: string,
  asked: { method: 'usdc' | 'eth'; amountCents: number },
): Promise<string> {
  const known = await findDigitalPayment(database, paymentId);
  if (known?.method !== asked.method || known.amountCents !== asked.amountCents) throw refuse('ALREADY_USED');
  return paymentId;
}

/**
 * Finds the payment that a transaction already belongs to, or returns undefined if it may pay a new one. The transaction decides: a call of
 * the router names its payment, and a plain transfer belongs to the payment that its wallet signed for. Another payer who announced its
 * hash does not block it.
 *
 * @throws AppError `payments.transaction_refused`, `payments.transaction_used` if it can never pay
 */
async function findOrRefuse(
  digital: Digital,
  method: 'usdc' | 'eth',
  { txHash, accountId, kind, subject, amountCents, billedAt }: TransactionOf,
): Promise<string | undefined> {
  const { database, chain, clock } = digital;
  const hash = requireHash(txHash);
  const asked = { method, amountCents };
  const mine = await findNamedBy(database, accountId, { hash, kind, subject });
  if (mine !== undefined) return sameOrRefuse(digital, mine, asked);
  const contracts = await digital.contracts.find();
  const lookup = await readTransaction(chain, contracts, hash);
  const { transaction } = lookup;
  const named = typeof transaction === 'object' ? transaction.routerPayments.map(({ reference }) => reference) : [];
  const payments = await readPayments(
    database,
    (await findByReferences(database, named)).map(({ paymentId }) => paymentId),
  );
  const own = payments.find((payment) => payment.kind === kind && payment.subject === subject);
  if (own !== undefined) return sameOrRefuse(digital, own.paymentId, asked);
  const used = await readReceiptsOf(database, contracts.chainId, hash);
  if (payments.length > 0 || (used.length > 0 && !hasFreeTransfer(transaction, method, used))) {
    const paid = await findPaidBy(database, { hash, kind, subject });
    if (paid === undefined) throw refuse('ALREADY_USED');
    return sameOrRefuse(digital, paid, asked);
  }
  const now = clock();
  const { code } = judgeTransaction(lookup, {
    contracts,
    confirmations: 1,
    method,
    amountCents,
    reference: undefined,
    billedAt,
    quotes: method === 'eth' ? [await quoteAt(digital, now)] : [],
    payers: [],
    isUsed: () => false,
  });
  if (verificationCodes[code].outcome === 'refused') throw refuse(code);
  return undefined;
}

/** Reports whether a transaction has a plain transfer that does not count for a payment yet. Several wallets may send in one transaction. */
function hasFreeTransfer(
  transaction: Lookup['transaction'],
  method: 'usdc' | 'eth',
  used: readonly Pick<Receipt, 'position'>[],
): boolean {
  if (typeof transaction !== 'object' || transaction.routerPayments.length > 0) return false;
  const { usdcTransfers, ethTransfer } = transaction;
  const plain = method === 'usdc' ? usdcTransfers : ethTransfer === undefined ? [] : [ethTransfer];
  return plain.some(({ position }) => !used.some((one) => one.position === position));
}

/** @throws AppError `payments.transaction_refused` */
export function requireHash(text: string): Hex {
  const hash = normalizeHash(text);
  if (hash === undefined) throw refuse('BAD_HASH');
  return hash;
}

function refuse(code: keyof typeof verificationCodes): AppError {
  const message = `${verificationCodes[code].message} (${code})`;
  return new AppError(code === 'ALREADY_USED' ? transactionUsed : transactionRefused, message, {
    hint: 'Nothing was recorded. Leave out txHash to get the call that pays.',
    errors: [{ in: 'body', pointer: '/txHash', message }],
  });
}
