import type { Database } from '#platform/server/database/database.ts';
import type { DemoStep } from '#platform/server/domain.ts';
import type { DemoClock } from './demo-clock.ts';
import { readRecordedSteps, storeRecordedSteps } from './demo-steps.ts';

/** Recorded once the whole timeline was: later steps are additions to a ledger in use. */
const COMPLETE = 'timeline complete';
/** A crash repeats at most this many steps, each of which is safe to repeat. */
const STEPS_PER_NOTE = 50;

/**
 * Records the steps of all domains that were not recorded before, earliest first, with the clock set to the time of each.
 * Steps that a newer version adds to a complete timeline are recorded at the present time, because the time of blocks
 * never runs backwards.
 *
 * @throws Error when two steps have the same name
 */
export async function recordTimeline(
  { database, clock }: { database: Database; clock: DemoClock },
  steps: readonly DemoStep[],
): Promise<void> {
  requireUniqueNames(steps);
  const recorded = await readRecordedSteps(database);
  const complete = recorded.has(COMPLETE);
  const missing = steps
    .filter(({ name }) => !recorded.has(name))
    .toSorted((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
  try {
    for (let first = 0; first < missing.length; first += STEPS_PER_NOTE) {
      const run = missing.slice(first, first + STEPS_PER_NOTE);
      for (const step of run) {
        if (!complete) clock.set(step.at);
        await step.record(`demo:${step.name}`);
      }
      await storeRecordedSteps(
        database,
        run.map(({ name }) => name),
      );
    }
    await storeRecordedSteps(database, [COMPLETE]);
  } finally {
    clock.set(undefined);
  }
}

/** Stores that all steps were recorded, for a ledger that was filled before steps had names. */
export const adoptTimeline = (database: Database, steps: readonly DemoStep[]): Promise<void> =>
  storeRecordedSteps(database, [...steps.map(({ name }) => name), COMPLETE]);

/** Reports whether any step was ever recorded on this ledger. */
export const hasTimeline = async (database: Database): Promise<boolean> => (await readRecordedSteps(database)).size > 0;

function requireUniqueNames(steps: readonly DemoStep[]): void {
  const names = new Set<string>();
  for (const { name } of steps) {
    if (names.has(name)) throw new Error(`Two steps of the demo world are called "${name}"`);
    names.add(name);
  }
}
