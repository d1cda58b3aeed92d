import { paymentSettled } from '#domains/payments/contract.ts';
import { balanced, move, type PaymentRow } from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import { books } from './deposit-books.ts';
import { type DepositChange, type DepositRequest, type Position, requirePayment } from './deposit-request.ts';
import { allocationsOf, complete } from './judge-deposit.ts';

export type NewReversal = {
  readonly paymentId: string;
  readonly custody: string;
  readonly reversalId: string;
  /** Undefined: all of it that was not taken back yet. */
  readonly cents: number | undefined;
  readonly reason: string;
  readonly user: string | undefined;
  /** True if an account decided it, and the method keeps the money. */
  readonly byHand: boolean;
};

/**
 * Returns the request that takes back a completed deposit, or a part of it, by a new entry. Cash goes back first, and the fee of the method
 * last. Taking back a reversal makes its amount count again.
 */
export const reverseDeposit = (reversal: NewReversal): DepositRequest => ({
  paymentIds: [reversal.paymentId],
  judge(view, position) {
    const payment = requirePayment(view, reversal.paymentId);
    const left = Math.abs(payment.amountCents) - payment.reversedCents;
    if (payment.state !== 'completed' || left === 0)
      throw new AppError(paymentSettled, `The deposit ${payment.paymentId} cannot be taken back.`, {
        hint: 'Only a completed deposit that was not taken back yet can.',
      });
    const cents = reversal.cents ?? left;
    if (cents > left) throw tooMuch(cents, left);
    const ofCash = Math.abs(payment.allocations.reduce((sum, one) => sum + (one.part === 'credit' ? one.cents : 0), 0));
    const due = Math.min(cents, Math.max(0, ofCash - payment.reversedCents));
    const taken = { ...payment, reversedCents: payment.reversedCents + cents };
    const entry = entryOf(payment, reversal, position);
    const change =
      payment.amountCents < 0
        ? complete(
            { ...entry, amountCents: cents, methodFeeCents: cents - due },
            reversal.custody,
            cents,
            position,
            reversal.user,
          )
        : giveBack(entry, reversal, { due, fee: cents - due });
    return { ...change, payments: [taken, ...change.payments] };
  },
});

function giveBack(entry: PaymentRow, reversal: NewReversal, { due, fee }: { due: number; fee: number }): DepositChange {
  const { paymentId, custody, reversalId, user, byHand } = reversal;
  const from = books.arrived(entry.method);
  return {
    draft: marketBlockTypes.draft({
      action: 'market.deposit_reversed',
      ...(user === undefined ? {} : { user }),
      address: entry.subject,
      payment: paymentId,
      reversal: reversalId,
      method: entry.method,
      amount_cents: due + fee,
      ...(fee === 0 ? {} : { method_fee_cents: fee }),
      ...(byHand ? { by_hand: true as const } : {}),
    }),
    payments: [{ ...entry, amountCents: -(due + fee), allocations: allocationsOf(-due, -fee) }],
    postings: balanced([...move(from, books.owed, due), ...move(from, books.fees(entry.method), fee)]),
    due: due === 0 ? undefined : { paymentId: reversalId, custody, cents: -due },
  };
}

/** Returns the new entry, without its amount. */
const entryOf = (
  payment: PaymentRow,
  { reversalId, reason, byHand }: NewReversal,
  { index, at }: Position,
): PaymentRow => ({
  ...payment,
  paymentId: reversalId,
  state: 'completed',
  reverses: payment.paymentId,
  reason,
  byHand,
  ...{ reference: null, txHash: null, allocations: [], reversedCents: 0, methodFeeCents: 0 },
  ...{ openedAt: at, openedIndex: index, settledAt: at, settledIndex: index },
});

const tooMuch = (cents: number, left: number) =>
  new AppError(validationFailed, `${formatCents(cents)} is more than the ${formatCents(left)} that are left.`, {
    errors: [{ in: 'body', pointer: '/amount', message: `amount must be at most ${left} cents` }],
  });
