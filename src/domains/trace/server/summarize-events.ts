import { resolveUsername } from '#domains/participants/server/index.ts';
import { happenedAtOf, readEvent, TRACE } from '#domains/trace/contract/journey/event-content.ts';
import {
  ASSETS_COUNTED_MAX,
  EVENTS_SUMMARIZED_MAX,
  READINGS_MAX,
  type summarizeEvents as summary,
} from '#domains/trace/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readAssetLabels } from './assets.ts';
import { findEvents } from './find-events.ts';
import { type ActivityFilter, describeEvents } from './recent-activities.ts';
import { findStating, plain, STATING_MAX, type StatedField } from './stated-by.ts';
import { findStoredId } from './stored-asset-ids.ts';

type Summary = ResponseIn<typeof summary>;
type SummaryFilter = Pick<
  ActivityFilter,
  'clock' | 'limit' | 'participantId' | 'assetId' | 'action' | 'anomalous' | 'from' | 'to'
> & {
  readonly location?: string | undefined;
  readonly category?: string | undefined;
  readonly batch?: string | undefined;
  readonly addressee?: string | undefined;
  readonly stating?: string | undefined;
};

const DAY_MILLISECONDS = 86_400_000;
const GROUPS_MAX = 50;

/** Counts the newest events that match, with bounded work for any number of events. */
export async function summarizeEvents(db: Database, filter: SummaryFilter): Promise<Summary> {
  const { clock, limit, action, anomalous, from, to, stating } = filter;
  const participant = filter.participantId === undefined ? undefined : await resolveUsername(db, filter.participantId);
  const nobody = filter.participantId !== undefined && participant === undefined;
  const assetId = filter.assetId === undefined ? undefined : await findStoredId(db, filter.assetId);
  const period =
    from === undefined || to === undefined ? {} : { since: Date.parse(from), until: Date.parse(to) + DAY_MILLISECONDS };
  const selection = { clock, ...period, participant, assetId, action, anomalous, domain: TRACE };
  const max = stating === undefined ? EVENTS_SUMMARIZED_MAX : STATING_MAX;
  const found = nobody ? [] : await findEvents(db, selection, { limit: max + 1 });
  const read = found.slice(0, max);
  const indexes = read.map(({ index }) => index);
  const stated = stating === undefined ? undefined : await findStating(db, indexes, stating);
  const rows = read
    .filter(({ index }) => stated?.has(index) !== false)
    .map((block) => ({ block, event: readEvent(block) }));
  const labels = await readAssetLabels(db, [...new Set(rows.flatMap(({ event }) => event?.assetId ?? []))]);
  const labelsOf = (id: string | undefined) => (id === undefined ? undefined : labels.get(id));
  const kept = rows.filter(({ event }) => matches(event, labelsOf(event?.assetId), filter));
  const instantOf = ({ block }: (typeof kept)[number]) =>
    clock === 'happened' ? happenedAtOf(block) : block.timestamp * 1000;
  const last = kept.at(-1);
  const shown = kept.slice(0, limit).map(({ block }) => block);
  const described = await describeEvents(db, last === undefined ? shown : [...shown, last.block]);
  const oldest = last === undefined ? undefined : described.at(-1);
  const dayOf = (row: (typeof kept)[number]) => new Date(instantOf(row)).toISOString().slice(0, 10);
  return {
    total: kept.length,
    atLeast: found.length > max,
    assets: new Set(kept.flatMap(({ event }) => event?.assetId ?? [])).size,
    actions: mostFirst(kept.map(({ block }) => String(block.data['action']))),
    participants: mostFirst(kept.map(({ event }) => event?.participant)),
    locations: mostFirst(kept.map(({ event }) => event?.location)),
    categories: mostFirst(kept.map(({ event }) => labelsOf(event?.assetId)?.category)),
    names: mostFirst(kept.map(({ event }) => labelsOf(event?.assetId)?.name)),
    batches: mostFirst(kept.map(({ event }) => labelsOf(event?.assetId)?.batch)),
    addressees: mostFirst(kept.map(({ event }) => event?.to)),
    days: mostFirst(kept.map(dayOf)),
    months: mostFirst(kept.map((row) => dayOf(row).slice(0, 7))),
    perAsset: mostFirst(
      kept.map(({ event }) => event?.assetId),
      ASSETS_COUNTED_MAX,
    ),
    newest: described.slice(0, shown.length),
    ...(stated === undefined ? {} : { readings: readingsOf(kept, stated, instantOf) }),
    ...(oldest === undefined ? {} : { oldest }),
  };
}

type Row = { readonly block: { readonly index: number }; readonly event: ReturnType<typeof readEvent> };

/** The field that states the text, for each event that was kept. */
function readingsOf<R extends Row>(
  kept: readonly R[],
  stated: ReadonlyMap<number, StatedField>,
  instantOf: (row: R) => number,
): NonNullable<Summary['readings']> {
  return kept.slice(0, READINGS_MAX).flatMap((row) => {
    const { block, event } = row;
    const reading = stated.get(block.index);
    if (reading === undefined || event === undefined) return [];
    const { assetId, action, location } = event;
    const timestamp = new Date(instantOf(row)).toISOString();
    return [
      {
        ...reading,
        blockIndex: block.index,
        assetId,
        action,
        timestamp,
        ...(location === undefined ? {} : { location }),
      },
    ];
  });
}

function matches(
  event: ReturnType<typeof readEvent>,
  labels: { readonly category?: string | undefined; readonly batch?: string | undefined } | undefined,
  { location, addressee, category, batch }: SummaryFilter,
): boolean {
  const is = (value: string | undefined, wanted: string | undefined) =>
    wanted === undefined || value?.toLowerCase() === wanted.toLowerCase();
  return (
    (location === undefined || plain(event?.location ?? '').includes(plain(location))) &&
    is(labels?.category, category) &&
    is(labels?.batch, batch) &&
    is(event?.to, addressee)
  );
}

function mostFirst(values: readonly (string | undefined)[], max = GROUPS_MAX): { value: string; events: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, events]) => ({ value, events }))
    .toSorted((a, b) => b.events - a.events || (a.value < b.value ? -1 : 1))
    .slice(0, max);
}
