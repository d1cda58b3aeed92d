import type { Log } from '../log.ts';

/** How long an unreachable mail server is not contacted: from the first value, doubling up to the second. */
const PAUSE_MILLISECONDS = [15_000, 10 * 60_000] as const;

/** Pauses sending to an unreachable mail server, longer each time. */
export type MailPause = {
  isOver(): boolean;
  /** Records whether it could be reached. */
  note(reached: boolean): void;
};

export function createMailPause(log: Log): MailPause {
  let [pause, until] = [0, 0];
  return {
    isOver: () => performance.now() >= until,
    note(reached) {
      pause = reached ? 0 : Math.min(Math.max(pause * 2, PAUSE_MILLISECONDS[0]), PAUSE_MILLISECONDS[1]);
      until = performance.now() + pause;
      if (!reached) log.warn({ pauseSeconds: pause / 1000 }, 'the mail server cannot be reached');
    },
  };
}
