import { queryOptions } from '@tanstack/react-query';
import { listPendingDigital, readDigitalPayment, readTransaction } from '#domains/payments/contract.ts';
import { call } from '#platform/web/api-client.ts';

const WATCH_MILLISECONDS = 2000;

/** The progress of a payment in USDC or ETH, refetched until the network can no longer take its money back. */
export const digitalPaymentQuery = (reference: string) =>
  queryOptions({
    queryKey: ['payments', 'digital', reference],
    queryFn: ({ signal }) => call(readDigitalPayment, { params: { reference } }, { signal }),
    refetchInterval: ({ state: { data } }) => {
      const isOver =
        data !== undefined && data.payment.status !== 'pending' && data.receipts.every((one) => one.isFinal);
      return isOver ? false : WATCH_MILLISECONDS;
    },
  });

/** The account's pending payments in USDC and ETH. */
export const pendingDigitalQuery = queryOptions({
  queryKey: ['payments', 'digital'],
  queryFn: ({ signal }) => call(listPendingDigital, {}, { signal }),
});

/** A transaction, refetched until it has its confirmations. */
export const transactionQuery = (hash: string) =>
  queryOptions({
    queryKey: ['payments', 'transaction', hash],
    queryFn: ({ signal }) => call(readTransaction, { params: { hash } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.confirmations < data.confirmationsNeeded ? WATCH_MILLISECONDS : false,
  });
