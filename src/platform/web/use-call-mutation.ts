import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CallInput, ResponseIn, RouteDefinition } from '#platform/contract/route.ts';
import { call, newIdempotencyKey } from './api-client.ts';
import type { ApiError } from './api-error.ts';

/**
 * Performs a write through the contract. Retrying the same input after a failure reuses its `Idempotency-Key`, so a lost
 * response never doubles an effect. A different input, or a success, gets a new key.
 */
export function useCallMutation<R extends RouteDefinition>(
  route: R,
  options: Omit<UseMutationOptions<ResponseIn<R>, ApiError, CallInput<R>>, 'mutationFn'> = {},
) {
  const intent = useRef<{ input: string; key: string } | null>(null);
  return useMutation<ResponseIn<R>, ApiError, CallInput<R>>({
    ...options,
    mutationFn: async (input) => {
      const text = JSON.stringify(input);
      if (intent.current?.input !== text) intent.current = { input: text, key: newIdempotencyKey() };
      const answer = await call(route, input, { idempotencyKey: intent.current.key });
      intent.current = null;
      return answer;
    },
  });
}
