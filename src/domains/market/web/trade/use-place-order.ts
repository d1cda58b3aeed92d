import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { TradeRequest, tradeShares } from '#domains/market/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { call, newIdempotencyKey } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { readConnection } from '#platform/web/connection.ts';
import { useUnsent } from '#platform/web/form/use-unsent.ts';

const Sent = z.object({ key: z.string(), body: TradeRequest }).nullable();
export type PlacedOrder = ResponseIn<typeof tradeShares>;

/**
 * Places an order exactly once: an unanswered order is stored with its `Idempotency-Key`, also across a reload of
 * the tab, until it is sent again and answered, or given up. Nothing is sent offline.
 */
export function usePlaceOrder(accountId: string, propertyId: string, onPlaced: () => void) {
  const queryClient = useQueryClient();
  const [unanswered, keep] = useUnsent<z.infer<typeof Sent>>(`market-order:${accountId}:${propertyId}`, Sent, null);
  const [placed, setPlaced] = useState<PlacedOrder>();
  const { mutateAsync, isPending } = useMutation<PlacedOrder, ApiError, NonNullable<z.infer<typeof Sent>>>({
    mutationFn: async (sent) => {
      if (readConnection() === 'offline') throw notSent();
      const isRepeated = unanswered?.key === sent.key;
      keep(() => sent);
      try {
        const answer = await call(tradeShares, { body: sent.body }, { idempotencyKey: sent.key });
        keep(() => null);
        setPlaced(answer);
        onPlaced();
        return answer;
      } catch (error) {
        if (error instanceof ApiError && isRefused(error.status, isRepeated)) keep(() => null);
        throw error;
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['market'] });
      }
    },
  });
  return {
    /** An order that was sent and not answered. */
    unanswered: isPending ? null : unanswered,
    placed,
    isPlacing: isPending,
    place: (body: TradeRequest) => mutateAsync({ key: newIdempotencyKey(), body }),
    sendAgain: () => (unanswered === null ? Promise.resolve(undefined) : mutateAsync(unanswered)),
    giveUp: () => keep(() => null),
    reopen: () => setPlaced(undefined),
  };
}

/** An ended session, or too many requests, do not decide an earlier attempt. */
const isRefused = (status: number, isRepeated: boolean) =>
  status >= 400 && status < 500 && !(isRepeated && [401, 408, 429].includes(status));

const notSent = () =>
  new ApiError({
    status: 0,
    code: 'market.not_sent',
    message: 'You are offline. Nothing was sent. Send the order once you are back online.',
  });
