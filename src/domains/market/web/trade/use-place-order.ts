import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { TradeRequest, tradeShares } from '#domains/market/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { call, newIdempotencyKey } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { readConnection } from '#platform/web/connection.ts';
import { isNotSent, notSent } from '#platform/web/form/unanswered.ts';
import { useUnsent } from '#platform/web/form/use-unsent.ts';

const SentOrder = z.object({ key: z.string(), body: TradeRequest });
/** An order with the idempotency key that places it once. */
export type SentOrder = z.infer<typeof SentOrder>;

export type PlacedOrder = ResponseIn<typeof tradeShares>;

/**
 * Places an order exactly once: an unanswered order is stored with its `Idempotency-Key`, also across a reload of the tab,
 * until it is looked up or discarded. `settle` takes the result of a look-up. Nothing is sent offline.
 */
export function usePlaceOrder(accountId: string, propertyId: string, onPlaced: () => void) {
  const queryClient = useQueryClient();
  const [unanswered, keep] = useUnsent(`market-order:${accountId}:${propertyId}`, SentOrder.nullable(), null);
  const [placed, setPlaced] = useState<PlacedOrder>();
  const [unplaced, setUnplaced] = useState<SentOrder>();
  const { mutateAsync, isPending } = useMutation<PlacedOrder, ApiError, SentOrder>({
    mutationFn: async (sent) => {
      if (readConnection() === 'offline')
        throw notSent('You are offline. Nothing was sent. Send the order once you are back online.');
      keep(() => sent);
      setUnplaced(undefined);
      try {
        const answer = await call(tradeShares, { body: sent.body }, { idempotencyKey: sent.key });
        keep(() => null);
        setPlaced(answer);
        onPlaced();
        return answer;
      } catch (error) {
        if (isRefused(error)) keep(() => null);
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
    /** A looked up order that was not placed and will not be. */
    unplaced,
    place: (body: TradeRequest) => mutateAsync({ key: newIdempotencyKey(), body }),
    settle: (sent: SentOrder, answer: PlacedOrder | null) => {
      keep(() => null);
      if (answer === null) return setUnplaced(sent);
      setPlaced(answer);
      onPlaced();
      void queryClient.invalidateQueries({ queryKey: ['market'] });
    },
    discard: () => keep(() => null),
    reopen: () => setPlaced(undefined),
  };
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Reports whether an order failed for certain: otherwise its answer was lost, and it may have been placed. */
export const isDecided = (error: unknown) => isRefused(error) || isNotSent(error);
