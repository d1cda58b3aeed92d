import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { SignInThrottle } from '../sign-in-throttle.ts';
import { claimRecoveryCode, claimStep, findTotp, readSecondFactors, type TotpFactor } from './factor-rows.ts';
import { hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import type { SecretBox } from './secret-box.ts';
import { findStep } from './totp-codes.ts';

export type SecondFactorTools = {
  readonly database: Database;
  readonly clock: Clock;
  readonly throttle: SignInThrottle;
  readonly secretBox: SecretBox;
};

/** The kind of a right code: of the authenticator app, or a recovery code with this many others left. */
export type AcceptedCode = { readonly recoveryCodesLeft: number | undefined };

/**
 * Checks a code and uses it up: each is accepted once. Returns undefined for a wrong one. Counts the attempt by account
 * before it checks the code, so that codes cannot be guessed from many addresses or in parallel. Call it only after the
 * password was right: a stranger must not be able to exhaust the owner's attempts.
 * @throws AppError `request.too_many`; `server.unavailable` if the key of the secret is missing
 */
export async function checkSecondFactor(
  tools: SecondFactorTools,
  accountId: string,
  code: string,
): Promise<AcceptedCode | undefined> {
  const attempt = await tools.throttle.beginCode(accountId);
  const accepted = await claimCode(tools, accountId, code).catch(async (error: unknown) => {
    await attempt.dropped();
    throw error;
  });
  if (accepted !== undefined) await attempt.succeeded();
  return accepted;
}

async function claimCode({ database, clock, secretBox }: SecondFactorTools, accountId: string, code: string) {
  if (isRecoveryCode(code)) {
    if (!(await claimRecoveryCode(database, accountId, hashRecoveryCode(accountId, code)))) return undefined;
    return { recoveryCodesLeft: (await readSecondFactors(database, accountId)).recoveryCodesLeft };
  }
  const factor = await findTotp(database, accountId);
  if (factor?.enabledAt === undefined) return undefined;
  const isRight = await claimTotp({ database, secretBox }, accountId, factor, code, clock());
  return isRight ? { recoveryCodesLeft: undefined } : undefined;
}

/** Checks a code of the authenticator app and uses it up. */
export async function claimTotp(
  { database, secretBox }: Pick<SecondFactorTools, 'database' | 'secretBox'>,
  accountId: string,
  factor: TotpFactor,
  code: string,
  now: number,
): Promise<boolean> {
  const step = findStep(await secretBox.open(accountId, factor.secret), code.replaceAll(/[\s-]/g, ''), now);
  return step !== undefined && (await claimStep(database, accountId, step));
}
