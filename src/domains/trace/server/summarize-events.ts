import { resolveUsername } from '#domains/participants/server/index.ts';
import { EVENTS_SUMMARIZED_MAX, type summarizeEvents as summary } from '#domains/trace/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readAssetCategories } from './assets.ts';
import { happenedAtOf, readEvent, TRACE } from './event-content.ts';
import { findEvents } from './find-events.ts';
import { type ActivityFilter, describeEvents } from './recent-activities.ts';
import { findStoredId } from './stored-asset-ids.ts';

type Summary = ResponseIn<typeof summary>;
type SummaryFilter = Pick<
  ActivityFilter,
  'clock' | 'limit' | 'participantId' | 'assetId' | 'action' | 'anomalous' | 'from' | 'to'
> & {
  readonly location?: string | undefined;
  readonly category?: string | undefined;
};

const DAY_MILLISECONDS = 86_400_000;
const GROUPS_MAX = 50;

/** Counts the newest events that match, with bounded work however many there are. */
export async function summarizeEvents(db: Database, filter: SummaryFilter): Promise<Summary> {
  const { clock, limit, action, anomalous, from, to, category } = filter;
  const participant = filter.participantId === undefined ? undefined : await resolveUsername(db, filter.participantId);
  const nobody = filter.participantId !== undefined && participant === undefined;
  const assetId = filter.assetId === undefined ? undefined : await findStoredId(db, filter.assetId);
  const period =
    from === undefined || to === undefined ? {} : { since: Date.parse(from), until: Date.parse(to) + DAY_MILLISECONDS };
  const selection = { clock, ...period, participant, assetId, action, anomalous, domain: TRACE };
  const found = nobody ? [] : await findEvents(db, selection, { limit: EVENTS_SUMMARIZED_MAX + 1 });
  const rows = found.slice(0, EVENTS_SUMMARIZED_MAX).map((block) => ({ block, event: readEvent(block) }));
  const categories = await readAssetCategories(db, [...new Set(rows.flatMap(({ event }) => event?.assetId ?? []))]);
  const categoryOf = (id: string | undefined) => (id === undefined ? undefined : categories.get(id));
  const place = filter.location?.toLowerCase();
  const kept = rows.filter(
    ({ event }) =>
      (place === undefined || event?.location?.toLowerCase().includes(place)) &&
      (category === undefined || categoryOf(event?.assetId)?.toLowerCase() === category.toLowerCase()),
  );
  const instantOf = ({ block }: (typeof kept)[number]) =>
    clock === 'happened' ? happenedAtOf(block) : block.timestamp * 1000;
  const last = kept.at(-1);
  const shown = kept.slice(0, limit).map(({ block }) => block);
  const described = await describeEvents(db, last === undefined ? shown : [...shown, last.block]);
  const oldest = last === undefined ? undefined : described.at(-1);
  return {
    total: kept.length,
    atLeast: found.length > EVENTS_SUMMARIZED_MAX,
    assets: new Set(kept.flatMap(({ event }) => event?.assetId ?? [])).size,
    actions: mostFirst(kept.map(({ block }) => String(block.data['action']))),
    participants: mostFirst(kept.map(({ event }) => event?.participant)),
    locations: mostFirst(kept.map(({ event }) => event?.location)),
    categories: mostFirst(kept.map(({ event }) => categoryOf(event?.assetId))),
    days: mostFirst(kept.map((row) => new Date(instantOf(row)).toISOString().slice(0, 10))),
    perAsset: mostFirst(kept.map(({ event }) => event?.assetId)),
    newest: described.slice(0, shown.length),
    ...(oldest === undefined ? {} : { oldest }),
  };
}

function mostFirst(values: readonly (string | undefined)[]): { value: string; events: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, events]) => ({ value, events }))
    .toSorted((a, b) => b.events - a.events || (a.value < b.value ? -1 : 1))
    .slice(0, GROUPS_MAX);
}
