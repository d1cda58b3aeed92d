import { isOutage } from '#platform/server/database/outage.ts';
import type { Log } from '#platform/server/log.ts';
import type { Mailer } from '#platform/server/mail/open-mailer.ts';
import type { NoticeServices } from './notice-facts.ts';
import { planDue } from './plan-due.ts';
import { planPayments } from './plan-payments.ts';
import { sendLetters } from './send-letters.ts';

const ROUND_MILLISECONDS = 5000;
const DUE_MILLISECONDS = 10 * 60_000;
/** How long a mail server that cannot be reached is left alone: from the first value, doubling up to the second. */
const PAUSE_MILLISECONDS = [15_000, 10 * 60_000] as const;

/** Makes notices of payments every five seconds and of due days every ten minutes, and sends the letters that wait. */
export function startNotices(
  registry: NoticeServices,
  mailer: Mailer | undefined,
  log: Log,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const mails = mailer !== undefined;
  let running: Promise<void> | undefined;
  let plannedDue = Number.NEGATIVE_INFINITY;
  let [pause, pausedUntil] = [0, 0];

  async function round(): Promise<void> {
    try {
      await planPayments(registry, mails, signal);
      if (performance.now() - plannedDue > DUE_MILLISECONDS) {
        await planDue(registry, mails, signal);
        plannedDue = performance.now();
      }
      if (mailer === undefined || performance.now() < pausedUntil) return;
      const reached = await sendLetters(registry, mailer, signal);
      pause = reached ? 0 : Math.min(Math.max(pause * 2, PAUSE_MILLISECONDS[0]), PAUSE_MILLISECONDS[1]);
      pausedUntil = performance.now() + pause;
      if (!reached) log.warn({ pauseSeconds: pause / 1000 }, 'the mail server cannot be reached');
    } catch (error) {
      if (!isOutage(error)) log.error({ err: error }, 'notices could not be made or sent');
    }
  }
  const start = () => {
    running ??= round().finally(() => {
      running = undefined;
    });
  };
  start();
  const timer = setInterval(start, ROUND_MILLISECONDS).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
