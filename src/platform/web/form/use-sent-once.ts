import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { CallInput, ResponseIn, RouteDefinition } from '#platform/contract/route.ts';
import { call, newIdempotencyKey } from '../api-client.ts';
import type { ApiError } from '../api-error.ts';
import { readConnection } from '../connection.ts';
import { notSent } from './unanswered.ts';
import { unsent } from './unsent.ts';

const Sent = z.object({ digest: z.string(), key: z.string() });

/**
 * Performs a write that moves money, exactly once: its `Idempotency-Key` is stored under `name` until it is answered, also across a
 * reload of the tab, and the same input sends the same key again. A different input, or a success, gets a new key. `name`
 * includes the account; null is for a write whose repetition changes nothing, such as a cancellation: it never repeats a key,
 * which would answer with what an earlier press did. Offline, nothing is sent, and the error says so.
 */
export function useSentOnce<R extends RouteDefinition>(
  route: R,
  name: string | null,
  options: Omit<UseMutationOptions<ResponseIn<R>, ApiError, CallInput<R>>, 'mutationFn'> = {},
) {
  const place = name === null ? null : `sent-once:${name}`;
  return useMutation<ResponseIn<R>, ApiError, CallInput<R>>({
    ...options,
    mutationFn: async (input) => {
      const digest = digestOf(JSON.stringify(input));
      const earlier = place === null ? undefined : readSent(place);
      const isRepeated = earlier?.digest === digest;
      if (readConnection() === 'offline') throw notSent(isRepeated ? REPEATED_OFFLINE : OFFLINE);
      const key = isRepeated ? earlier.key : newIdempotencyKey();
      if (place !== null) unsent.keep(place, JSON.stringify({ digest, key }));
      const answer = await call(route, input, { idempotencyKey: key });
      if (place !== null) unsent.drop(place);
      return answer;
    },
  });
}

function readSent(place: string): z.infer<typeof Sent> | undefined {
  try {
    return Sent.safeParse(JSON.parse(unsent.read(place) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/**
 * Returns 64 bits that distinguish inputs (two FNV-1a hashes). Only they are stored, because an input may contain a bank account.
 * Should two inputs ever share them, the server refuses the second one, because its key belongs to another request.
 */
function digestOf(text: string): string {
  let [first, second] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    first = Math.imul(first ^ text.charCodeAt(index), 0x01000193);
    second = Math.imul(second ^ text.charCodeAt(text.length - 1 - index), 0x85ebca6b);
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

const OFFLINE = 'You are offline. Nothing was sent. Press again once you are back online.';
const REPEATED_OFFLINE =
  'You are offline. Nothing was sent this time. The attempt before got no answer: it may have been made. Press again once you are back online. It is not made twice.';
