import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Digital } from './digital.ts';
import { type DigitalPayment, insertQuote } from './digital-rows.ts';
import { readFreshRate } from './eth-rates.ts';
import { readStatedRates, type StatedRate } from './rate-blocks.ts';
import type { Quote } from './verify-transaction.ts';

/** How long a quote is valid. */
const QUOTE_MILLISECONDS = 15 * 60_000;
const RENEWAL_MILLISECONDS = 60_000;
const CLOCK_TOLERANCE_MILLISECONDS = 60_000;

/** A quote that the ledger confirms, with its rate. */
export type StatedQuote = Quote & { readonly rate: StatedRate };

/**
 * Returns the quotes of a payment that have the rate of their block, began while it was fresh, and are valid for at most the usual time. One that
 * was written or changed in the table converts nothing.
 */
export async function readStatedQuotes(
  database: Digital['database'],
  { quotes }: Pick<DigitalPayment, 'quotes'>,
): Promise<StatedQuote[]> {
  const rates = await readStatedRates(
    database,
    quotes.flatMap(({ rateBlock }) => rateBlock ?? []),
  );
  return quotes.flatMap((quote) => {
    const rate = quote.rateBlock === null ? undefined : rates.get(quote.rateBlock);
    return rate !== undefined && isOf(quote, rate) ? [{ ...quote, rate }] : [];
  });
}

const isOf = ({ centsPerEth, from, until }: Quote, rate: StatedRate): boolean =>
  rate.centsPerEth === centsPerEth &&
  from > rate.setAt - CLOCK_TOLERANCE_MILLISECONDS &&
  from < rate.until &&
  until - from <= QUOTE_MILLISECONDS;

/**
 * Returns a price for ETH that is valid from now on.
 *
 * @throws AppError `server.unavailable` without a fresh rate
 */
export async function quoteAt({ database }: Pick<Digital, 'database'>, now: number): Promise<StatedQuote> {
  const rate = await readFreshRate(database, now);
  if (rate === undefined)
    throw new AppError(unavailable, 'No price for ETH is set today.', { hint: 'Pay in another way.' });
  const { centsPerEth, blockIndex: rateBlock } = rate;
  return { centsPerEth, rateBlock, from: now, until: now + QUOTE_MILLISECONDS, rate };
}

/**
 * Gives a pending payment in ETH a new price. Nothing changes while the current one is valid for another minute, so that a payer cannot wait
 * for a better one.
 *
 * @throws AppError `server.unavailable` without a fresh rate
 */
export async function renewQuote(digital: Digital, payment: DigitalPayment): Promise<void> {
  if (payment.method !== 'eth') return;
  const now = digital.clock();
  const current = (await readStatedQuotes(digital.database, payment)).at(-1);
  if (current !== undefined && current.until - now > RENEWAL_MILLISECONDS) return;
  await insertQuote(digital.database, payment.paymentId, await quoteAt(digital, now));
}

/**
 * Returns the newest price of a payment, and gives it a new one if the ledger confirms none of its prices.
 *
 * @throws AppError `server.unavailable` without a fresh rate
 */
export async function currentQuote(digital: Digital, payment: DigitalPayment): Promise<StatedQuote> {
  const current = (await readStatedQuotes(digital.database, payment)).at(-1);
  if (current !== undefined) return current;
  const quote = await quoteAt(digital, digital.clock());
  await insertQuote(digital.database, payment.paymentId, quote);
  return quote;
}
