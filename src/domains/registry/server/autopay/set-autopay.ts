import type { Account } from '#domains/participants/server/index.ts';
import { feeOf } from '#domains/payments/contract.ts';
import {
  findStoredCard,
  leftOf,
  noSuchCard,
  readFamily,
  readFees,
  readStoredCard,
  type Seals,
} from '#domains/payments/server/index.ts';
import { type Autopay, autopayNotFound, autopayTaken } from '#domains/registry/contract.ts';
import { AppError, forbidden, unavailable } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { paginate } from '#platform/contract/pagination.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { readParcelStates } from '../parcels/parcels.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { owns, readRightsOfAccount, sumRightsOfAccount } from '../rights/parties.ts';
import { type AutopayRow, type ChargeRow, readAutopays, readCharges, writeAutopay } from './autopays.ts';
import { closeWaiting, storeOutcome, turnOff } from './charge-due.ts';
import { planCharges, RETRY_MILLISECONDS } from './next-charge.ts';
import { isSealedAutopay, sealAutopay } from './seal-autopay.ts';

/**
 * Pays a property of the caller automatically with one of the caller's stored cards.
 *
 * @throws AppError `registry.property_not_found`, `request.forbidden`, `payments.card_not_found`, `registry.autopay_taken`
 */
export async function setAutopay(
  registry: Registry,
  caller: Account,
  propertyId: string,
  { cardId, daysBefore }: { cardId: string; daysBefore: number },
): Promise<Autopay> {
  const { database, clock, payments } = registry;
  if ((await findProperties(database, [propertyId])).length === 0) throw noSuchProperty(propertyId);
  if (!(await owns(database, caller.id, propertyId)))
    throw new AppError(forbidden, `${propertyId} is not your property.`, {
      hint: 'Only an owner can pay it automatically.',
    });
  const card = await findStoredCard(payments, cardId);
  if (card?.accountId !== caller.id || card.state !== 'ready') throw noSuchCard(cardId);
  const choice = { propertyId, accountId: caller.id, cardId, daysBefore, offReason: null };
  const seal = await sealAutopay(payments.seals, choice);
  if (!(await writeAutopay(database, { ...choice, seal }, clock())))
    throw new AppError(autopayTaken, 'Another owner of this property pays automatically.', {
      hint: 'Ask the other owners.',
    });
  const [shown] = await show(registry, caller.id, [propertyId]);
  if (shown === undefined) throw new Error('Broken invariant: an automatic payment is shown');
  return shown;
}

/**
 * Stops the automatic payment of a property, and closes a charge that waits for its payer. Safe to repeat while a charge is waiting.
 *
 * @throws AppError `registry.autopay_not_found`, `server.unavailable`
 */
export async function endAutopay(registry: Registry, caller: Account, propertyId: string): Promise<void> {
  const { database } = registry;
  const found = (await readAutopays(database, [propertyId])).get(propertyId);
  const wasOn = found?.accountId === caller.id && (await turnOff(registry, found, SWITCHED_OFF));
  const charges = (await readCharges(database, [propertyId])).get(propertyId) ?? [];
  const waiting = charges.filter(({ outcome, accountId }) => outcome === 'started' && accountId === caller.id);
  if (!wasOn && waiting.length === 0)
    throw new AppError(autopayNotFound, `You do not pay ${propertyId} automatically.`);
  for (const charge of waiting) {
    await closeWaiting(registry, charge, 'You turned autopay off.');
    await storeOutcome(database, charge);
  }
}

const SWITCHED_OFF = 'You switched it off.';
const CHANGED = 'It was changed outside of this application, so nothing is charged. Choose it again.';

/** Lists a page of the properties of the caller with their automatic payments. */
export async function listAutopays(
  registry: Registry,
  caller: Account,
  page: { readonly page: number; readonly limit: number },
) {
  const [rights, totals] = await Promise.all([
    readRightsOfAccount(registry.database, caller.id, page),
    sumRightsOfAccount(registry.database, caller.id),
  ]);
  const properties = await show(registry, caller.id, [...new Set(rights.map(({ propertyId }) => propertyId))]);
  return { properties, pagination: paginate({ total: totals.properties, ...page }) };
}

