import { continueUnfinished } from './act-on-lines.ts';
import type { Statements } from './open-statements.ts';

const INTERVAL_MILLISECONDS = 60_000;
/** Younger lines may belong to a request that is still running. */
const LEFT_BEHIND_MILLISECONDS = 30_000;

/** Continues lines that a stopped process left behind, now and every minute. The next round repeats a failed one. */
export function startContinuing(statements: Statements): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let stopped = false;
  const round = async () => {
    const olderThan = statements.payments.clock() - LEFT_BEHIND_MILLISECONDS;
    while (!stopped && (await continueUnfinished(statements, olderThan)) > 0);
  };
  const start = () => {
    running = running.then(round).catch(() => undefined);
  };
  start();
  const timer = setInterval(start, INTERVAL_MILLISECONDS).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
