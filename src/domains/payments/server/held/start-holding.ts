import { isOutage } from '#platform/server/database/outage.ts';
import type { Log } from '#platform/server/log.ts';
import { continueHeld } from './act-on-held.ts';
import type { Held } from './open-held.ts';

const INTERVAL_MILLISECONDS = 10_000;
/** A younger decision may belong to a request that is still running. */
const LEFT_BEHIND_MILLISECONDS = 30_000;

/** Holds what arrived and continues decisions, now and every ten seconds. The next round repeats a failed one. */
export function startHolding(held: Held, log: Log): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const round = async () => {
    try {
      await continueHeld(held, held.payments.clock() - LEFT_BEHIND_MILLISECONDS);
    } catch (error) {
      if (!isOutage(error)) log.error({ err: error }, 'money could not be put into suspense');
    }
    running = undefined;
  };
  const start = () => {
    running ??= round();
  };
  start();
  const timer = setInterval(start, INTERVAL_MILLISECONDS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
