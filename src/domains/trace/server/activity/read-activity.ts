import type { Block } from '#domains/ledger/contract.ts';
import { findParticipant, noSuchParticipant } from '#domains/participants/server/index.ts';
import { happenedAtOf, readEvent } from '#domains/trace/contract/journey/event-content.ts';
import type { EventClock, ParticipantActivity } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readAssetNames } from '../assets.ts';
import { findEvents } from '../find-events.ts';
import { readHandovers } from './handovers.ts';

/** The newest events that everything is based on. One index returns them, so the work does not grow with the chain. */
const EVENTS_READ = 500;
/** The events whose previous and next custodians are looked up. */
const HANDOVERS_READ = 200;
const ASSETS_SHOWN = 25;
const COUNTERPARTIES_SHOWN = 20;

/** Returns a participant's recent activity by the clock: which assets it handled, how, when, and with whom. */
export async function readActivity(
  db: Database,
  idOrUsername: string,
  clock: EventClock,
): Promise<ParticipantActivity> {
  const found = await findParticipant(db, idOrUsername);
  if (found === undefined) throw noSuchParticipant(idOrUsername);
  const { username, eventCount } = found.participant;
  const blocks = await findEvents(db, { clock, participant: username }, { limit: EVENTS_READ });
  const events = blocks.map((block) => toEvent(block, clock));
  const handled = events.flatMap(({ assetId, index }) => (assetId === undefined ? [] : [{ assetId, index }]));
  const handovers = await readHandovers(db, username, handled.slice(0, HANDOVERS_READ));
  const instants = events.map(({ at }) => at).toSorted();
  const assets = assetsOf(events);
  const shown = assets.slice(0, ASSETS_SHOWN);
  const names = await readAssetNames(
    db,
    shown.map(({ assetId }) => assetId),
  );
  return {
    totalEvents: eventCount,
    read: { events: events.length, complete: events.length < EVENTS_READ },
    ...(instants[0] === undefined ? {} : { firstAt: instants[0], lastAt: instants.at(-1) }),
    byAction: mostFrequent(tally(events, ({ action }) => action)).map(([action, count]) => ({ action, events: count })),
    byDay: [...tally(events, ({ at }) => at.slice(0, 10))]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, count]) => ({ day, events: count })),
    assets: shown.map((asset) => ({ ...asset, name: names.get(asset.assetId) })),
    assetCount: assets.length,
    counterparties: handovers.slice(0, COUNTERPARTIES_SHOWN),
  };
}

type HandledEvent = {
  readonly index: number;
  readonly action: string;
  readonly assetId: string | undefined;
  readonly at: string;
};

function toEvent(block: Block, clock: EventClock): HandledEvent {
  return {
    index: block.index,
    action: String(block.data['action']),
    // An event on quantities alone has no single asset.
    assetId: readEvent(block)?.assetId,
    at: new Date(clock === 'happened' ? happenedAtOf(block) : block.timestamp * 1000).toISOString(),
  };
}

/** Returns the assets of events that are sorted newest first, with their number of events and last action. */
function assetsOf(events: readonly HandledEvent[]) {
  const assets = new Map<string, { assetId: string; events: number; lastAction: string; lastAt: string }>();
  for (const { assetId, action, at } of events) {
    if (assetId === undefined) continue;
    const known = assets.get(assetId);
    if (known === undefined) assets.set(assetId, { assetId, events: 1, lastAction: action, lastAt: at });
    else known.events += 1;
  }
  return [...assets.values()];
}

function tally<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

const mostFrequent = (counts: ReadonlyMap<string, number>) =>
  [...counts].toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
