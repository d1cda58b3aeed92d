import { commitAs } from '../commit-unchanged.ts';
import { appendSecurityEvent, type Origin } from '../security-log.ts';
import { markProven, type SignedIn } from '../sessions.ts';
import { type Proof, type ProofTools, proveIdentity } from './prove-identity.ts';
import { PROVEN_MILLISECONDS } from './recent-proof.ts';

/**
 * Records that the owner of the session proved to be present.
 * @throws AppError the errors of `proveIdentity`, `participants.account_changed`
 */
export async function stepUp(tools: ProofTools, caller: SignedIn, proof: Proof, from: Origin) {
  const checked = await proveIdentity(tools, caller, proof, from, 'confirming the identity');
  const now = tools.clock();
  await commitAs(tools, caller, { checked }, async (tx) => {
    await markProven(tx, caller.sessionId, now);
    await appendSecurityEvent(tx, { accountId: caller.id, kind: 'identity_confirmed', at: now, from });
  });
  return { until: new Date(now + PROVEN_MILLISECONDS).toISOString() };
}
