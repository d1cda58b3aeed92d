import { isOutage } from '#platform/server/database/outage.ts';
import type { Log } from '#platform/server/log.ts';
import { createMailPause } from '#platform/server/mail/mail-pause.ts';
import type { Mailer } from '#platform/server/mail/open-mailer.ts';
import type { NoticeServices } from './notice-facts.ts';
import { planDue } from './plan-due.ts';
import { planPayments } from './plan-payments.ts';
import { planWaiting } from './plan-waiting.ts';
import { sendLetters } from './send-letters.ts';

const ROUND_MILLISECONDS = 5000;
const DUE_MILLISECONDS = 10 * 60_000;

/** Makes notices of payments every five seconds and of due days every ten minutes, and sends the queued letters. */
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
  const pause = createMailPause(log);

  async function round(): Promise<void> {
    try {
      await planWaiting(registry, mails);
      await planPayments(registry, mails, signal);
      if (performance.now() - plannedDue > DUE_MILLISECONDS) {
        await planDue(registry, mails, signal);
        plannedDue = performance.now();
      }
      if (mailer !== undefined && pause.isOver()) pause.note(await sendLetters(registry, mailer, signal));
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
