import { stepUpRequired } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { appendSecurityEvent, type Origin } from '../security-log.ts';
import { isProvenSince, markProven, type SignedIn } from '../sessions.ts';
import { type Proof, type ProofTools, proveIdentity } from './prove-identity.ts';

const PROVEN_MILLISECONDS = 10 * 60_000;

/**
 * Refuses a change that a stolen token must not make, unless the session's owner proved to be present within 10 minutes.
 * Asks the database, because sessions are cached.
 * @throws AppError `step_up_required`
 */
export async function requireRecentProof(
  { database, clock }: { database: Database; clock: Clock },
  caller: SignedIn,
): Promise<void> {
  if (await isProvenSince(database, caller.sessionId, clock() - PROVEN_MILLISECONDS)) return;
  throw new AppError(stepUpRequired, 'Confirm your identity to continue.', {
    hint: 'Call POST /api/auth/step-up with your password, then repeat this call. It is valid for 10 minutes.',
  });
}

/**
 * Records that the owner of the session proved to be present.
 * @throws AppError what `proveIdentity` throws
 */
export async function stepUp(tools: ProofTools, caller: SignedIn, proof: Proof, from: Origin) {
  const { database, clock } = tools;
  await proveIdentity(tools, caller, proof, from, 'confirming the identity');
  const now = clock();
  await database.transaction().execute(async (tx) => {
    await markProven(tx, caller.sessionId, now);
    await appendSecurityEvent(tx, { accountId: caller.id, kind: 'identity_confirmed', at: now, from });
  });
  return { until: new Date(now + PROVEN_MILLISECONDS).toISOString() };
}
