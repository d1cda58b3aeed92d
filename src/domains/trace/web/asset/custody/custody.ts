import { handoverActions } from '#domains/trace/contract/handover-actions.ts';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';

type Step = Pick<
  HistoryEvent,
  | 'action'
  | 'participant'
  | 'timestamp'
  | 'blockIndex'
  | 'location'
  | 'corrects'
  | 'correctedBy'
  | 'takenBy'
  | 'anomalies'
  | 'meta'
>;

/** A period in one participant's custody. `to` is when another participant first had it, undefined while it lasts. */
export type Holding = {
  readonly participant: string;
  readonly from: number;
  readonly to: number | undefined;
  readonly steps: number;
  readonly firstBlock: number;
  readonly location: string | undefined;
};

/** A gap in the steps, reported at the step after it. */
export type StepWarning = { readonly blockIndex: number; readonly words: string };

const DAY = 86_400_000;
/** A gap of two weeks is reported. */
export const LONG_GAP_DAYS = 14;

/** Actions that hand an asset over, and those that take it in. A sender may also record the delivery. */
const gives: ReadonlySet<string> = new Set([...handoverActions, 'delivered']);
const takes: ReadonlySet<string> = new Set(['received', 'delivered']);

/**
 * Returns the history as it counts: a corrected step as restated by its correction, in its place; corrections themselves appear
 * only there. A step that was retracted, or whose correction has not been loaded, stays marked as corrected.
 */
function asItCounts(history: readonly Step[]): Step[] {
  const byBlock = new Map(history.map((step) => [step.blockIndex, step]));
  return history.flatMap((step): Step[] => {
    if (step.corrects !== undefined) return [];
    const correction = step.correctedBy === undefined ? undefined : byBlock.get(step.correctedBy);
    const action = correction?.meta['action'];
    if (correction === undefined || typeof action !== 'string') return [step];
    const { participant, location, timestamp, anomalies } = correction;
    return [{ ...step, action, participant, location, timestamp, anomalies, correctedBy: undefined }];
  });
}

/** Reports whether a step counts as recorded: it is neither corrected nor a stranger's. */
const isCounted = ({ correctedBy, anomalies }: Step): boolean =>
  correctedBy === undefined && !anomalies.includes('not in custody');

/** Returns who had the asset, from when to when, in chain order. Steps of others in between change no custody. */
export function custodyOf(history: readonly Step[]): Holding[] {
  const holdings: Holding[] = [];
  for (const step of asItCounts(history)) {
    const at = Date.parse(step.timestamp);
    const last = holdings.at(-1);
    const participant = step.takenBy ?? (isCounted(step) ? step.participant : undefined);
    if (participant === undefined) continue;
    if (last?.participant === participant) {
      holdings[holdings.length - 1] = { ...last, steps: last.steps + 1, location: step.location ?? last.location };
      continue;
    }
    if (step.takenBy === undefined) continue;
    if (last !== undefined) holdings[holdings.length - 1] = { ...last, to: at };
    const { blockIndex: firstBlock, location } = step;
    holdings.push({ participant, from: at, to: undefined, steps: 1, firstBlock, location });
  }
  return holdings;
}

/** Returns the positions where a step is missing, and where nothing was recorded for a long time. */
export function warningsOf(history: readonly Step[]): StepWarning[] {
  const steps = asItCounts(history).filter(isCounted);
  // A participant may record other events, such as an inspection, after it handed the asset over.
  let given = false;
  const gaps = gapsIn(steps);
  return steps.flatMap((step, n): StepWarning[] => {
    const before = steps[n - 1];
    const wasGiven = given;
    const isSame = before?.participant === step.participant;
    given = gives.has(step.action) || (given && isSame && !takes.has(step.action));
    const words = [before === undefined || isSame ? undefined : missingBetween(before, step, wasGiven), gaps.get(step)];
    return words.flatMap((one) => (one === undefined ? [] : [{ blockIndex: step.blockIndex, words: one }]));
  });
}

/** Returns the record that is missing where the asset changes hands. `given`: whether `before.participant` handed it over. */
function missingBetween(before: Step, step: Step, given: boolean): string | undefined {
  const taken = takes.has(step.action);
  if (given && !taken) return `${step.participant} did not record receiving it.`;
  if (!given && taken) return `${before.participant} did not record handing it over.`;
  return given ? undefined : `No one recorded the handover from ${before.participant} to ${step.participant}.`;
}

/** Returns the long gaps between steps as they happened, each at the step after it: one that is recorded late fills its gap. */
function gapsIn(steps: readonly Step[]): ReadonlyMap<Step, string> {
  const happened = inTimeOrder(steps);
  return new Map(
    happened.flatMap((step, n): [Step, string][] => {
      const before = happened[n - 1] ?? step;
      const days = Math.floor((Date.parse(step.timestamp) - Date.parse(before.timestamp)) / DAY);
      return days >= LONG_GAP_DAYS ? [[step, `${days} days without a step.`]] : [];
    }),
  );
}

const inTimeOrder = (steps: readonly Step[]) =>
  steps.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp) || a.blockIndex - b.blockIndex);

/** Returns the number of steps that happened before one that was recorded earlier. */
export function countLate(history: readonly Step[]): number {
  let latest = Number.NEGATIVE_INFINITY;
  return asItCounts(history).filter(({ timestamp }) => {
    const isLate = Date.parse(timestamp) < latest;
    latest = Math.max(latest, Date.parse(timestamp));
    return isLate;
  }).length;
}

/** Reports whether a holding ends before it began, because one of its handovers was recorded late. */
export const isReversed = ({ from, to }: Holding): boolean => to !== undefined && to < from;

/** Returns the number of handovers that happened before one that was recorded earlier. */
export const countLateHandovers = (holdings: readonly Holding[]): number =>
  holdings.filter(({ from }, n) => holdings.slice(0, n).some((earlier) => earlier.from > from)).length;

/** Formats a duration in its two largest units: '3 days 4 hours', '12 minutes'. */
export function lengthOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return 'under a minute';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => formatCounted(count, unit))
    .join(' ');
}
