import type { Database } from '#platform/server/database/database.ts';
import type { DemoStep } from '#platform/server/domain.ts';
import type { DemoClock } from './demo-clock.ts';
import { readRecordedSteps, storeRecordedSteps } from './demo-steps.ts';

/** Stored once the whole timeline was recorded. Later steps are additions to a ledger in use. */
const COMPLETE = 'timeline complete';
/** Steps within this time are recorded together, like a shift's scans: hundreds of waves instead of a thousand. */
const WAVE_MILLISECONDS = 6 * 3_600_000;
/** Upper bound on the steps that run again after a crash. Each is safe to repeat. */
const STEPS_PER_NOTE = 50;

/**
 * Records the steps of all domains that were not recorded before, earliest first, with the clock set to their time.
 * Steps that a newer version adds to a complete timeline are recorded at the present time, because block timestamps
 * never decrease.
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
  const unsaved: string[] = [];
  try {
    for (const wave of inWaves(missing)) {
      if (!complete) clock.set(wave.at(-1)?.at);
      await Promise.all(wave.map((step) => step.record(`demo:${step.name}`)));
      unsaved.push(...wave.map(({ name }) => name));
      if (unsaved.length >= STEPS_PER_NOTE) await storeRecordedSteps(database, unsaved.splice(0));
    }
    await storeRecordedSteps(database, unsaved);
    await storeRecordedSteps(database, [COMPLETE]);
  } finally {
    clock.set(undefined);
  }
}

/** Marks all steps as recorded, for a ledger that was filled before steps had names. */
export const adoptTimeline = (database: Database, steps: readonly DemoStep[]): Promise<void> =>
  storeRecordedSteps(database, [...steps.map(({ name }) => name), COMPLETE]);

/** Reports whether any step was recorded on this ledger. */
export const hasTimeline = async (database: Database): Promise<boolean> => (await readRecordedSteps(database)).size > 0;

function requireUniqueNames(steps: readonly DemoStep[]): void {
  const names = new Set<string>();
  for (const { name } of steps) {
    if (names.has(name)) throw new Error(`Two demo steps are named "${name}"`);
    names.add(name);
  }
}

/** Groups steps, earliest first, into runs of independent steps that are close in time. */
function* inWaves(steps: readonly DemoStep[]): Generator<readonly DemoStep[]> {
  let wave: DemoStep[] = [];
  const touched = new Set<string>();
  for (const step of steps) {
    const first = wave[0];
    const joins =
      first?.touches !== undefined &&
      step.touches?.every((name) => !touched.has(name)) === true &&
      step.at - first.at <= WAVE_MILLISECONDS;
    if (!joins && wave.length > 0) {
      yield wave;
      wave = [];
      touched.clear();
    }
    wave.push(step);
    for (const name of step.touches ?? []) touched.add(name);
  }
  if (wave.length > 0) yield wave;
}
