import { type PaymentMethod, tooManyPending } from '#domains/payments/contract.ts';
import { balanced, move, type PaymentPart, type PaymentRow } from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import type { RegistryRequest, RegistryView } from '../registry-state.ts';
import { owedOn } from '../taxes/bill-state.ts';
import { books, expected } from './books-of-property.ts';
import { isChosen, PROPERTY_TAX, requireParcels } from './requirements.ts';
import { otherProperties, settle } from './settle-payment.ts';
import { tooMuch } from './too-much.ts';

export type NewPayment = {
  readonly paymentId: string;
  /** The parts that are paid, at least one. No two are of the same parcel and bill. */
  readonly parts: readonly PaymentPart[];
  readonly accountId: string | null;
  readonly payerKey: string | null;
  readonly method: PaymentMethod;
  /** The amount for the bills. The fee of the method comes on top. */
  readonly taxCents: number;
  readonly methodFeeCents: number;
  readonly reference: string | null;
  readonly txHash: string | null;
};

export type Opening = {
  readonly arrived: boolean;
  /** The fee shown to the payer. Undefined: none was shown. */
  readonly shownFeeCents: number | undefined;
};

/**
 * Returns the request that opens a payment. With `arrived` the money is already there, and the payment completes in the same block;
 * otherwise it is pending. Its amount is at most what is owed on all its parts together.
 */
export const openPayment = (
  { taxCents, parts, ...own }: NewPayment,
  { arrived, shownFeeCents = own.methodFeeCents }: Opening,
): RegistryRequest => ({
  propertyIds: parts.map(({ subject }) => subject),
  ...(arrived ? {} : { pendingOf: { accountId: own.accountId } }),
  judge(view, position) {
    const subject = parts[0]?.subject ?? '';
    const opened: PaymentRow = {
      ...own,
      kind: PROPERTY_TAX,
      subject,
      // A payment for all that is owed on one parcel needs no list.
      parts: parts.length === 1 && parts[0]?.bill === null ? [] : parts,
      amountCents: taxCents + own.methodFeeCents,
      state: 'pending',
      reverses: null,
      reason: null,
      openedAt: position.at,
      openedIndex: position.index,
      settledAt: null,
      settledIndex: null,
      reversedCents: 0,
      allocations: [],
    };
    const parcels = requireParcels(view, opened);
    const owed = owedOn(parcels.flatMap(({ bills }) => bills.filter((bill) => isChosen(opened, bill))));
    if (taxCents > owed) throw tooMuch(taxCents, owed);
    if (shownFeeCents !== own.methodFeeCents) throw otherFee(own.methodFeeCents);
    if (arrived) return settle(view, parcels, opened, opened.amountCents, position, undefined);
    for (const { facts } of parcels) refuseTooMany(view, facts.propertyId, own.accountId);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.payment_opened',
        property_id: subject,
        ...otherProperties(parcels),
        payment: own.paymentId,
        method: own.method,
        amount_cents: opened.amountCents,
      }),
      parcels,
      payments: [opened],
      postings: balanced(move(books(subject).promised, expected(own.method), opened.amountCents)),
    };
  },
});

/** Anyone with a bill can announce payments, and each one is a permanent block. */
const PENDING_MAX = 20;

/** Each account has its own limit, and visitors share one, so that a stranger with a bill's number cannot block an owner from paying. */
function refuseTooMany(view: RegistryView, propertyId: string, accountId: string | null): void {
  if (view.pending(propertyId, accountId) < PENDING_MAX) return;
  throw new AppError(tooManyPending, `${PENDING_MAX} payments for ${propertyId} have not arrived yet.`, {
    hint: 'Use the reference of an earlier payment, or ask the city to close those that will not arrive.',
  });
}

/** Returns the error for a fee that changed, because a payer never pays more than was shown. */
const otherFee = (cents: number) =>
  new AppError(validationFailed, `The fee is ${formatCents(cents)} now.`, {
    hint: 'Reload to see the total.',
    errors: [{ in: 'body', pointer: '/fee', message: `fee must be ${cents} cents (${formatCents(cents)})` }],
  });
