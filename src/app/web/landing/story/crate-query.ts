import { queryOptions, useQuery } from '@tanstack/react-query';
import { healthQuery } from '#domains/observability/web/index.ts';
import { type HistoryEvent, readAsset } from '#domains/trace/contract/asset-history.ts';
import { demoCrateId } from '#domains/trace/contract/demo-crate.ts';
import { call } from '#platform/web/api-client.ts';
import { storyEvents } from './story-steps.ts';

const journeyMax = 50;

const crateQuery = queryOptions({
  queryKey: ['landing', 'crate'],
  staleTime: Infinity,
  queryFn: ({ signal }) =>
    call(readAsset, { params: { assetId: demoCrateId }, query: { limit: journeyMax } }, { signal }),
});

export type Crate = {
  readonly assetId: string;
  readonly history: readonly HistoryEvent[];
  readonly complete: boolean;
  readonly total: number;
};

/** Returns the crate of the story on this ledger: undefined while it loads, null if this ledger has none. */
export function useCrate(): Crate | null | undefined {
  const health = useQuery(healthQuery);
  const demo = health.data?.demo === true;
  const { data, isError } = useQuery({ ...crateQuery, enabled: demo });
  if (health.isPending || (demo && data === undefined && !isError)) return undefined;
  if (data === undefined) return null;
  const { history, pagination } = data;
  if (!storyEvents.every(({ action }, n) => history[n]?.action === action)) return null;
  return { assetId: demoCrateId, history, complete: pagination.totalPages <= 1, total: pagination.total };
}
