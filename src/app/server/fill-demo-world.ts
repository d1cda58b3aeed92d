import { adoptTimeline, type DemoClock, hasTimeline, recordTimeline } from '#domains/demo/server/index.ts';
import { readBlocksAt, readHead } from '#domains/ledger/server/index.ts';
import type { Services } from './open-services.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Two tax years with the preparations of their bills. They contain only events that take years. */
const YEARS_MILLISECONDS = 760 * DAY;
/** From the first participant to the last event. */
const WORLD_MILLISECONDS = 65 * DAY;
/** The demo data ends before the first start, so that nothing in it is newer than the visitor. */
const REST_MILLISECONDS = 2 * HOUR;

/** Sets the clock back to the start of the demo data. Call it before block 0 of an empty ledger is written. */
export function beginDemoWorld(clock: DemoClock): void {
  clock.set(clock() - YEARS_MILLISECONDS - WORLD_MILLISECONDS - REST_MILLISECONDS);
}

/**
 * Fills the ledger with realistic sample data through the same code as any user's: over the years and weeks before the first start,
 * accounts sign up, participants are registered, and events are recorded. An interrupted start continues at the next one.
 * Complete data is unchanged, except for steps that a newer version adds.
 */
export async function fillDemoWorld(services: Services, clock: DemoClock): Promise<void> {
  const { database } = services;
  clock.set(undefined);
  const world = await readWorld(services, clock());
  const steps = services.domains.flatMap((domain) => domain.demoSteps?.(world) ?? []);
  const { length } = await readHead(database);
  if (length > 1 && !(await hasTimeline(database))) await adoptTimeline(database, steps);
  else await recordTimeline({ database, clock }, steps);
}

/** Derives the start time from the genesis, so that every start plans the same steps. */
async function readWorld({ database }: Services, now: number) {
  const [genesis] = await readBlocksAt(database, [0]);
  if (genesis === undefined) throw new Error('The ledger has no genesis');
  const since = genesis.timestamp * 1000;
  const from = since + YEARS_MILLISECONDS;
  if (from + WORLD_MILLISECONDS <= now) return { since, from, to: from + WORLD_MILLISECONDS };
  // A ledger of an earlier version begins with the weeks.
  const to = since + WORLD_MILLISECONDS;
  if (to <= now) return { since, from: since, to };
  // A ledger created without the demo clock has its sample data before its genesis.
  const start = since - WORLD_MILLISECONDS;
  return { since: start, from: start, to: since };
}
