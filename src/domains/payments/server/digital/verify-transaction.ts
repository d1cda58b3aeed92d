import { type VerificationCode, verificationCodes } from '#domains/payments/contract.ts';
import { centsOfUsdc, centsOfWei } from './amounts.ts';
import type { DigitalContracts } from './digital-contracts.ts';
import type { Lookup, MinedTransaction, Transfer } from './read-transaction.ts';

type Hex = `0x${string}`;

/** A price for ETH, and when it is valid, in milliseconds since the epoch. */
export type Quote = {
  readonly centsPerEth: number;
  /** The block that set the rate; null for a quote from before rates had blocks. */
  readonly rateBlock: number | null;
  readonly from: number;
  readonly until: number;
};

/** What a transaction must do to count for a payment. */
export type Terms = {
  readonly contracts: DigitalContracts;
  readonly confirmations: number;
  readonly method: 'usdc' | 'eth';
  readonly amountCents: number;
  /** The reference of the payment in the router's event; undefined before the payment is opened. */
  readonly reference: Hex | undefined;
  /** Transactions in earlier blocks do not count. In milliseconds since the epoch. */
  readonly billedAt: number;
  readonly quotes: readonly Quote[];
  /** The wallets that their owners bound to the payment by signature. */
  readonly payers: readonly Hex[];
  /** Reports whether a transfer already counts for another payment. The database refuses such a transfer in any case. */
  readonly isUsed: (hash: Hex, position: number) => boolean;
};

/** A transfer that fits the payment. `cents` is undefined if the price of its ETH is for a person to decide. */
export type Fitting = Transfer & { readonly cents: number | undefined };

export type Verdict = {
  readonly code: VerificationCode;
  readonly transfers: readonly Fitting[];
  /** Blocks that confirm the transaction, its own included. */
  readonly confirmations: number;
};

const HASH = /^0x[0-9a-f]{64}$/;
/** Clocks of block producers and of this server may differ by seconds. */
const CLOCK_TOLERANCE_MILLISECONDS = 60_000;
const ETH = `0x${'00'.repeat(20)}`;

/** Returns a transaction hash in lower case, so that letter case cannot make it a different one; undefined if the text is not a hash. */
export function normalizeHash(text: string): Hex | undefined {
  const hash = text.trim().toLowerCase();
  return HASH.test(hash) ? (hash as Hex) : undefined;
}

/**
 * Judges a transaction by the terms of a payment: fourteen checks in order, of which the first that fails decides. The first
 * check is `normalizeHash`. Pure: the same lookup gives the same verdict.
 */
export function judgeTransaction({ chainId, transaction }: Lookup, terms: Terms): Verdict {
  const nothing = (code: VerificationCode): Verdict => ({ code, transfers: [], confirmations: 0 });
  if (chainId !== terms.contracts.chainId) return nothing('WRONG_CHAIN');
  if (transaction === 'unknown') return nothing('NOT_FOUND');
  if (transaction === 'pending') return nothing('PENDING');
  const confirmations = Math.max(0, transaction.head - transaction.block + 1);
  if (!transaction.succeeded) return { ...nothing('REVERTED'), confirmations };
  if (confirmations < terms.confirmations) {
    // Transfers that fit are claimed while they wait, and shown to the payer.
    const { code, transfers } = judgeTransfers(transaction, terms);
    const fits = transaction.isCanonical && !isRefused(code);
    return { code: 'NOT_CONFIRMED', transfers: fits ? transfers : [], confirmations };
  }
  if (!transaction.isCanonical) return { ...nothing('REORGED'), confirmations };
  return { ...judgeTransfers(transaction, terms), confirmations };
}

const isRefused = (code: VerificationCode) => verificationCodes[code].outcome === 'refused';

function judgeTransfers(transaction: MinedTransaction, terms: Terms): Omit<Verdict, 'confirmations'> {
  const { code, found } = findTransfers(transaction, terms);
  const priced = found.map((transfer) => ({ ...transfer, cents: price(transfer.amount, transaction.blockAt, terms) }));
  const answer = (verdict: VerificationCode) => ({ code: verdict, transfers: priced });
  if (transaction.blockAt + CLOCK_TOLERANCE_MILLISECONDS < terms.billedAt) return answer('BEFORE_BILL');
  if (code !== undefined) return answer(code);
  if (priced.some(({ position }) => terms.isUsed(transaction.hash, position))) return answer('ALREADY_USED');
  if (priced.some(({ cents }) => cents === undefined)) return answer('QUOTE_EXPIRED');
  const cents = priced.reduce((sum, transfer) => sum + (transfer.cents ?? 0), 0);
  if (cents === 0) return answer('DUST');
  if (cents < terms.amountCents) return answer('UNDERPAID');
  return answer(cents === terms.amountCents ? 'EXACT' : 'OVERPAID');
}

/** Finds what fits the payment: events of the router with its reference, or else a plain transfer of a proven payer. */
function findTransfers(
  { routerPayments, usdcTransfers, ethTransfer }: MinedTransaction,
  { method, reference, contracts, payers }: Terms,
): { code: VerificationCode | undefined; found: readonly Transfer[] } {
  const token = method === 'usdc' ? contracts.usdc : ETH;
  const named = routerPayments.filter((one) => one.reference === reference && one.token === token);
  if (named.length > 0) return { code: undefined, found: named };
  const plain = method === 'usdc' ? usdcTransfers : ethTransfer === undefined ? [] : [ethTransfer];
  // A payment through the router names what it pays, and pays nothing else.
  if (routerPayments.length > 0 || plain.length === 0) return { code: 'NO_TRANSFER_TO_TREASURY', found: [] };
  if (payers.length === 0) return { code: 'PAYER_NOT_PROVEN', found: [] };
  const found = plain.filter(({ payer }) => payers.includes(payer));
  if (found.length === 0) return { code: 'NO_TRANSFER_TO_TREASURY', found };
  return { code: found.length > 1 ? 'AMBIGUOUS' : undefined, found };
}

function price(amount: bigint, blockAt: number, { method, quotes }: Terms): number | undefined {
  if (method === 'usdc') return centsOfUsdc(amount);
  const quote = quoteOf(quotes, blockAt);
  return quote === undefined ? undefined : centsOfWei(amount, quote.centsPerEth);
}

/** Returns the newest quote that is valid at the time of a block. */
export const quoteOf = <One extends Quote>(quotes: readonly One[], blockAt: number): One | undefined =>
  quotes.findLast(({ from, until }) => from - CLOCK_TOLERANCE_MILLISECONDS <= blockAt && blockAt <= until);
