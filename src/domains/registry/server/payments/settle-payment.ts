import {
  type Allocation,
  balanced,
  type Evidence,
  move,
  moveFrom,
  type PaymentRow,
  stateTransfers,
  subjectsOf,
} from '#domains/payments/server/index.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import type { Change, ParcelState, Position, RegistryRequest, RegistryView } from '../registry-state.ts';
import { allocateOn } from './allocate-on.ts';
import { books, clearing, expected, methodFees } from './books-of-property.ts';
import { type PaidOn, paidOn } from './day-of-payment.ts';
import { liftOn } from './lift-on.ts';
import { passOnCredits } from './pass-on-credit.ts';
import { isChosen, requireParcels, requirePending, withBills } from './requirements.ts';

/** The fields of a payment that its rules need. */
export type Target = Pick<PaymentRow, 'paymentId' | 'subject' | 'parts'>;

/**
 * Returns the request that completes a pending payment with the amount that arrived. Any excess becomes credit: money that arrived
 * is never refused.
 */
export const settlePayment = (
  target: Target,
  arrivedCents: number | undefined,
  user: string | undefined,
  timeZone: string,
  { source, txHash, transfers = [], arrivedOn = source?.bookedOn }: Evidence = {},
): RegistryRequest => ({
  propertyIds: subjectsOf(target),
  paymentIds: [target.paymentId],
  transfers,
  ...(source === undefined || arrivedCents === undefined ? {} : { moves: moveFrom(source, arrivedCents) }),
  judge(view, position) {
    const pending = requirePending(view, target.paymentId);
    const payment = { ...pending, txHash: txHash ?? pending.txHash };
    const cents = arrivedCents ?? payment.amountCents;
    const paid = paidOn(arrivedOn, { since: payment.openedAt, at: position.at, timeZone });
    const parcels = requireParcels(view, payment);
    const change = settle(view, parcels, payment, cents, position, user, { source, transfers, paid });
    const promised = move(expected(payment.method), books(payment.subject).promised, payment.amountCents);
    return { ...change, postings: balanced([...(change.postings ?? []), ...promised]) };
  },
});

/**
 * Returns the effect of a payment whose money arrived: bills, block and postings. The bills that the payer chose are paid first.
 * A shortfall reduces the fee of the method first. The remainder is credit of the payment's own parcel, or of its replacement.
 * Without `source`, the money is taken from the clearing account of the method. Money that counts as paid on an earlier day
 * (`paid`) is allocated as of that day: later late charges on what it pays are taken back.
 */
