import { paymentNotFound, paymentSettled } from '#domains/payments/contract.ts';
import { type PaymentRow, subjectsOf } from '#domains/payments/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { ParcelState, RegistryView } from '../registry-state.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { type BillState, owedOn } from '../taxes/bill-state.ts';

/** The kind of payments that belong to a parcel. */
export const PROPERTY_TAX = 'property_tax';

/** Returns a parcel with these bills and the sum owed on them. */
export const withBills = (parcel: ParcelState, bills: ParcelState['bills']): ParcelState => ({
  ...parcel,
  bills,
  owedCents: owedOn(bills),
});

export function requireParcel(view: RegistryView, propertyId: string): ParcelState {
  const parcel = view.parcel(propertyId);
  if (parcel === undefined) throw noSuchProperty(propertyId);
  return parcel;
}

/** Returns the parcels that a payment is for, its own subject first. */
export const requireParcels = (view: RegistryView, payment: Pick<PaymentRow, 'subject' | 'parts'>): ParcelState[] =>
  subjectsOf(payment).map((propertyId) => requireParcel(view, propertyId));

/** Reports whether a payer chose a bill, either itself or by all that is owed on its parcel. */
export const isChosen = ({ parts }: Pick<PaymentRow, 'parts'>, { propertyId, billNumber }: BillState): boolean =>
  parts.length === 0 ||
  parts.some(({ subject, bill }) => subject === propertyId && (bill === null || bill === billNumber));

export function requirePayment(view: RegistryView, paymentId: string): PaymentRow {
  const payment = view.payment(paymentId);
  if (payment === undefined) throw noSuchPayment(paymentId);
  return payment;
}

export function requirePending(view: RegistryView, paymentId: string): PaymentRow {
  const payment = requirePayment(view, paymentId);
  if (payment.state === 'pending') return payment;
  throw new AppError(paymentSettled, `The payment ${paymentId} is ${payment.state} already.`, {
    hint: 'A completed payment can be taken back.',
  });
}

export const noSuchPayment = (paymentId: string) =>
  new AppError(paymentNotFound, `Payment ${paymentId} was not found.`, { hint: 'Open the list of payments.' });
