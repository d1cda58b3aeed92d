import { PENDING_DEPOSITS_MAX } from '#domains/market/contract.ts';
import { tooManyPending } from '#domains/payments/contract.ts';
import {
  type Allocation,
  balanced,
  type Evidence,
  move,
  moveFrom,
  type PaymentRow,
  stateTransfers,
} from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import { books } from './deposit-books.ts';
import { type DepositChange, type DepositRequest, type Position, requirePending } from './deposit-request.ts';

/** A deposit that is about to be opened. Its subject is the address of the account. */
export type NewDeposit = Pick<
  PaymentRow,
  'paymentId' | 'kind' | 'subject' | 'accountId' | 'method' | 'amountCents' | 'methodFeeCents' | 'reference'
>;

export type Opening = {
  readonly custody: string;
  readonly arrived: boolean;
  /** The fee that the payer was shown. */
  readonly shownFeeCents: number;
};

/** A payer never pays more than was shown, also when the city changes its fees meanwhile. */
const otherFee = (cents: number) =>
  new AppError(validationFailed, `The fee is ${formatCents(cents)} now.`, {
    hint: 'Reload to see the total.',
    errors: [{ in: 'body', pointer: '/fee', message: `fee must be ${cents / 100}` }],
  });

const opened = (deposit: NewDeposit, { index, at }: Position): PaymentRow => ({
  ...deposit,
  state: 'pending',
  ...{ txHash: null, payerKey: null, reverses: null, reason: null, parts: [], allocations: [], reversedCents: 0 },
  ...{ openedAt: at, openedIndex: index, settledAt: null, settledIndex: null },
});

/** Returns the request that opens a deposit. With `arrived` the money is there already, and it completes in the same block. */
export const openDeposit = (deposit: NewDeposit, { custody, arrived, shownFeeCents }: Opening): DepositRequest => ({
  ...(arrived ? {} : { pendingOf: deposit }),
  judge(view, position) {
    if (shownFeeCents !== deposit.methodFeeCents) throw otherFee(deposit.methodFeeCents);
    const payment = opened(deposit, position);
    if (arrived) return complete(payment, custody, deposit.amountCents, position, undefined);
    if (view.pending(deposit) >= PENDING_DEPOSITS_MAX)
      throw new AppError(tooManyPending, `${PENDING_DEPOSITS_MAX} of your deposits have not arrived yet.`, {
        hint: 'Pay one that you have, or ask the city to close those that will not arrive.',
      });
    return {
      draft: marketBlockTypes.draft({
        action: 'market.deposit_opened',
        address: payment.subject,
        payment: payment.paymentId,
        method: payment.method,
        amount_cents: payment.amountCents,
      }),
      payments: [payment],
      postings: balanced(move(books.promised, books.expected(payment.method), payment.amountCents)),
    };
  },
});

/** Returns the request that completes a pending deposit with what arrived, whatever that is. */
export const settleDeposit = (
  paymentId: string,
  custody: string,
  arrivedCents: number | undefined,
  user: string | undefined,
  evidence: Evidence = {},
): DepositRequest => ({
  paymentIds: [paymentId],
  transfers: evidence.transfers ?? [],
  ...(evidence.source === undefined || arrivedCents === undefined
    ? {}
    : { moves: moveFrom(evidence.source, arrivedCents) }),
  judge(view, position) {
    const pending = requirePending(view, paymentId);
    const payment = { ...pending, txHash: evidence.txHash ?? pending.txHash };
    const change = complete(payment, custody, arrivedCents ?? payment.amountCents, position, user, evidence);
    const promised = move(books.expected(payment.method), books.promised, payment.amountCents);
    return { ...change, postings: balanced([...change.postings, ...promised]) };
  },
});

/** Returns the request that closes a pending deposit whose money did not arrive. */
export const failDeposit = (paymentId: string, reason: string, user: string | undefined): DepositRequest => ({
  paymentIds: [paymentId],
  judge(view, { index, at }) {
    const payment = requirePending(view, paymentId);
    return {
      draft: marketBlockTypes.draft({
        action: 'market.deposit_failed',
        ...(user === undefined ? {} : { user }),
        address: payment.subject,
        payment: paymentId,
        method: payment.method,
        amount_cents: payment.amountCents,
      }),
      payments: [{ ...payment, state: 'failed', reason, settledAt: at, settledIndex: index }],
      postings: balanced(move(books.expected(payment.method), books.promised, payment.amountCents)),
    };
  },
});

/**
 * Returns the effect of money that arrived: the city owes it to the account, without the fee of the method. If less arrived, the fee is what is
 * missing.
 */
export function complete(
  payment: PaymentRow,
  custody: string,
  cents: number,
  { index, at }: Position,
  user: string | undefined,
  { source, transfers }: Evidence = {},
): DepositChange {
  const { paymentId, method, methodFeeCents, amountCents } = payment;
  const fee = Math.min(methodFeeCents, Math.max(0, cents - (amountCents - methodFeeCents)));
  const due = cents - fee;
  const from = source?.account ?? books.arrived(method);
  return {
    draft: marketBlockTypes.draft({
      action: 'market.deposit_completed',
      ...(user === undefined ? {} : { user }),
      address: payment.subject,
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
        allocations: allocationsOf(due, fee),
      },
    ],
    postings: balanced([...move(books.owed, from, due), ...move(books.fees(method), from, fee)]),
    due: due === 0 ? undefined : { paymentId, custody, cents: due },
  };
}

/** What an entry pays: the fee of the method, and cash, which counts as credit of the account. Both have the sign of the entry. */
export const allocationsOf = (due: number, fee: number): Allocation[] => [
  ...(fee === 0 ? [] : [{ part: 'method_fee' as const, bill: null, cents: fee }]),
  ...(due === 0 ? [] : [{ part: 'credit' as const, bill: null, cents: due }]),
];
