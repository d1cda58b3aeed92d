import { z } from 'zod';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import type { Database } from '#platform/server/database/database.ts';
import { centsOfUsdc, centsOfWei } from './amounts.ts';
import type { DigitalPayment } from './digital-rows.ts';
import { readStatedQuotes, type StatedQuote } from './quotes.ts';
import { type PaidTransfer, type Receipt, TRANSFERS_MAX } from './receipts.ts';

/** Transfers in a block. With the block of the rate, anyone can compute the cents again. */
export const StatedTransfers = z
  .array(
    z.strictObject({
      chain_id: z.int().min(1),
      tx_hash: z.string().regex(/^0x[0-9a-f]{64}$/),
      /** The position of the log in its transaction; -1 is the value of the transaction itself. */
      log: z.int().min(-1),
      units: z.string().regex(/^[1-9][0-9]{0,77}$/),
      cents: Cents.optional(),
      cents_per_eth: z.int().min(1).optional(),
      rate_block: z.int().min(0).optional(),
    }),
  )
  .min(1)
  .max(TRANSFERS_MAX)
  .optional();

/** Returns the transfers of a payment in the form that a block states. */
export const stateTransfers = (transfers: readonly PaidTransfer[] = []) =>
  transfers.length === 0
    ? {}
    : {
        transfers: transfers.map(({ chainId, hash, position, units, cents, rate }) => ({
          chain_id: chainId,
          tx_hash: hash,
          log: position,
          units: units.toString(),
          ...(cents === undefined ? {} : { cents }),
          ...(rate === undefined ? {} : { cents_per_eth: rate.centsPerEth, rate_block: rate.blockIndex }),
        })),
      };

/**
 * Returns the transfers that a payment is settled with. Their cents are computed from their units again, so that altered rows
 * settle nothing.
 *
 * @throws DamagedTransfers unless the units are worth what was decided
 */
export async function describeCounted(
  database: Database,
  payment: Pick<DigitalPayment, 'paymentId' | 'quotes' | 'isDecided'>,
  counted: readonly Receipt[],
  cents: number,
): Promise<PaidTransfer[]> {
  const keys = counted.map(({ chainId, hash, position, units }) => ({ chainId, hash, position, units }));
  if (payment.isDecided) return keys;
  const quotes = await readStatedQuotes(database, payment);
  const transfers = keys.flatMap((key, n) => worthOf(key, counted[n] as Receipt, quotes) ?? []);
  const sum = transfers.reduce((total, one) => total + (one.cents ?? 0), 0);
  if (transfers.length < counted.length || sum !== cents) throw new DamagedTransfers(payment.paymentId);
  return transfers;
}

function worthOf(
  key: PaidTransfer,
  { method, units, cents }: Receipt,
  quotes: readonly StatedQuote[],
): PaidTransfer | undefined {
  if (method === 'usdc') return { ...key, cents: centsOfUsdc(units) };
  // A reorganization may have moved the transfer to another block time since it was priced.
  const quote = quotes.find(({ centsPerEth }) => centsOfWei(units, centsPerEth) === cents);
  if (quote === undefined || cents === null) return undefined;
  return { ...key, cents, rate: quote.rate };
}

/** Thrown if stored transfers are not worth the stated amount: nothing is recorded about such money. */
export class DamagedTransfers extends AppError {
  constructor(of: string) {
    super(unavailable, 'The stored transfers of this money are not worth its amount, so nothing is recorded.', {
      hint: 'Ask the city. Its operator runs cairn rebuild --check.',
      cause: new Error(`${of}: the units of its transfers are not worth its cents`),
    });
  }
}
