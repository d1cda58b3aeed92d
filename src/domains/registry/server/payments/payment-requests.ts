import { type PaymentMethod, paymentNotFound, paymentSettled } from '#domains/payments/contract.ts';
import { balanced, move, type PaymentRow } from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import type { Change, ParcelState, Position, RegistryRequest, RegistryView } from '../registry-state.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { owedOn } from '../taxes/bill-state.ts';
import { allocate, takeBack } from './allocate.ts';
import { books, clearing, expected } from './books-of-property.ts';

/** The kind of payments that belong to a parcel. */
export const PROPERTY_TAX = 'property_tax';

export type NewPayment = {
  readonly paymentId: string;
  readonly propertyId: string;
  /** Only this bill is paid; undefined: all bills of the parcel. */
  readonly billNumber: string | undefined;
  readonly accountId: string | null;
  readonly method: PaymentMethod;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly txHash: string | null;
};

/**
 * Returns the request that opens a payment. With `arrived` the money is there already, and it completes in the same block;
 * otherwise it is pending. It is at most what is owed.
 */
export const openPayment = (payment: NewPayment, arrived: boolean): RegistryRequest => ({
  propertyIds: [payment.propertyId],
  judge(view, position) {
    const parcel = requireParcel(view, payment.propertyId);
    const owed = owedFor(parcel, payment.billNumber);
    if (payment.amountCents > owed) throw tooMuch(payment.amountCents, owed);
    const { billNumber: _, propertyId, ...own } = payment;
    const opened: PaymentRow = {
      ...own,
      kind: PROPERTY_TAX,
      subject: propertyId,
      state: 'pending',
      reverses: null,
      reason: null,
      openedAt: position.at,
      openedIndex: position.index,
      settledAt: null,
      settledIndex: null,
      reversed: false,
      allocations: [],
    };
    if (arrived) return settle(parcel, opened, payment.amountCents, payment.billNumber, position, undefined);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.payment_opened',
        property_id: propertyId,
        payment: payment.paymentId,
        method: payment.method,
        amount_cents: payment.amountCents,
      }),
      parcels: [parcel],
      payments: [opened],
      postings: balanced(move(books(propertyId).promised, expected(payment.method), payment.amountCents)),
    };
  },
});

/**
 * Returns the request that completes a pending payment with what arrived. More than is owed becomes credit: money that is there
 * is never refused.
 */
export const settlePayment = (
  paymentId: string,
  propertyId: string,
  arrivedCents: number | undefined,
  user: string | undefined,
): RegistryRequest => ({
  propertyIds: [propertyId],
  paymentIds: [paymentId],
  judge(view, position) {
    const payment = requirePending(view, paymentId);
    const parcel = requireParcel(view, propertyId);
    const change = settle(parcel, payment, arrivedCents ?? payment.amountCents, undefined, position, user);
    const promised = move(expected(payment.method), books(propertyId).promised, payment.amountCents);
    return { ...change, postings: balanced([...(change.postings ?? []), ...promised]) };
  },
});

function settle(
  parcel: ParcelState,
  payment: PaymentRow,
  cents: number,
  billNumber: string | undefined,
  { index, at }: Position,
  user: string | undefined,
): Change {
  const isPaid = (number: string) => billNumber === undefined || number === billNumber;
  const { bills, allocations } = allocate(
    parcel.bills.filter((bill) => isPaid(bill.billNumber)),
    cents,
  );
  const paid = parcel.bills.map((bill) => bills.find((one) => one.billNumber === bill.billNumber) ?? bill);
  const sumOf = (part: string) => allocations.reduce((sum, one) => sum + (one.part === part ? one.cents : 0), 0);
  const credit = sumOf('credit');
  const account = books(payment.subject);
  return {
    draft: registryBlockTypes.draft({
      action: 'registry.tax_paid',
      ...(user === undefined ? {} : { user }),
      property_id: payment.subject,
      payment: payment.paymentId,
      method: payment.method,
      amount_cents: cents,
      fee_cents: sumOf('fee'),
      interest_cents: sumOf('interest'),
      principal_cents: sumOf('principal'),
      credit_cents: credit,
      tx_hash: payment.txHash,
    }),
    parcels: [withBills({ ...parcel, creditCents: parcel.creditCents + credit }, paid)],
    payments: [{ ...payment, state: 'completed', amountCents: cents, settledAt: at, settledIndex: index, allocations }],
    postings: balanced([
      ...move(account.receivable, clearing(payment.method), cents - credit),
      ...move(account.credit, clearing(payment.method), credit),
    ]),
  };
}