/** Returns why nothing is charged for an automatic payment that is on, or null. */
async function problemOf(seals: Seals, row: AutopayRow): Promise<string | null> {
  try {
    return (await isSealedAutopay(seals, row)) ? null : CHANGED;
  } catch (error) {
    if (error instanceof AppError && error.kind === unavailable) return error.message;
    throw error;
  }
}

async function show(
  { database, clock, timeZone, payments }: Registry,
  accountId: string,
  propertyIds: readonly string[],
): Promise<Autopay[]> {
  const [parcels, autopays, charges, fees] = await Promise.all([
    readParcelStates(database, propertyIds),
    readAutopays(database, propertyIds),
    readCharges(database, propertyIds),
    readFees(database),
  ]);
  const shown = parcels.map(async ({ facts: { propertyId, address }, bills }): Promise<Autopay> => {
    const found = autopays.get(propertyId);
    const own = found?.accountId === accountId ? found : undefined;
    const card = own === undefined ? undefined : await readStoredCard(database, own.cardId);
    const made = charges.get(propertyId) ?? [];
    const { next, byHandCents } = planCharges(bills, made, own?.daysBefore ?? 0, { now: clock(), timeZone });
    const fee = next === undefined ? 0 : feeOf(fees('fiat'), next.taxCents);
    const last = made.at(-1);
    const problem = own === undefined || own.offReason !== null ? null : await problemOf(payments.seals, own);
    const isOn = own !== undefined && own.offReason === null && problem === null;
    return {
      propertyId,
      address,
      state: isOn ? 'on' : own === undefined && found?.offReason === null ? 'taken' : 'off',
      offReason: problem ?? (own?.offReason === SWITCHED_OFF ? null : (own?.offReason ?? null)),
      cardId: own !== undefined && card?.state === 'ready' ? own.cardId : null,
      cardLabel: card?.label ?? null,
      daysBefore: own?.daysBefore ?? 0,
      next:
        next === undefined
          ? null
          : {
              at: new Date(Math.max(next.at, clock())).toISOString(),
              due: next.due,
              tax: next.taxCents,
              fee,
              total: next.taxCents + fee,
              totalFormatted: formatCents(next.taxCents + fee),
              feeFormatted: formatCents(fee),
            },
      byHand: byHandCents === 0 ? null : { amount: byHandCents, amountFormatted: formatCents(byHandCents) },
      last:
        last === undefined || last.accountId !== accountId
          ? null
          : await showCharge(database, last, { isOn, fees: fees('fiat') }),
    };
  });
  return (await Promise.all(shown)).toSorted((a, b) => (a.propertyId < b.propertyId ? -1 : 1));
}

/** Returns a charge with the amount that the card is charged, fee included. */
async function showCharge(
  database: Database,
  charge: ChargeRow,
  { isOn, fees }: { isOn: boolean; fees: Parameters<typeof feeOf>[0] },
): Promise<Autopay['last']> {
  const { startedAt, outcome, reason, paymentId, amountCents } = charge;
  const family = paymentId === null ? [] : await readFamily(database, paymentId);
  const [payment] = family;
  const cameBack = outcome === 'completed' ? family.findLast(({ amountCents: cents }) => cents < 0) : undefined;
  const isBack = cameBack !== undefined && leftOf(family) < (payment?.amountCents ?? 0);
  const feeCents = payment?.methodFeeCents ?? feeOf(fees, amountCents);
  return {
    at: new Date(startedAt).toISOString(),
    outcome: isBack ? 'returned' : outcome,
    reason: isBack ? cameBack.reason : reason,
    paymentId,
    amountFormatted: formatCents(payment?.amountCents ?? amountCents + feeCents),
    feeFormatted: formatCents(feeCents),
    retryAt: outcome === 'failed' && isOn ? new Date(startedAt + RETRY_MILLISECONDS).toISOString() : null,
  };
}
