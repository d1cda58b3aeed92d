import { stepUpRequired } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { isProvenBetween, type SignedIn } from '../sessions.ts';

/** How long a sign-in, or a confirmation of the identity, allows sensitive changes. */
export const PROVEN_MILLISECONDS = 10 * 60_000;

/**
 * Refuses a change that a stolen token must not make, unless the session's owner proved to be present within 10 minutes.
 * Reads the database, because sessions are cached. A change checks again in its transaction, with the account locked.
 * @throws AppError `step_up_required`
 */
export async function requireRecentProof(
  { database, clock }: { database: Database; clock: Clock },
  caller: SignedIn,
): Promise<void> {
  const now = clock();
  if (await isProvenBetween(database, caller.sessionId, now - PROVEN_MILLISECONDS, now)) return;
  throw new AppError(stepUpRequired, 'Confirm your identity to continue.', {
    hint: 'Call POST /api/auth/step-up with your password, then repeat this call. It is valid for 10 minutes.',
  });
}
