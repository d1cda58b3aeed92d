import { wrongCode, wrongPassword } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { type Credentials, findById } from '../accounts.ts';
import type { Passwords } from '../passwords.ts';
import { appendSecurityEvent, type Origin } from '../security-log.ts';
import type { SignedIn } from '../sessions.ts';
import { checkSecondFactor, type SecondFactorTools } from './check-second-factor.ts';
import { noteRecoveryCode } from './note-recovery-code.ts';

export type ProofTools = SecondFactorTools & { readonly passwords: Passwords };

/** The proof that a signed-in caller presents again before a sensitive change. */
export type Proof = { readonly currentPassword: string; readonly otp?: string | undefined };

/**
 * Checks the caller's password and, if the account has a second factor, a code. Counts and logs a failure like a failed
 * sign-in; `purpose` completes the log entry ("While …"). Returns the checked account: pass it to `commitAs`,
 * because it may change before the request takes effect.
 * @throws AppError `participants.wrong_password`, `participants.wrong_code`, `request.too_many`
 */
export async function proveIdentity(
  tools: ProofTools,
  caller: SignedIn,
  proof: Proof,
  from: Origin,
  purpose: string,
): Promise<Credentials> {
  return prove(tools, caller, proof, from, { purpose, takesCode: true });
}

/** Checks the caller's password alone. Otherwise like `proveIdentity`. */
export async function provePassword(
  tools: ProofTools,
  caller: SignedIn,
  currentPassword: string,
  from: Origin,
  purpose: string,
): Promise<Credentials> {
  return prove(tools, caller, { currentPassword }, from, { purpose, takesCode: false });
}

async function prove(
  tools: ProofTools,
  caller: SignedIn,
  { currentPassword, otp }: Proof,
  from: Origin,
  { purpose, takesCode }: { purpose: string; takesCode: boolean },
): Promise<Credentials> {
  const { database, passwords, throttle, clock } = tools;
  const noteFailure = (detail: string) =>
    appendSecurityEvent(database, { accountId: caller.id, kind: 'sign_in_failed', at: clock(), from, detail });
  const attempt = await throttle.begin(caller.username, from.ip);
  const undo = async (error: unknown) => {
    await attempt.dropped();
    throw error;
  };
  const found = await findById(database, caller.id);
  const fits = await passwords.verify(found?.passwordHash, currentPassword).catch(undo);
  if (found === undefined || !fits) {
    await noteFailure(`While ${purpose}`);
    throw refused(wrongPassword, '/currentPassword', 'The current password is wrong.');
  }
  if (takesCode && found.secondFactor) {
    if (otp === undefined) return undo(refused(wrongCode, '/otp', CODE_NEEDED));
    const accepted = await checkSecondFactor(tools, caller.id, otp).catch(undo);
    if (accepted === undefined) {
      await noteFailure(`While ${purpose}: right password, wrong code`);
      throw refused(wrongCode, '/otp', CODE_WRONG);
    }
    await noteRecoveryCode(tools, caller.id, accepted, from);
  }
  await attempt.succeeded();
  return found;
}

export const CODE_NEEDED = 'Enter the code from your authenticator app, or a recovery code.';
export const CODE_WRONG = 'The code is wrong or was used before. Wait for the next one and try again.';

const refused = (kind: typeof wrongPassword | typeof wrongCode, pointer: string, message: string) =>
  new AppError(kind, message, { errors: [{ in: 'body', pointer, message }] });
