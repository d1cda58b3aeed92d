import { paymentSettled } from '#domains/payments/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { balanced, move } from '../books.ts';
import type { PaymentRow } from '../payments.ts';
import { allocationsOf, complete } from './judge.ts';
import { paidBy } from './paid-on.ts';
import { type Change, type OneSubjectRequest, type Position, requirePayment } from './request.ts';
import { arrived, fees, type OneSubject } from './settings.ts';

export type NewReversal = {
  readonly paymentId: string;
  readonly reversalId: string;
  /** Undefined: all of it that was not taken back yet. */
  readonly cents: number | undefined;
  readonly reason: string;
  readonly user: string | undefined;
  /** True if an account decided it, and the method keeps the money. */
  readonly byHand: boolean;
};

/**
 * Returns the request that takes back a completed payment, or a part of it, by a new entry. The money for its subject goes back first,
 * the fee of the method last. Taking back a reversal makes its amount count again.
 */
export const judgeReversal = (of: OneSubject, reversal: NewReversal): OneSubjectRequest => ({
  paymentIds: [reversal.paymentId],
  judge(view, position) {
    const payment = requirePayment(of, view, reversal.paymentId);
    const left = Math.abs(payment.amountCents) - payment.reversedCents;
    const { one } = of.words;
    if (payment.state !== 'completed' || left === 0)
      throw new AppError(paymentSettled, `The ${one} ${payment.paymentId} cannot be taken back.`, {
        hint: `Only a completed ${one} that was not taken back yet can.`,
      });
    const cents = reversal.cents ?? left;
    if (cents > left) throw tooMuch(cents, left);
    const brought = Math.abs(paidBy(of, payment));
    const due = Math.min(cents, Math.max(0, brought - payment.reversedCents));
    const taken = { ...payment, reversedCents: payment.reversedCents + cents };
    const entry = entryOf(payment, reversal, position);
    const change =
      payment.amountCents < 0
        ? complete(of, { ...entry, amountCents: cents, methodFeeCents: cents - due }, cents, position, reversal.user)
        : giveBack(of, entry, reversal, { due, fee: cents - due });
    return { ...change, payments: [taken, ...change.payments] };
  },
});

function giveBack(
  of: OneSubject,
  entry: PaymentRow,
  { paymentId, reversalId, user, byHand }: NewReversal,
  { due, fee }: { due: number; fee: number },
): Change {
  const { method, subject } = entry;
  const from = arrived(method);
  return {
    draft: of.types.draft({
      action: `${of.action}_reversed`,
      ...(user === undefined ? {} : { user }),
      [of.field]: subject,
      payment: paymentId,
      reversal: reversalId,
      method,
      amount_cents: due + fee,
      ...(fee === 0 ? {} : { method_fee_cents: fee }),
      ...(byHand ? { by_hand: true as const } : {}),
    }),
    payments: [{ ...entry, amountCents: -(due + fee), allocations: allocationsOf(of, -due, -fee) }],
    postings: balanced([...move(from, of.books.owed, due), ...move(from, fees(method), fee)]),
    due: due === 0 ? undefined : { paymentId: reversalId, subject, cents: -due },
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
