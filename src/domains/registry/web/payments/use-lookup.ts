import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { lookUpBillPayment, lookUpPayment } from '#domains/registry/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { useConnection } from '#platform/web/connection.ts';
import type { Unanswered } from './unanswered-payments.ts';

/**
 * Looks up an unanswered payment by its key until the server answers: now, every few seconds, and whenever the connection is back.
 * Reports the result once; null if nothing was recorded.
 */
export function useLookup(payment: Unanswered, onFound: (answer: PaymentAnswer | null) => void) {
  const isOffline = useConnection() === 'offline';
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['unanswered-payment', payment.key],
    queryFn: ({ signal }) => lookUp(payment, signal),
    enabled: !isOffline,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.error !== null && isPassing(state.error) ? AGAIN_MILLISECONDS : false),
  });
  const report = useEffectEvent(onFound);
  useEffect(() => {
    if (data !== undefined) report(data.answer);
  }, [data]);
  return { isOffline, error, isLookingUp: isFetching, lookUpNow: () => void refetch() };
}

const AGAIN_MILLISECONDS = 5000;

/** Reports whether a later look-up may succeed without any action. */
const isPassing = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

function lookUp({ order, key }: Unanswered, signal: AbortSignal) {
  const body = { key };
  if (order.of === 'property' || order.of === 'properties') return call(lookUpPayment, { body }, { signal });
  const billNumber = order.of === 'bill' ? order.billNumber : (order.body.billNumbers[0] ?? '');
  return call(lookUpBillPayment, { params: { billNumber }, body }, { signal });
}
