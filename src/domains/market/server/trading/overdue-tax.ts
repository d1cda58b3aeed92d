import { readOverdue } from '#domains/registry/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { TokenBook } from './trading-state.ts';

/** Whether overdue tax of a property halts the issuer's sales of its shares; and the time in milliseconds. */
export type TaxPolicy = { readonly overdueTax: 'warn' | 'halt'; readonly clock: () => number };

/** Reads the tokens whose issuer may not sell because tax of the property is overdue, with the overdue cents. Empty if the policy halts nothing. */
export async function readHaltingTax(
  db: Database,
  { overdueTax, clock }: TaxPolicy,
  tokens: readonly Pick<TokenBook, 'tokenId' | 'propertyId'>[],
): Promise<ReadonlyMap<number, number>> {
  if (overdueTax !== 'halt' || tokens.length === 0) return new Map();
  const propertyIds = tokens.map(({ propertyId }) => propertyId);
  const overdue = await readOverdue(db, propertyIds, clock());
  return new Map(
    tokens.flatMap(({ tokenId, propertyId }) => {
      const cents = overdue.get(propertyId);
      return cents === undefined ? [] : [[tokenId, cents] as const];
    }),
  );
}