export function settle(
  view: Pick<RegistryView, 'parcel'>,
  parcels: readonly ParcelState[],
  payment: PaymentRow,
  cents: number,
  { index, at }: Position,
  user: string | undefined,
  { source, transfers, paid }: Evidence & { readonly paid?: PaidOn | undefined } = {},
): Change {
  const fee = Math.min(payment.methodFeeCents, Math.max(0, cents - (payment.amountCents - payment.methodFeeCents)));
  const { bills, allocations } = allocateOn(
    paid,
    parcels.flatMap((parcel) => parcel.bills),
    cents - fee,
    (bill) => isChosen(payment, bill),
  );
  const billed = new Map(bills.map((one) => [one.bill.billNumber, one]));
  const subjectOf = ({ bill }: Allocation) => (bill === null ? payment.subject : billed.get(bill)?.bill.propertyId);
  const from = source?.account ?? clearing(payment.method);
  const shares = parcels.map((parcel) => {
    const own = allocations.filter((one) => subjectOf(one) === parcel.facts.propertyId);
    const all = own.reduce((sum, one) => sum + one.cents, 0);
    return { parcel, ...liftOn(parcel, billed, all, paid), ...sumsOf(own), cents: all };
  });
  const lifting = shares.flatMap(({ parcel, lifted }) =>
    lifted.penalty_cents + lifted.interest_cents === 0 ? [] : [{ property_id: parcel.facts.propertyId, ...lifted }],
  );
  const named = allocations.map((one) =>
    subjectOf(one) === payment.subject ? one : { ...one, subject: subjectOf(one) },
  );
  const left = shares.map(({ credited, credit_cents }) =>
    withBills({ ...credited, creditCents: credited.creditCents + credit_cents }, credited.bills),
  );
  const passedOn = passOnCredits(
    view,
    left,
    parcels.map(({ facts }) => facts.propertyId),
  );
  return {
    draft: registryBlockTypes.draft({
      action: 'registry.tax_paid',
      ...(user === undefined ? {} : { user }),
      property_id: payment.subject,
      payment: payment.paymentId,
      method: payment.method,
      amount_cents: cents,
      ...(fee === 0 ? {} : { method_fee_cents: fee }),
      ...sumsOf(allocations),
      ...(parcels.length === 1
        ? {}
        : {
            parts: shares.map(({ parcel, cents: amount_cents }) => ({
              property_id: parcel.facts.propertyId,
              amount_cents,
            })),
          }),
      ...statePassedOn(payment, passedOn.passed),
      ...(paid === undefined ? {} : { paid_on: paid.day, time_zone: paid.timeZone }),
      ...(lifting.length === 0 ? {} : { lifted: lifting }),
      tx_hash: payment.txHash,
      ...stateTransfers(transfers),
      ...(source === undefined ? {} : { line: source.line }),
      ...(payment.reverses === null ? {} : { reverses: payment.reverses }),
      ...(payment.byHand === true ? { by_hand: true as const } : {}),
    }),
    parcels: passedOn.parcels,
    payments: [
      {
        ...payment,
        state: 'completed',
        amountCents: cents,
        settledAt: at,
        settledIndex: index,
        paidOn: paid?.day ?? null,
        // Refunds start from the end, so the fee of the method goes back last.
        allocations: [...(fee === 0 ? [] : [{ part: 'method_fee' as const, bill: null, cents: fee }]), ...named],
      },
    ],
    postings: balanced([
      ...shares.flatMap(({ parcel, cents: all, credit_cents }) => [
        ...move(books(parcel.facts.propertyId).receivable, from, all - credit_cents),
        ...move(books(parcel.facts.propertyId).credit, from, credit_cents),
      ]),
      ...lifting.flatMap(({ property_id, penalty_cents, interest_cents }) => [
        ...move(books(property_id).receivable, 'revenue:penalty', penalty_cents),
        ...move(books(property_id).receivable, 'revenue:interest', interest_cents),
      ]),
      // What is not used for open bills is credit, not less owed.
      ...shares.flatMap(({ parcel, credited }) => {
        const { receivable, credit } = books(parcel.facts.propertyId);
        return move(credit, receivable, credited.creditCents - parcel.creditCents);
      }),
      ...move(methodFees(payment.method), from, fee),
      ...passedOn.postings,
    ]),
  };
}

/** Returns the fields of a block about credit that went to heirs: of the payment's own parcel, and of its others. */
function statePassedOn({ subject }: PaymentRow, passed: ReturnType<typeof passOnCredits>['passed']) {
  const own = passed.find(({ from }) => from === subject);
  const others = passed.filter(({ from }) => from !== subject);
  return {
    ...(own === undefined ? {} : { passed_on: { property_id: own.property_id, amount_cents: own.amount_cents } }),
    ...(others.length === 0 ? {} : { passed_on_by: others }),
  };
}

function sumsOf(allocations: readonly Allocation[]) {
  const sum = (part: string) => allocations.reduce((total, one) => total + (one.part === part ? one.cents : 0), 0);
  return {
    fee_cents: sum('fee'),
    interest_cents: sum('interest'),
    principal_cents: sum('principal'),
    credit_cents: sum('credit'),
  };
}

/** Returns the fields of a block about the parcels of a payment other than the first. */
export const otherProperties = ([, ...others]: readonly ParcelState[]) =>
  others.length === 0 ? {} : { others: others.map(({ facts }) => facts.propertyId) };

/** Returns the request that closes a pending payment whose money did not arrive. */
export const failPayment = (target: Target, reason: string, user: string | undefined): RegistryRequest => ({
  propertyIds: subjectsOf(target),
  paymentIds: [target.paymentId],
  judge(view, { index, at }) {
    const payment = requirePending(view, target.paymentId);
    const parcels = requireParcels(view, payment);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.payment_failed',
        ...(user === undefined ? {} : { user }),
        property_id: payment.subject,
        ...otherProperties(parcels),
        payment: payment.paymentId,
        amount_cents: payment.amountCents,
      }),
      parcels,
      payments: [{ ...payment, state: 'failed', reason, settledAt: at, settledIndex: index }],
      postings: balanced(move(expected(payment.method), books(payment.subject).promised, payment.amountCents)),
    };
  },
});
