import type { Account } from '#domains/participants/server/index.ts';
import type { PaymentAnswer, PaymentMethod, PaymentState } from '#domains/payments/contract.ts';
import {
  answerPayment,
  countPayments,
  listPayments,
  type PaymentRow,
  showPayments,
} from '#domains/payments/server/index.ts';
import { ASKED_AGAIN_FACTOR, isAskedAgain } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { dayIn } from '#platform/server/time-zone.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import type { RegistryRequest } from '../registry-state.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { noSuchPayment, PROPERTY_TAX } from './requirements.ts';
import { failPayment, settlePayment } from './settle-payment.ts';

/**
 * Confirms that the money of a pending payment arrived.
 *
 * @throws AppError `payments.not_found`, `payments.settled`, `payments.settled_by_chain`, `request.invalid` for far more than was
 * announced, unless the amount was checked, and for a day in the future or before the payment was opened
 */
export async function confirm(
  registry: Registry,
  caller: Account,
  paymentId: string,
  {
    amount: arrivedCents,
    amountChecked,
    arrivedOn,
  }: {
    readonly amount?: number | undefined;
    readonly amountChecked: boolean;
    readonly arrivedOn?: string | undefined;
  },
): Promise<PaymentAnswer> {
  const payment = await find(registry, paymentId);
  const { method, state, amountCents, openedAt } = payment;
  if (state === 'pending' && arrivedCents !== undefined && !amountChecked && isAskedAgain(arrivedCents, amountCents))
    throw unexpectedAmount(arrivedCents, amountCents);
  if (arrivedOn !== undefined && arrivedOn > dayIn(registry.clock(), registry.timeZone)) throw notYet(arrivedOn);
  const opened = dayIn(openedAt, registry.timeZone);
  if (arrivedOn !== undefined && arrivedOn < opened) throw beforeOpening(arrivedOn, opened);
  const { transactions } = registry.payments.method(method);
  const decided = state === 'pending' ? await transactions?.decide(paymentId, arrivedCents) : undefined;
  const cents = decided?.cents ?? arrivedCents;
  return append(
    registry,
    paymentId,
    settlePayment(payment, cents, caller.username, registry.timeZone, { ...decided?.evidence, arrivedOn }),
  );
}

/** Appends an act on a payment, and returns the payment after it. */
async function append(registry: Registry, paymentId: string, act: RegistryRequest): Promise<PaymentAnswer> {
  const { block, outcome = [] } = await registry.requests.append(act);
  const left = outcome.find((one) => one.paymentId === paymentId) ?? (await find(registry, paymentId));
  return answerPayment(registry.payments, left, { hash: block?.hash });
}

const notYet = (day: string): AppError =>
  new AppError(validationFailed, `${day} is in the future.`, {
    hint: 'Send the day on which the bank booked the money.',
    errors: [{ in: 'body', pointer: '/arrivedOn', message: 'arrivedOn must not be after today' }],
  });

const beforeOpening = (day: string, opened: string): AppError =>
  new AppError(validationFailed, `The payment was opened on ${opened}, so its money did not arrive on ${day}.`, {
    hint: `Send the day on which the bank booked the money. Money that came earlier counts from ${opened}: send that day.`,
    errors: [{ in: 'body', pointer: '/arrivedOn', message: `arrivedOn must not be before ${opened}` }],
  });

function unexpectedAmount(arrived: number, announced: number): AppError {
  const message =
    `amount is more than ${ASKED_AGAIN_FACTOR} times the payment of ${formatCents(announced)}. If ${formatCents(arrived)} ` +
    'arrived, send amountChecked: true';
  return new AppError(validationFailed, `${formatCents(arrived)} is far more than was announced.`, {
    hint: 'Check the bank statement again.',
    errors: [{ in: 'body', pointer: '/amount', message }],
  });
}

/** Closes a pending payment whose money did not arrive. */
export async function fail(
  registry: Registry,
  caller: Account,
  paymentId: string,
  reason: string,
): Promise<PaymentAnswer> {
  return append(registry, paymentId, failPayment(await find(registry, paymentId), reason, caller.username));
}

async function find(registry: Pick<Registry, 'payments'>, paymentId: string): Promise<PaymentRow> {
  const payment = await registry.payments.find(paymentId);
  if (payment === undefined || payment.kind !== PROPERTY_TAX) throw noSuchPayment(paymentId);
  return payment;
}

/**
 * Reads a page of the payments for a property, newest first, without payers. Payments whose money went only to other properties are left out.
 *
 * @throws AppError `registry.property_not_found`
 */
export async function readPaymentsOf(
  { database }: Pick<Registry, 'database'>,
  propertyId: string,
  { status: state, page, limit }: PageOf & { readonly status?: PaymentState | undefined },
) {
  if ((await findProperties(database, [propertyId])).length === 0) throw noSuchProperty(propertyId);
  const of = { kind: PROPERTY_TAX, subject: propertyId, state };
  const [rows, total] = await Promise.all([
    listPayments(database, { ...of, limit, offset: (page - 1) * limit }),
    countPayments(database, of),
  ]);
  return { payments: await showPayments(database, rows), pagination: paginate({ total, page, limit }) };
}

/** Reads a page of the payments of all properties, newest first. */
export async function readAllPayments(
  { database }: Pick<Registry, 'database'>,
  {
    status: state,
    method,
    page,
    limit,
  }: PageOf & { readonly status?: PaymentState | undefined; readonly method?: PaymentMethod | undefined },
) {
  const of = { kind: PROPERTY_TAX, state, method };
  const [rows, total] = await Promise.all([
    listPayments(database, { ...of, limit, offset: (page - 1) * limit }),
    countPayments(database, of),
  ]);
  const shown = await showPayments(database, rows);
  return {
    payments: shown.map((payment, n) => ({ ...payment, propertyId: rows[n]?.subject ?? '' })),
    pagination: paginate({ total, page, limit }),
  };
}

type PageOf = { readonly page: number; readonly limit: number };
