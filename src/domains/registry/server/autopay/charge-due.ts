import { cancelCard, DamagedCard, findStoredCard, readPayments } from '#domains/payments/server/index.ts';
import { AppError, unavailable, validationFailed } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';
import type { Registry } from '../open-registry.ts';
import { readParcelStates } from '../parcels/parcels.ts';
import { takePayment } from '../payments/take-payment.ts';
import { owns } from '../rights/parties.ts';
import {
  type AutopayRow,
  type ChargeRow,
  endCharge,
  inTurn,
  readAutopaysOn,
  readCharges,
  readStarted,
  startCharge,
  switchOff,
} from './autopays.ts';
import { planCharges } from './next-charge.ts';
import { DamagedAutopay, isSealedAutopay, requireSealedCharge, sealAutopay, sealCharge } from './seal-autopay.ts';

const AT_ONCE = 200;
const INTERVAL_MILLISECONDS = 60_000;
export const ATTEMPTS_MAX = 3;

/**
 * Charges what is due now, once, and continues charges that a stopped server has started. Safe to repeat at any time and in any number
 * of processes: a charge is stored before it is made, and its key pays once.
 */
export async function chargeDue(registry: Registry, onFailure: (error: unknown) => void): Promise<void> {
  const { database, payments } = registry;
  if (payments.cards === undefined) return;
  await inTurn(database, () => chargeAll(registry, onFailure));
}

async function chargeAll(registry: Registry, onFailure: (error: unknown) => void): Promise<void> {
  const { database } = registry;
  for (const charge of await readStarted(database, AT_ONCE)) await perform(registry, charge).catch(onFailure);
  for (let after = ''; ; ) {
    const found = await readAutopaysOn(database, after, AT_ONCE);
    for (const autopay of found) await visit(registry, autopay).catch(onFailure);
    if (found.length < AT_ONCE) return;
    after = found.at(-1)?.propertyId ?? after;
  }
}

/**
 * Charges one property if something is due.
 *
 * @throws DamagedAutopay if the choice was changed in the database
 */
async function visit(registry: Registry, autopay: AutopayRow): Promise<void> {
  const { database, clock, payments } = registry;
  const { seals } = payments;
  const { propertyId, accountId, cardId } = autopay;
  if (!(await isSealedAutopay(seals, autopay))) throw new DamagedAutopay(propertyId, 'the automatic payment');
  const off = (reason: string) => turnOff(registry, autopay, reason);
  if (!(await owns(database, accountId, propertyId))) return void (await off('You no longer own the property.'));
  const card = await findCard(registry, cardId);
  if (card instanceof DamagedCard) {
    await off(card.message);
    throw card;
  }
  if (card?.state !== 'ready' || card.accountId !== accountId) return void (await off('The card was removed.'));
  const [parcel] = await readParcelStates(database, [propertyId]);
  const charges = (await readCharges(database, [propertyId])).get(propertyId) ?? [];
  const day = { now: clock(), timeZone: registry.timeZone };
  const { next } = planCharges(parcel?.bills ?? [], charges, autopay.daysBefore, day);
  if (next === undefined || next.at > clock()) return;
  // Two charges that wait at the same time could both be paid.
  if (charges.some(({ outcome }) => outcome === 'started')) return;
  const attempts = charges.filter(({ bill, due }) => bill === next.bill && due === next.due);
  const failed = attempts.filter(({ outcome }) => outcome === 'failed').length;
  const unsealed = {
    ...{ propertyId, accountId, cardId },
    bill: next.bill,
    due: next.due,
    attempt: attempts.length + 1,
    amountCents: next.taxCents,
    paymentId: null,
    outcome: 'started' as const,
    reason: null,
    startedAt: clock(),
  };
  const charge: ChargeRow = { ...unsealed, seal: await sealCharge(seals, unsealed) };
  if (!(await startCharge(database, charge))) return;
  const outcome = await perform(registry, charge);
  if (outcome === 'failed' && failed + 1 >= ATTEMPTS_MAX)
    await off(`${ATTEMPTS_MAX} charges failed. Choose another card to switch it on again.`);
}

