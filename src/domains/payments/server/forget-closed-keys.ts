import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { deleteClosedKeys } from '#platform/server/database/idempotency-keys.ts';

const INTERVAL_MILLISECONDS = 3_600_000;
/** No request is in flight for that long. */
const KEPT_MILLISECONDS = 30 * 86_400_000;

/** Deletes keys that were closed a month ago because no payment used them, now and every hour. The next round repeats a failed one. */
export function startForgetting({ database, clock }: { database: Database; clock: Clock }): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const round = () => {
    running = deleteClosedKeys(database, clock() - KEPT_MILLISECONDS).catch(() => undefined);
  };
  round();
  const timer = setInterval(round, INTERVAL_MILLISECONDS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
