import { APPEND_OBJECTIVE_MILLISECONDS } from '#domains/ledger/server/index.ts';

/** Counts of a period, as the objectives use them. */
export type ServiceCounts = {
  readonly requests: number;
  readonly failedRequests: number;
  readonly slowRequests: number;
  readonly appends: number;
  readonly lateAppends: number;
};

export type Objective = {
  readonly id: string;
  /** Incremented when the target, the window or the counted events change: numbers of two versions are not comparable. */
  readonly version: number;
  readonly title: string;
  readonly explanation: string;
  /** Good events required per ten thousand. */
  readonly targetBasisPoints: number;
  readonly windowDays: number;
  readonly count: (counts: ServiceCounts) => { readonly total: number; readonly bad: number };
};

/** A request that takes longer is slow. */
export const SLOW_REQUEST_MILLISECONDS = 1000;

/** The service objectives. To change one, raise its version. */
export const objectives: readonly Objective[] = [
  {
    id: 'requests-answered',
    version: 1,
    title: 'Requests without a server error',
    explanation: 'API requests that did not fail with status 500 or above. Health probes do not count.',
    targetBasisPoints: 9990,
    windowDays: 28,
    count: ({ requests, failedRequests }) => ({ total: requests, bad: failedRequests }),
  },
  {
    id: 'requests-in-time',
    version: 1,
    title: 'Requests answered in time',
    explanation: `API requests that took at most ${SLOW_REQUEST_MILLISECONDS} ms. A stream counts until its first byte.`,
    targetBasisPoints: 9900,
    windowDays: 28,
    count: ({ requests, slowRequests }) => ({ total: requests, bad: slowRequests }),
  },
  {
    id: 'appends-in-time',
    version: 1,
    title: 'Appends durable in time',
    explanation: `Appends that were durable within ${APPEND_OBJECTIVE_MILLISECONDS} ms of the request.`,
    targetBasisPoints: 9500,
    windowDays: 28,
    count: ({ appends, lateAppends }) => ({ total: appends, bad: lateAppends }),
  },
];

export const LONGEST_WINDOW_DAYS = Math.max(...objectives.map(({ windowDays }) => windowDays));

export type Standing = {
  readonly total: number;
  readonly bad: number;
  /** Share of good events in percent; null without events. */
  readonly goodPercent: number | null;
  /** Failures that the objective allows for the events so far. */
  readonly budget: number;
  /** Share of the budget left: 1 is untouched, 0 is used up, below 0 is overspent. Null without events. */
  readonly budgetLeft: number | null;
  readonly met: boolean;
};

const WHOLE = 10_000;

/** Returns the state of an objective after these counts. Without events it is neither met nor missed. */
export function judgeObjective(objective: Objective, counts: ServiceCounts): Standing {
  const { total, bad } = objective.count(counts);
  const allowedOfWhole = WHOLE - objective.targetBasisPoints;
  const budget = (total * allowedOfWhole) / WHOLE;
  // Compares integers, so that the limit is exact.
  const met = bad * WHOLE <= total * allowedOfWhole;
  if (total === 0) return { total, bad, goodPercent: null, budget: 0, budgetLeft: null, met };
  return {
    total,
    bad,
    goodPercent: (100 * (total - bad)) / total,
    budget,
    budgetLeft: budget === 0 ? (bad === 0 ? 1 : -1) : 1 - bad / budget,
    met,
  };
}
