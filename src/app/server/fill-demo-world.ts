import { adoptTimeline, type DemoClock, hasTimeline, recordTimeline } from '#domains/demo/server/index.ts';
import { readBlocksAt, readHead } from '#domains/ledger/server/index.ts';
import type { Services } from './open-services.ts';

const HOUR = 3_600_000;
/** From the first account to the last event. */
const WORLD_MILLISECONDS = 65 * 24 * HOUR;
/** The world ends before the server is first started: nothing in it is newer than the visitor. */
const REST_MILLISECONDS = 2 * HOUR;

/** Sets the clock back to where the demo world begins. To be called before block 0 of an empty ledger is written. */
export function beginDemoWorld(clock: DemoClock): void {
  clock.set(clock() - WORLD_MILLISECONDS - REST_MILLISECONDS);
}

/**
 * Fills the ledger with a believable, fictional world, through the same code as any user's: accounts sign up, participants
 * are registered, events are recorded, over the weeks before the first start. An interrupted start continues at the next
 * one; a complete world is left alone, except for steps that a newer version adds.
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

/** Reads the world's time from the genesis, so that every start plans the same world. */
async function readWorld({ database }: Services, now: number) {
  const [genesis] = await readBlocksAt(database, [0]);
  if (genesis === undefined) throw new Error('The ledger has no genesis');
  const from = genesis.timestamp * 1000;
  const to = from + WORLD_MILLISECONDS;
  // A ledger that began without the demo clock has its world before its genesis.
  return to <= now ? { from, to } : { from: from - WORLD_MILLISECONDS, to: from };
}
