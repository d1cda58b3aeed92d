import { tooManyPending } from '#domains/payments/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { balanced, move } from '../books.ts';
import { stateTransfers } from '../digital/paid-transfers.ts';
import { moveFrom } from '../line-uses.ts';
import type { Evidence } from '../payee.ts';
import type { Allocation, PaymentRow } from '../payments.ts';
import { type Change, type OneSubjectRequest, type Position, requirePendingOf } from './request.ts';
import { arrived as arrivedAt, expected, fees, type OneSubject } from './settings.ts';

/** A payment that is about to be opened. */
export type NewPayment = Pick<
  PaymentRow,
  'paymentId' | 'kind' | 'subject' | 'accountId' | 'method' | 'amountCents' | 'methodFeeCents' | 'reference'
>;

export type Opening = {
  readonly arrived: boolean;
  /** The fee that the payer was shown. */
  readonly shownFeeCents: number;
  /** Throws to refuse the payment, given what was already paid on its subject. Without it, that is not checked. */
  readonly admit?: ((paidCents: number) => void) | undefined;
};

/** Returns the error for a fee that changed, because a payer never pays more than was shown. */
const otherFee = (cents: number) =>
  new AppError(validationFailed, `The fee is ${formatCents(cents)} now.`, {
    hint: 'Reload to see the total.',
    errors: [{ in: 'body', pointer: '/fee', message: `fee must be ${cents / 100}` }],
  });

export const opened = (payment: NewPayment, { index, at }: Position): PaymentRow => ({
  ...payment,
  state: 'pending',
  ...{ txHash: null, payerKey: null, reverses: null, reason: null, parts: [], allocations: [], reversedCents: 0 },
  ...{ openedAt: at, openedIndex: index, settledAt: null, settledIndex: null },
});

/** Returns the request that opens a payment. With `arrived` the money is there already, and it completes in the same block. */
export const judgeOpening = (
  of: OneSubject,
  payment: NewPayment,
  { arrived, shownFeeCents, admit }: Opening,
): OneSubjectRequest => ({
  ...(arrived ? {} : { pendingOf: payment }),
  ...(admit === undefined ? {} : { paidOn: payment.subject }),
  judge(view, position) {
    admit?.(view.paid(payment.subject));
    if (shownFeeCents !== payment.methodFeeCents) throw otherFee(payment.methodFeeCents);
    const row = opened(payment, position);
    if (arrived) return complete(of, row, payment.amountCents, position, undefined);
    const { words, pendingMax } = of;
    if (view.pending(payment) >= pendingMax)
      throw new AppError(tooManyPending, `${pendingMax} of your ${words.many} have not arrived yet.`, {
        hint: `Pay one of them, or ask ${words.closedBy} to close those that will not arrive.`,
      });
    return {
      draft: announce(of, 'opened', row),
      payments: [row],
      postings: balanced(move(of.books.promised, expected(row.method), row.amountCents)),
    };
  },
});

/** Returns the request that completes a pending payment with whatever amount arrived. */
export const judgeSettling = (
  of: OneSubject,
  paymentId: string,
  arrivedCents: number | undefined,
  user: string | undefined,
  evidence: Evidence = {},
): OneSubjectRequest => ({
  paymentIds: [paymentId],
  transfers: evidence.transfers ?? [],
  ...(evidence.source === undefined || arrivedCents === undefined
    ? {}
    : { moves: moveFrom(evidence.source, arrivedCents) }),
  judge(view, position) {
    const pending = requirePendingOf(of, view, paymentId);
    const payment = { ...pending, txHash: evidence.txHash ?? pending.txHash };
    const change = complete(of, payment, arrivedCents ?? payment.amountCents, position, user, evidence);
    const promised = move(expected(payment.method), of.books.promised, payment.amountCents);
    return { ...change, postings: balanced([...change.postings, ...promised]) };
  },
});

/** Returns the request that closes a pending payment whose money did not arrive. */
export const judgeFailure = (
  of: OneSubject,
  paymentId: string,
  reason: string,
  user: string | undefined,
): OneSubjectRequest => ({
  paymentIds: [paymentId],
  judge(view, { index, at }) {
    const payment = requirePendingOf(of, view, paymentId);
    return {
      draft: announce(of, 'failed', payment, user),
      payments: [{ ...payment, state: 'failed', reason, settledAt: at, settledIndex: index }],
      postings: balanced(move(expected(payment.method), of.books.promised, payment.amountCents)),
    };
  },
});

const announce = (
  { types, action, field }: OneSubject,
  what: 'opened' | 'failed',
  { subject, paymentId, method, amountCents }: PaymentRow,
  user?: string,
) =>
  types.draft({
    action: `${action}_${what}`,
    ...(user === undefined ? {} : { user }),
    [field]: subject,
    payment: paymentId,
    method,
    amount_cents: amountCents,
  });

/**
 * Returns the effect of money that arrived: it goes to the subject, less the fee of the method. A shortfall reduces the fee
 * first.
 */
export function complete(
  of: OneSubject,
  payment: PaymentRow,
  cents: number,
  { index, at }: Position,
  user: string | undefined,
  { source, transfers }: Evidence = {},
): Change {
  const { paymentId, subject, method, methodFeeCents, amountCents } = payment;
  const fee = Math.min(methodFeeCents, Math.max(0, cents - (amountCents - methodFeeCents)));
  const due = cents - fee;
  const from = source?.account ?? arrivedAt(method);
  return {
    draft: of.types.draft({
      action: `${of.action}_completed`,
      ...(user === undefined ? {} : { user }),
      [of.field]: subject,
      payment: paymentId,
      method,
      amount_cents: cents,
      ...(fee === 0 ? {} : { method_fee_cents: fee }),
      tx_hash: payment.txHash,
      ...stateTransfers(transfers),
      ...(source === undefined ? {} : { line: source.line }),
      ...(payment.reverses === null ? {} : { reverses: payment.reverses }),
      ...(payment.byHand === true ? { by_hand: true as const } : {}),
    }),
    payments: [
      {
        ...payment,
        state: 'completed',
        amountCents: cents,
        settledAt: at,
        settledIndex: index,
        allocations: allocationsOf(of, due, fee),
      },
    ],
    postings: balanced([...move(of.books.owed, from, due), ...move(fees(method), from, fee)]),
    due: due === 0 ? undefined : { paymentId, subject, cents: due },
  };
}

/** Returns what an entry pays: the fee of the method, and its subject. Both have the sign of the entry. */
export const allocationsOf = ({ part }: OneSubject, due: number, fee: number): Allocation[] => [
  ...(fee === 0 ? [] : [{ part: 'method_fee' as const, bill: null, cents: fee }]),
  ...(due === 0 ? [] : [{ part, bill: null, cents: due }]),
];
