import { expect, test } from 'vitest';
import { verdictQuery } from '#domains/ledger/web/index.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { activitiesQuery, eventsQuery, ownAssetsQuery, periodStatsQuery } from '../activity-queries.ts';
import { activityQuery } from '../participant/activity-query.ts';
import { assetQuery, assetsQuery, facetsQuery, recallQuery } from '../queries.ts';
import { staleAfterEvent } from './stale-after-event.ts';

const client = createQueryClient();
const stale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;

test('a recorded event invalidates totals, activity, chain and assets, and nothing else', () => {
  const changed = [
    periodStatsQuery({ from: '2026-03-01', to: '2026-03-02', clock: 'happened' }),
    activitiesQuery({ limit: 10 }),
    eventsQuery({}),
    verdictQuery,
    assetsQuery({}),
    facetsQuery({}),
    assetQuery('A-1'),
    ownAssetsQuery({ custodian: 'acme-coffee' }),
    activityQuery('acme-coffee'),
  ].map(({ queryKey }) => queryKey as readonly unknown[]);
  const kept = [recallQuery('A-1', 'asset').queryKey, ['conversations']];
  for (const queryKey of [...changed, ...kept]) client.setQueryData(queryKey, {});
  staleAfterEvent(client);
  expect(changed.map(stale)).toEqual(changed.map(() => true));
  expect(kept.map(stale)).toEqual([false, false]);
});
