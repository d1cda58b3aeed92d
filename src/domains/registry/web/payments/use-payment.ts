import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { keepPayerKey } from '#domains/payments/web/index.ts';
import { payBill, payBills, payProperties, payProperty } from '#domains/registry/contract.ts';
import { call, newIdempotencyKey } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { readConnection } from '#platform/web/connection.ts';
import { notSent } from '#platform/web/form/unanswered.ts';
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
 * Pays once, even across reloads and lost answers: the idempotency key is stored before the payment is sent, and dropped once the outcome
 * is known. Until then `unanswered` is the payment, and `settle` takes the result of a look-up. Offline, nothing is sent or
 * queued.
 */
export function usePayment({ accountId, subjects, onSuccess }: Options) {
  const store = useMemo(() => unansweredOf(accountId), [accountId]);
  const stored = useSyncExternalStore(onUnansweredChange, store.read);
  const found = useMemo(() => findUnanswered(stored, subjects), [stored, subjects]);
  const [settled, setSettled] = useState<Settled>();
  const { mutateAsync, data, isPending } = useMutation<PaymentAnswer, ApiError, Unanswered>({
    mutationFn: async (payment) => {
      if (readConnection() === 'offline') throw notSent(OFFLINE);
      store.keep(payment);
      try {
        const answer = await send(payment);
        keepPayerKey(answer);
        store.drop(payment.key);
        return answer;
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) store.drop(payment.key);
        throw error;
      }
    },
    onSuccess,
  });
  /** Reports whether the payment was accepted. */
  const settle = (payment: Unanswered, answer: PaymentAnswer | null) => {
    setSettled({ payment, answer });
    if (answer !== null) keepPayerKey(answer);
    store.drop(payment.key);
    if (answer !== null) onSuccess(answer);
    return answer !== null && answer.payment.status !== 'failed';
  };
  return {
    // While the request is pending, an answer is still expected.
    unanswered: isPending ? undefined : found,
    paid: settled === undefined ? data : (settled.answer ?? undefined),
    /** A payment that the server has not recorded and will not record. */
    unrecorded: settled?.answer === null ? settled.payment : undefined,
    pay: useCallback(
      (order: PaymentOrder) => {
        setSettled(undefined);
        return mutateAsync({ key: newIdempotencyKey(), sentAt: Date.now(), order });
      },
      [mutateAsync],
    ),
    settle,
    discard: (payment: Unanswered) => store.drop(payment.key),
  };
}

/** An unanswered payment with the result of its look-up; null if nothing was recorded. */
type Settled = { readonly payment: Unanswered; readonly answer: PaymentAnswer | null };

const OFFLINE = 'You are offline. Nothing was sent and nothing is paid. Press Pay again once you are back online.';

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