/** Returns the request that closes a pending payment whose money did not arrive. */
export const failPayment = (
  paymentId: string,
  propertyId: string,
  reason: string,
  user: string | undefined,
): RegistryRequest => ({
  propertyIds: [propertyId],
  paymentIds: [paymentId],
  judge(view, { index, at }) {
    const payment = requirePending(view, paymentId);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.payment_failed',
        ...(user === undefined ? {} : { user }),
        property_id: propertyId,
        payment: paymentId,
        amount_cents: payment.amountCents,
      }),
      parcels: [requireParcel(view, propertyId)],
      payments: [{ ...payment, state: 'failed', reason, settledAt: at, settledIndex: index }],
      postings: balanced(move(expected(payment.method), books(propertyId).promised, payment.amountCents)),
    };
  },
});

/** Returns the request that takes back a completed payment by a new entry. What it had paid is open again. */
export const reversePayment = (
  paymentId: string,
  reversalId: string,
  propertyId: string,
  reason: string,
  user: string | undefined,
): RegistryRequest => ({
  propertyIds: [propertyId],
  paymentIds: [paymentId],
  judge(view, { index, at }) {
    const payment = requirePayment(view, paymentId);
    if (payment.state !== 'completed' || payment.reversed || payment.reverses !== null)
      throw new AppError(paymentSettled, `The payment ${paymentId} cannot be taken back.`, {
        hint: 'Only a completed payment that was not taken back yet can.',
      });
    const parcel = requireParcel(view, propertyId);
    const cents = payment.allocations.reduce((sum, one) => sum + one.cents, 0);
    const { bills, creditCents } = takeBack(parcel.bills, parcel.creditCents, payment.allocations);
    const credit = parcel.creditCents - creditCents;
    const account = books(propertyId);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.payment_reversed',
        ...(user === undefined ? {} : { user }),
        property_id: propertyId,
        payment: paymentId,
        reversal: reversalId,
        amount_cents: cents,
      }),
      parcels: [withBills({ ...parcel, creditCents }, bills)],
      payments: [
        { ...payment, reversed: true },
        {
          ...payment,
          paymentId: reversalId,
          amountCents: -cents,
          reference: null,
          txHash: null,
          reverses: paymentId,
          reason,
          openedAt: at,
          openedIndex: index,
          settledAt: at,
          settledIndex: index,
          allocations: payment.allocations.map((one) => ({ ...one, cents: -one.cents })),
        },
      ],
      postings: balanced([
        ...move(clearing(payment.method), account.receivable, cents - credit),
        ...move(clearing(payment.method), account.credit, credit),
      ]),
    };
  },
});

/** Returns what is open on a parcel, or on one of its bills. */
const owedFor = (parcel: ParcelState, billNumber: string | undefined): number =>
  owedOn(parcel.bills.filter((bill) => billNumber === undefined || bill.billNumber === billNumber));

const withBills = (parcel: ParcelState, bills: ParcelState['bills']): ParcelState => ({
  ...parcel,
  bills,
  owedCents: owedOn(bills),
});

function requireParcel(view: RegistryView, propertyId: string): ParcelState {
  const parcel = view.parcel(propertyId);
  if (parcel === undefined) throw noSuchProperty(propertyId);
  return parcel;
}

function requirePayment(view: RegistryView, paymentId: string): PaymentRow {
  const payment = view.payment(paymentId);
  if (payment === undefined) throw noSuchPayment(paymentId);
  return payment;
}

function requirePending(view: RegistryView, paymentId: string): PaymentRow {
  const payment = requirePayment(view, paymentId);
  if (payment.state === 'pending') return payment;
  throw new AppError(paymentSettled, `The payment ${paymentId} is ${payment.state} already.`, {
    hint: 'A completed payment can be taken back.',
  });
}

export const noSuchPayment = (paymentId: string) =>
  new AppError(paymentNotFound, `There is no payment ${paymentId}.`, { hint: 'Open the list of payments.' });

function tooMuch(cents: number, owed: number): AppError {
  const message =
    owed === 0
      ? 'Nothing is owed.'
      : `amount must be at most ${owed} cents (${formatCents(owed)}), which is what is owed`;
  return new AppError(validationFailed, `${formatCents(cents)} is more than is owed: ${formatCents(owed)}.`, {
    hint: 'Reload to see what is owed now.',
    errors: [{ in: 'body', pointer: '/amount', message }],
  });
}
