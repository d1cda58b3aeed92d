import { isOutage } from './database/outage.ts';
import type { Log } from './log.ts';

type Options = {
  readonly everyMilliseconds: number;
  readonly log: Log;
  /** The log message when a round fails and the previous one did not. An outage of the database is logged elsewhere. */
  readonly failing: string;
};

/**
 * Runs `round` repeatedly until it is stopped, never two at the same time. The next round retries a failed one.
 * Failures are logged once until a round succeeds. `stop` resolves when the running round has ended; the signal tells a long one to
 * end early.
 */
export function startRounds(
  round: (stopping: AbortSignal) => Promise<unknown>,
  { everyMilliseconds, log, failing }: Options,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  let isFailing = false;
  const stopping = new AbortController();
  async function run(): Promise<void> {
    try {
      await round(stopping.signal);
      if (isFailing) log.info({ was: failing }, 'works again');
      isFailing = false;
    } catch (error) {
      if (isOutage(error)) return;
      if (!isFailing) log.warn({ err: error }, failing);
      isFailing = true;
    }
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined;
    });
  }, everyMilliseconds).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
