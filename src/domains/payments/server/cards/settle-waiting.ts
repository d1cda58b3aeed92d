import type { Log } from '#platform/server/log.ts';
import { readPending } from '../payments.ts';
import { applyIntent } from './apply-intent.ts';
import type { Cards } from './cards.ts';
import { handleEvent } from './handle-event.ts';
import { reconcileDue } from './reconcile/reconcile-day.ts';

/** A younger payment may still be being charged. */
const AGE_MILLISECONDS = 30_000;
const PAYMENTS_AT_ONCE = 200;

/**
 * Reads every payment that waits at its provider again, and handles the provider's due events. So if a process died
 * between charge and settlement, the payment is settled, and a lost notice only delays it. A failing payment does not hold up the
 * others: it is read again in the next round.
 */
export async function settleWaiting(
  cards: Cards,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<void> {
  const before = cards.clock() - AGE_MILLISECONDS;
  for (let after = -1; ; ) {
    const waiting = await readPending(cards.database, 'fiat', { before, after, limit: PAYMENTS_AT_ONCE });
    for (const { paymentId } of waiting) await applyIntent(cards, paymentId).catch(onFailure);
    if (waiting.length < PAYMENTS_AT_ONCE) break;
    after = waiting.at(-1)?.openedIndex ?? after;
  }
  for (const event of await cards.provider.dueEvents()) await handleEvent(cards, event).catch(onFailure);
}

/** Runs `settleWaiting` regularly, and reconciles each day once it is over. */
export function startCards(cards: Cards, log: Log): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const warn = (error: unknown) => log.warn({ err: error }, 'a card payment could not be read at its provider');
  const timer = setInterval(() => {
    running = running
      .then(() => settleWaiting(cards, warn))
      .then(() => reconcileDue(cards))
      .catch(warn);
  }, cards.provider.roundMilliseconds).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
