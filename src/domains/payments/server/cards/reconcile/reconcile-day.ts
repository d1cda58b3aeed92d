import { leftOf, readFamily, readSettled } from '../../payments.ts';
import { applyIntent } from '../apply-intent.ts';
import type { Cards } from '../cards.ts';
import { type BookedPayment, compare } from './compare.ts';
import { addReconciliation, wasReconciled } from './reconciliations.ts';

const DAY = 86_400_000;
/** A payment of one day may have begun the day before, and a page for a card stays open for a day. */
const EARLIER = 2 * DAY;
/** Notices of the last minutes of a day have arrived by then. */
const BEGINS_AFTER = 2 * 3_600_000;
/** How many past days without a report are reconciled later, such as days on which the server was stopped. */
const DAYS_BACK = 7;

/** Compares the payments of a day in UTC with the provider's list, and stores what differs. */
export async function reconcileDay(cards: Cards, day: string): Promise<void> {
  const from = Date.parse(`${day}T00:00:00Z`);
  const settled = await readSettled(cards.database, 'fiat', from, from + DAY);
  const ofDay = new Set(settled);
  const listed = (await cards.provider.list(from - EARLIER, from + DAY)).filter(
    ({ createdAt, paymentId = '' }) => createdAt >= from || ofDay.has(paymentId),
  );
  const others = listed.flatMap(({ paymentId }) =>
    paymentId === undefined || ofDay.has(paymentId) ? [] : [paymentId],
  );
  const booked: BookedPayment[] = [];
  for (const paymentId of [...settled, ...others]) {
    const family = await readFamily(cards.database, paymentId);
    if (family.length > 0) booked.push({ paymentId, leftCents: leftOf(family) });
  }
  // Makes up for a lost notice about money for a closed payment.
  for (const { paymentId, keptCents } of listed)
    if (
      paymentId !== undefined &&
      keptCents > 0 &&
      booked.some((one) => one.paymentId === paymentId && one.leftCents === 0)
    )
      await applyIntent(cards, paymentId);
  const findings = compare(booked, listed);
  const compared = new Set([...booked.map(({ paymentId }) => paymentId), ...listed.map(({ intentId }) => intentId)])
    .size;
  await addReconciliation(cards.database, {
    day,
    provider: cards.provider.name,
    createdAt: cards.clock(),
    compared,
    findings,
  });
}

/** Reconciles the days of the last week that have no report yet. */
export async function reconcileDue(cards: Cards): Promise<void> {
  for (let back = DAYS_BACK; back > 0; back -= 1) {
    const day = new Date(cards.clock() - BEGINS_AFTER - back * DAY).toISOString().slice(0, 10);
    if (!(await wasReconciled(cards.database, cards.provider.name, day))) await reconcileDay(cards, day);
  }
}
