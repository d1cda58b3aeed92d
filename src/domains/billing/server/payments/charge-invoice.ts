import { sql } from 'kysely';
import {
  DamagedCard,
  findStoredCard,
  type OneSubjectPayments,
  payOneSubject,
  readPayments,
} from '#domains/payments/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { readChoice } from './billing-card.ts';
import { findPayable, isPayable, type PayableInvoice } from './due.ts';
import { endCharge, type Outcome } from './end-charge.ts';
import { hasOpenCardPayment } from './open-card-payments.ts';
import { requireSealedCharge, requireSealedChoice, type SealedCharge, sealCharge } from './seal-charges.ts';

/** A charge of the stored card. `startedAt` in milliseconds since 1970. */
export type Charge = Outcome & SealedCharge & { readonly startedAt: number };

const selected = sql`
  select invoice_id as "invoiceId", step, card_id as "cardId", amount_cents as "amountCents", payment_id as "paymentId", outcome,
    reason, (extract(epoch from started_at) * 1000)::float8 as "startedAt", seal
  from billing_charges
`;
const AT_ONCE = 100;

/**
 * Charges the stored card of an invoice's account for the amount due, once for each invoice and step of reminding, and returns the outcome;
 * undefined if there is no card, nothing is due, or a card payment of the invoice waits for a step: two that wait could both be approved. Safe to repeat, in any number of processes: a charge is stored before it is
 * made, and its key pays once. Call it outside of a transaction.
 *
 * @throws AppError `server.unavailable` for a card or a charge that was written into the database
 */
export async function chargeInvoice(own: OneSubjectPayments, invoiceId: string): Promise<Charge | undefined> {
  const { database, clock, cards, seals } = own.payments;
  const invoice = await findPayable(database, invoiceId);
  if (invoice === undefined || cards === undefined) return undefined;
  const step = invoice.dunningStep;
  const known = await findCharge(database, invoiceId, step);
  if (known !== undefined) return known.outcome === 'started' ? perform(own, known, invoice) : known;
  const choice = await readChoice(database, invoice.accountId);
  const amountCents = invoice.payableCents - invoice.paidCents;
  if (choice === undefined || amountCents <= 0 || !isPayable(invoice)) return undefined;
  if (await hasOpenCardPayment(database, invoiceId)) return undefined;
  await requireSealedChoice(seals, choice);
  const { cardId } = choice;
  const seal = await sealCharge(seals, { invoiceId, step, cardId, amountCents });
  await sql`
    insert into billing_charges (invoice_id, step, card_id, amount_cents, outcome, started_at, seal)
    values (${invoiceId}, ${step}, ${cardId}, ${amountCents}, 'started', ${new Date(clock())}, ${seal}) on conflict do nothing
  `.execute(database);
  const charge = await findCharge(database, invoiceId, step);
  if (charge === undefined) throw new Error(`Broken invariant: the charge ${step} of ${invoiceId} was just stored`);
  return charge.outcome === 'started' ? perform(own, charge, invoice) : charge;
}

/**
 * Makes a stored charge, and stores its outcome. The same charge pays once.
 *
 * @throws AppError `server.unavailable` for a charge that was written into the database
 */
async function perform(own: OneSubjectPayments, charge: Charge, invoice: PayableInvoice): Promise<Charge> {
  const { database, clock, seals } = own.payments;
  await requireSealedCharge(seals, charge);
  const { invoiceId, step, cardId, amountCents } = charge;
  const end = async (change: Outcome): Promise<Charge> => {
    await database.transaction().execute((tx) => endCharge(tx, charge, change, clock()));
    return (await findCharge(database, invoiceId, step)) ?? { ...charge, ...change };
  };
  const stored = await findStoredCard(own.payments, cardId).catch((error: unknown) => {
    if (error instanceof DamagedCard) return error;
    throw error;
  });
  if (stored instanceof DamagedCard)
    return end({ outcome: 'failed', reason: stored.message, paymentId: charge.paymentId });
  if (stored?.state !== 'ready' || stored.accountId !== invoice.accountId)
    return end({ outcome: 'failed', reason: 'The card was removed.', paymentId: charge.paymentId });
  try {
    const { payment } = await payOneSubject(own, {
      subject: invoiceId,
      accountId: invoice.accountId,
      method: 'fiat',
      cents: amountCents,
      shownFeeCents: undefined,
      stored,
      key: {
        scope: `billing-charge:${invoiceId}`,
        key: String(step),
        fingerprint: fingerprintOf(JSON.stringify([cardId, amountCents])),
      },
      admit(paidCents) {
        if (!isPayable(invoice) || invoice.payableCents - paidCents !== amountCents) throw new NothingToCharge();
      },
    });
    const [row] = await readPayments(database, [payment.id]);
    if (payment.status === 'pending')
      return end({
        outcome: 'started',
        reason: 'The charge waits for the cardholder or the provider.',
        paymentId: payment.id,
      });
    const reason = payment.status === 'failed' ? (row?.reason ?? 'The card was not charged.') : null;
    return end({ outcome: payment.status, reason, paymentId: payment.id });
  } catch (error) {
    if (error instanceof NothingToCharge)
      return end({ outcome: 'dropped', reason: 'The amount due had changed by then.', paymentId: null });
    if (!(error instanceof AppError) || error.kind === unavailable) throw error;
    return end({ outcome: 'failed', reason: error.message, paymentId: null });
  }
}

/** Signals that the amount due has changed since the charge was stored. */
class NothingToCharge extends Error {}

/**
 * Continues charges that a stopped process stored and may not have made. One that fails does not stop the others.
 *
 * @throws the first failure, after the others
 */
export async function continueCharges(own: OneSubjectPayments): Promise<void> {
  const { database } = own.payments;
  const { rows } = await sql<Charge>`
    ${selected} where outcome = 'started' and payment_id is null order by started_at limit ${AT_ONCE}
  `.execute(database);
  const failures: unknown[] = [];
  for (const charge of rows) {
    const invoice = await findPayable(database, charge.invoiceId);
    if (invoice !== undefined) await perform(own, charge, invoice).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function findCharge(db: Database, invoiceId: string, step: number): Promise<Charge | undefined> {
  const { rows } = await sql<Charge>`${selected} where invoice_id = ${invoiceId} and step = ${step}`.execute(db);
  return rows[0];
}

/** Reads the latest charge of an invoice. */
export async function findLastCharge(db: Database, invoiceId: string): Promise<Charge | undefined> {
  const { rows } = await sql<Charge>`
    ${selected} where invoice_id = ${invoiceId} order by step desc limit 1
  `.execute(db);
  return rows[0];
}