/** Finds a stored card, or returns that it was changed in the database. */
const findCard = ({ payments }: Registry, cardId: string) =>
  findStoredCard(payments, cardId).catch((error: unknown) => {
    if (error instanceof DamagedCard) return error;
    throw error;
  });

/** Switches an automatic payment off, and reports whether it was on. */
export async function turnOff({ database, clock, payments }: Registry, row: AutopayRow, offReason: string) {
  const seal = await sealAutopay(payments.seals, { ...row, offReason });
  return switchOff(database, row, { offReason, seal }, clock());
}

/**
 * Makes a stored charge, and stores its outcome. The same charge pays once.
 *
 * @throws DamagedAutopay if the charge was changed in the database
 */
async function perform(registry: Registry, charge: ChargeRow): Promise<ChargeRow['outcome']> {
  const { database } = registry;
  await requireSealedCharge(registry.payments.seals, charge);
  const end = async (outcome: ChargeRow['outcome'], reason: string | null, paymentId: string | null) => {
    await endCharge(database, charge, { outcome, reason, paymentId });
    return outcome;
  };
  /** Closes the payment first, so that a charge that ends here cannot be completed. */
  const close = async (outcome: ChargeRow['outcome'], reason: string) => {
    await closeWaiting(registry, charge, reason);
    return end(outcome, reason, charge.paymentId);
  };
  const { propertyId, accountId, bill, due, attempt, cardId } = charge;
  if (!(await owns(database, accountId, propertyId))) return close('dropped', 'The property was sold.');
  const stored = await findCard(registry, cardId);
  if (stored instanceof DamagedCard) return close('failed', stored.message);
  if (stored?.state !== 'ready' || stored.accountId !== accountId) return close('failed', 'The card was removed.');
  try {
    const { payment } = await takePayment(
      registry,
      { parts: [{ subject: propertyId, bill: null }], accountId },
      { amount: charge.amountCents, paymentMethod: 'fiat' },
      { scope: `autopay:${propertyId}`, key: `${bill}:${due}:${attempt}`, of: ['autopay', accountId, cardId] },
      stored,
    );
    return await storeOutcome(database, { ...charge, paymentId: payment.id });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === unavailable) throw error;
    // Another payment arrived meanwhile. The next round charges what is left.
    if (error.kind === validationFailed) return end('dropped', 'Less was owed by then.', null);
    return end('failed', error.message, null);
  }
}

/** Stores the outcome of a charge's payment, and returns it. */
export async function storeOutcome(database: Database, charge: ChargeRow): Promise<ChargeRow['outcome']> {
  const { paymentId } = charge;
  const [payment] = paymentId === null ? [] : await readPayments(database, [paymentId]);
  const outcome = payment === undefined || payment.state === 'pending' ? 'started' : payment.state;
  const reason = outcome === 'failed' ? (payment?.reason ?? null) : null;
  await endCharge(database, charge, { outcome, reason, paymentId });
  return outcome;
}

/** Closes the payment of a charge that waits for its payer. A payment that completed meanwhile stays completed. */
export async function closeWaiting({ payments }: Registry, charge: ChargeRow, reason: string): Promise<void> {
  if (payments.cards === undefined || charge.paymentId === null) return;
  await cancelCard(payments.cards, charge.paymentId, reason);
}

/** Charges what is due now and every minute, on one server at a time. The next round repeats a failed one. */
export function startAutopay(registry: Registry, log: Log): { stop(): Promise<void> } {
  const warn = (error: unknown) => log.warn({ err: error }, 'an automatic payment could not be made');
  let running: Promise<void> | undefined;
  const round = () => {
    running ??= chargeDue(registry, warn)
      .catch(warn)
      .finally(() => {
        running = undefined;
      });
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
