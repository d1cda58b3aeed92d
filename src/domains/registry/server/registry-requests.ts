import type { Account } from '#domains/participants/server/index.ts';
import { fingerprintOf, type IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';

/** Returns the idempotency key of a government account's request: the same request with the same key is the same block. */
export const keyOf = (
  caller: Pick<Account, 'id'>,
  key: string | undefined,
  request: readonly unknown[],
): IdempotencyKey | undefined =>
  key === undefined
    ? undefined
    : { scope: `registry:${caller.id}`, key, fingerprint: fingerprintOf(JSON.stringify(request)) };
