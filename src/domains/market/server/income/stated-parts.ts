import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { hexOf } from '../calls/call-rows.ts';
import { divideIncome, HOLDERS_MAX } from './divide-income.ts';
import { readHoldersAt } from './holders-at.ts';

/** What the block of a distribution states, and the parts in cents that follow from it, by address. */
export type StatedIncome = {
  readonly tokenId: number;
  readonly propertyId: string;
  readonly parts: ReadonlyMap<string, number>;
};

/**
 * Computes the parts of a distribution from its block: its cents, divided by the shares that were held at its record. Stored holders
 * of another number than the block states, or of more shares than were issued, are refused.
 *
 * @throws IncomeDiffers
 */
export async function readStatedIncome(db: Database, income: number): Promise<StatedIncome> {
  const data = await readData(db, income);
  if (data?.['action'] !== 'market.income_declared') throw new IncomeDiffers(income, 'no block declared it');
  const tokenId = Number(data['token']);
  const [issue, holders] = await Promise.all([
    readData(db, tokenId),
    readHoldersAt(db, tokenId, Number(data['record']), HOLDERS_MAX + 1),
  ]);
  const shares = holders.reduce((sum, one) => sum + one.shares, 0);
  if (holders.length !== data['holders'] || shares > Number(issue?.['shares'] ?? 0))
    throw new IncomeDiffers(income, `${holders.length} stored holders have ${shares} shares at its record`);
  const parts = divideIncome(Number(data['cents']), holders);
  return {
    tokenId,
    propertyId: String(data['property_id']),
    parts: new Map(holders.map(({ address }, n) => [hexOf(address), parts[n] ?? 0])),
  };
}

async function readData(db: Database, index: number): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [block] = await readBlocksAt(db, [index]);
  return block?.data as Readonly<Record<string, unknown>> | undefined;
}

/** The refusal to pay a part of an income whose row differs from the blocks. */
export class IncomeDiffers extends AppError {
  constructor(income: number, problem: string) {
    super(unavailable, 'A stored part of your income differs from the blocks, so nothing was paid.', {
      hint: 'Ask the city. Its operator runs cairn rebuild --check.',
      cause: new Error(`Income ${income}: ${problem}`),
    });
  }
}
