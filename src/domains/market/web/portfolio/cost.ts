import { queryOptions } from '@tanstack/react-query';
import { type readPortfolio, readStatement } from '#domains/market/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';
import { centsOf } from '#platform/web/dollars.ts';
import { dayOf } from '#platform/web/format-day.ts';

type Holding = ResponseIn<typeof readPortfolio>['holdings'][number];

/** A holding with the cost of its shares. Null: some were not bought here, or the cost is not known. Undefined: it is loading. */
export type CostedHolding = Holding & { readonly cost: number | null | undefined };

/** Reads the remaining lots of the account. Reloads them when the holdings change, not with every block. */
export const costQuery = (holdings: readonly Holding[] | undefined) =>
  queryOptions({
    queryKey: ['cost-of-shares', holdings?.map(({ propertyId, shares }) => [propertyId, shares])],
    queryFn: ({ signal }) => {
      const today = dayOf(Date.now());
      return call(readStatement, { query: { from: today, to: today } }, { signal });
    },
    enabled: holdings !== undefined && holdings.length > 0,
  });

/** Adds the cost of its lots to each holding. */
export const withCost = (
  holdings: readonly Holding[],
  statement: ResponseIn<typeof readStatement> | undefined,
  isLoading: boolean,
): CostedHolding[] => {
  const lots = Map.groupBy(statement?.lots ?? [], ({ propertyId }) => propertyId);
  return holdings.map((holding) => {
    const own = lots.get(holding.propertyId) ?? [];
    const isWhole = own.reduce((sum, { shares }) => sum + shares, 0) === holding.shares;
    const cents = own
      .map(({ cost }) => (cost === null ? Number.NaN : centsOf(cost)))
      .reduce((sum, one) => sum + one, 0);
    const cost = isWhole && !Number.isNaN(cents) ? cents / 100 : null;
    return { ...holding, cost: isLoading ? undefined : cost };
  });
};
