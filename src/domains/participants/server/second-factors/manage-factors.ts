import { noSecondFactor } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { commitAs } from '../commit-unchanged.ts';
import { appendSecurityEvent, type Origin } from '../security-log.ts';
import type { SignedIn } from '../sessions.ts';
import { deleteFactors, readSecondFactors, replaceRecoveryCodes } from './factor-rows.ts';
import { type Proof, type ProofTools, proveIdentity } from './prove-identity.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

/**
 * Turns the authenticator app off and deletes the recovery codes.
 * @throws AppError `participants.no_second_factor`, and the errors of `proveIdentity`
 */
export async function disableTotp(tools: ProofTools, caller: SignedIn, proof: Proof, from: Origin) {
  await requireFactor(tools, caller);
  const checked = await proveIdentity(tools, caller, proof, from, 'turning off the authenticator app');
  await commitAs(tools, caller, { checked }, async (tx) => {
    await deleteFactors(tx, caller.id);
    await appendSecurityEvent(tx, { accountId: caller.id, kind: 'second_factor_disabled', at: tools.clock(), from });
  });
  return { disabled: true as const };
}

/**
 * Replaces the recovery codes and returns the new ones, once.
 * @throws AppError `participants.no_second_factor`, and the errors of `proveIdentity`
 */
export async function renewRecoveryCodes(tools: ProofTools, caller: SignedIn, proof: Proof, from: Origin) {
  await requireFactor(tools, caller);
  const checked = await proveIdentity(tools, caller, proof, from, 'renewing the recovery codes');
  const { codes, hashes } = makeRecoveryCodes(caller.id);
  await commitAs(tools, caller, { checked }, async (tx) => {
    await replaceRecoveryCodes(tx, caller.id, hashes);
    await appendSecurityEvent(tx, { accountId: caller.id, kind: 'recovery_codes_renewed', at: tools.clock(), from });
  });
  return { recoveryCodes: codes };
}

async function requireFactor({ database }: ProofTools, { id }: SignedIn): Promise<void> {
  if ((await readSecondFactors(database, id)).totp === undefined) throw noFactor();
}

const noFactor = () => new AppError(noSecondFactor, 'No authenticator app is set up for this account.');
