import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Readiness } from './market-chain.ts';

/** How long a call has waited, by the clock of the database. `since` is in milliseconds since 1970. */
export type Waiting = { readonly since: number; readonly seconds: number };

/** Reports whether the network has been away for too long to take new orders. */
export const isPaused = (oldest: Pick<Waiting, 'seconds'> | undefined, pauseMinutes: number): boolean =>
  oldest !== undefined && oldest.seconds >= pauseMinutes * 60;

/**
 * Refuses a new order when the network has been away for too long: trades that are promised here but not published must not pile up without limit.
 *
 * @throws AppError `server.unavailable`
 */
export function requireNetwork(
  oldest: Waiting | undefined,
  { networkName, pauseMinutes }: Pick<Readiness, 'networkName' | 'pauseMinutes'>,
): void {
  if (oldest === undefined || !isPaused(oldest, pauseMinutes)) return;
  throw new AppError(
    unavailable,
    `New orders are paused: ${networkName} has not taken a call since ${new Date(oldest.since).toISOString()}. Open orders can be canceled.`,
    { hint: 'Orders resume automatically once the network has caught up.', retryAfterSeconds: 60 },
  );
}
