import { APPEND_OBJECTIVE_MILLISECONDS } from '#domains/ledger/server/index.ts';

/** What happened in some time, as the objectives count it. */
export type ServiceCounts = {
  readonly requests: number;
  readonly failedRequests: number;
  readonly slowRequests: number;
  readonly appends: number;
  readonly lateAppends: number;
};

export type Objective = {
  readonly id: string;
  /** Goes up when the target, the window or what counts changes: figures of two versions are not comparable. */
  readonly version: number;
  readonly title: string;
  readonly explanation: string;
  /** Of ten thousand, how many have to be good. */
  readonly targetBasisPoints: number;
  readonly windowDays: number;
  readonly count: (counts: ServiceCounts) => { readonly total: number; readonly bad: number };
};

/** A request is slow when its answer took longer. */
export const SLOW_REQUEST_MILLISECONDS = 1000;

/** What the service promises itself. Data: change one by raising its version. */
export const objectives: readonly Objective[] = [
  {
    id: 'requests-answered',
    version: 1,
    title: 'Requests without a server error',
    explanation:
      'Requests to the API that were not answered with a status of 500 or above. Health probes do not count.',
    targetBasisPoints: 9990,
    windowDays: 28,
    count: ({ requests, failedRequests }) => ({ total: requests, bad: failedRequests }),
  },
  {
    id: 'requests-in-time',
    version: 1,
    title: 'Requests answered in time',
    explanation: `Requests to the API whose answer took at most ${SLOW_REQUEST_MILLISECONDS} ms. A stream counts until its first byte.`,
    targetBasisPoints: 9900,
    windowDays: 28,
    count: ({ requests, slowRequests }) => ({ total: requests, bad: slowRequests }),
  },
  {
    id: 'appends-in-time',
    version: 1,
    title: 'Appends durable in time',
    explanation: `Appends that were durable within ${APPEND_OBJECTIVE_MILLISECONDS} ms of being asked for.`,
    targetBasisPoints: 9500,
    windowDays: 28,
    count: ({ appends, lateAppends }) => ({ total: appends, bad: lateAppends }),
  },
];

export const LONGEST_WINDOW_DAYS = Math.max(...objectives.map(({ windowDays }) => windowDays));

export type Standing = {
  readonly total: number;
  readonly bad: number;
  /** The share that was good, in percent; null while nothing happened. */
  readonly goodPercent: number | null;
  /** How many may be bad in what has happened so far. */
  readonly budget: number;
  /** What is left of it, as a share: 1 untouched, 0 used up, below 0 overdrawn. Null while nothing happened. */
  readonly budgetLeft: number | null;
  readonly met: boolean;
};

const WHOLE = 10_000;

/** How an objective stands after these counts. Nothing happened: nothing is broken, and nothing is claimed. */
export function judgeObjective(objective: Objective, counts: ServiceCounts): Standing {
  const { total, bad } = objective.count(counts);
  const allowedOfWhole = WHOLE - objective.targetBasisPoints;
  const budget = (total * allowedOfWhole) / WHOLE;
  // Compared as integers, so that the line between met and missed is exact.
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
