import { useMutation } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { keepPayerKey } from '#domains/payments/web/index.ts';
import { payBill, payBills, payProperties, payProperty } from '#domains/registry/contract.ts';
import { call, newIdempotencyKey } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { readConnection } from '#platform/web/connection.ts';
import {
  findUnanswered,
  onUnansweredChange,
  type PaymentOrder,
  type Unanswered,
  unansweredOf,
} from './unanswered-payments.ts';

type Options = {
  /** The account that pays; undefined for a visitor. */
  accountId: string | undefined;
  /** The properties, or numbers of bills, that the form pays. */
  subjects: readonly string[];
  onSuccess: (answer: PaymentAnswer) => void;
};

/**
 * Pays once, whatever happens in between: the idempotency key is stored before the payment is sent, and dropped once an answer came.
 * Until then `unanswered` is the payment, and `repeat` sends it again. Offline nothing is sent, and nothing is queued.
 */
export function usePayment({ accountId, subjects, onSuccess }: Options) {
  const store = useMemo(() => unansweredOf(accountId), [accountId]);
  const stored = useSyncExternalStore(onUnansweredChange, store.read);
  const found = useMemo(() => findUnanswered(stored, subjects), [stored, subjects]);
  const { mutateAsync, data, isPending, variables } = useMutation<
    PaymentAnswer,
    ApiError,
    { payment: Unanswered; again: boolean }
  >({
    mutationFn: async ({ payment, again }) => {
      if (readConnection() === 'offline') throw notSent();
      store.keep(payment);
      try {
        const answer = await send(payment);
        keepPayerKey(answer);
        store.drop(payment.key);
        return answer;
      } catch (error) {
        if (isAnswer(error, again)) store.drop(payment.key);
        throw error;
      }
    },
    onSuccess,
  });
  // While it is sent for the first time, it is on its way, and nobody waits in vain.
  const unanswered = isPending && !variables.again ? undefined : found;
  return {
    unanswered,
    paid: data,
    pay: (order: PaymentOrder) =>
      mutateAsync({ payment: { key: newIdempotencyKey(), sentAt: Date.now(), order }, again: false }),
    repeat: (payment: Unanswered) => mutateAsync({ payment, again: true }),
    discard: (payment: Unanswered) => store.drop(payment.key),
  };
}

/** The refusal of a payment that never left the device. */
export const NOT_SENT = 'payments.not_sent';

const notSent = () =>
  new ApiError({
    status: 0,
    code: NOT_SENT,
    message: 'You are offline. Nothing was sent and nothing is paid. Press Pay again once you are back online.',
  });

/**
 * Reports whether an error says for sure that this payment was not taken. A repeated one may have been taken the first time; then
 * only a refusal of its values does, which comes after the look for its key.
 */
const isAnswer = (error: unknown, again: boolean) =>
  error instanceof ApiError && (again ? error.code === 'request.invalid' : error.status >= 400 && error.status < 500);

function send({ order, key: idempotencyKey }: Unanswered): Promise<PaymentAnswer> {
  const options = { idempotencyKey };
  switch (order.of) {
    case 'property':
      return call(payProperty, { params: { propertyId: order.propertyId }, body: order.body }, options);
    case 'bill':
      return call(payBill, { params: { billNumber: order.billNumber }, body: order.body }, options);
    case 'properties':
      return call(payProperties, { body: order.body }, options);
    case 'bills':
      return call(payBills, { body: order.body }, options);
  }
}
