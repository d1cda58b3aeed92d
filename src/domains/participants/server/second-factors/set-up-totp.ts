import { totpEnabled, totpNotBegun, wrongCode } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { commitAs } from '../commit-unchanged.ts';
import { appendSecurityEvent, type Origin } from '../security-log.ts';
import { type SignedIn, voidOtherProofs } from '../sessions.ts';
import { claimTotp } from './check-second-factor.ts';
import { enableTotp, findTotp, replaceRecoveryCodes, replaceUnconfirmed, type TotpFactor } from './factor-rows.ts';
import { hasFactorKey } from './find-factor-key.ts';
import { CODE_WRONG, type Proof, type ProofTools, proveIdentity } from './prove-identity.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { withoutKey } from './secret-box.ts';
import { describeSecret, makeTotpSecret } from './totp-codes.ts';

const SETUP_MILLISECONDS = 15 * 60_000;

/**
 * Begins the setup of an authenticator app and returns its secret, once. The secret has no effect until this session
 * confirms a code.
 * @throws AppError `participants.totp_enabled`, and the errors of `proveIdentity`
 */
export async function beginTotp(tools: ProofTools, caller: SignedIn, proof: Proof, from: Origin) {
  const { database, clock, secretBox } = tools;
  const checked = await proveIdentity(tools, caller, proof, from, 'setting up an authenticator app');
  if ((await findTotp(database, caller.id))?.enabledAt !== undefined) throw alreadyOn();
  // A second key would divide the accounts between servers that cannot check each other's codes.
  if (!(await hasFactorKey(tools))) throw withoutKey();
  const secret = makeTotpSecret();
  const begun = {
    accountId: caller.id,
    secret: await secretBox.seal(caller.id, secret),
    begunAt: new Date(clock()).toISOString(),
    begunBy: caller.sessionId,
  };
  await commitAs(tools, caller, { checked }, (tx) => replaceUnconfirmed(tx, begun));
  return describeSecret(secret, caller.username);
}

/**
 * Turns the authenticator app on after a first right code, and returns recovery codes, once. Sign-ins in flight that
 * checked the password alone are refused, and the proofs of other sessions are void.
 * @throws AppError `participants.totp_not_begun`, `participants.wrong_code`, `request.too_many`
 */
export async function confirmTotp(tools: ProofTools, caller: SignedIn, code: string, from: Origin) {
  const { database, clock, secretBox, throttle } = tools;
  requireBegun(await findTotp(database, caller.id), caller, clock());
  const attempt = await throttle.beginCode(caller.id);
  const { codes, hashes } = makeRecoveryCodes(caller.id);
  await commitAs(tools, caller, {}, async (tx) => {
    // Read again: a setup that another session began meanwhile would be turned on in its place.
    const factor = requireBegun(await findTotp(tx, caller.id), caller, clock());
    if (!(await claimTotp({ database: tx, secretBox }, caller.id, factor, code, clock())))
      throw new AppError(wrongCode, CODE_WRONG, { errors: [{ in: 'body', pointer: '/otp', message: CODE_WRONG }] });
    await enableTotp(tx, caller.id, new Date(clock()).toISOString());
    await replaceRecoveryCodes(tx, caller.id, hashes);
    await voidOtherProofs(tx, caller.id, caller.sessionId);
    await appendSecurityEvent(tx, { accountId: caller.id, kind: 'second_factor_enabled', at: clock(), from });
  });
  await attempt.succeeded();
  return { recoveryCodes: codes };
}

function requireBegun(factor: TotpFactor | undefined, caller: SignedIn, now: number): TotpFactor {
  const isBegun =
    factor !== undefined &&
    factor.enabledAt === undefined &&
    factor.begunBy === caller.sessionId &&
    Date.parse(factor.begunAt) > now - SETUP_MILLISECONDS;
  if (!isBegun) throw notBegun();
  return factor;
}

const alreadyOn = () =>
  new AppError(totpEnabled, 'An authenticator app is already set up.', {
    hint: 'Turn it off first, then set up the new one.',
  });

const notBegun = () =>
  new AppError(totpNotBegun, 'There is no setup to confirm. It may have expired after 15 minutes.', {
    hint: 'Start the setup again.',
  });
