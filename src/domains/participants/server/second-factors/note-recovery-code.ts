import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { appendSecurityEvent, type Origin } from '../security-log.ts';
import type { AcceptedCode } from './check-second-factor.ts';

/** Logs the use of a recovery code. Does nothing for a code of the authenticator app. */
export async function noteRecoveryCode(
  { database, clock }: { database: Database; clock: Clock },
  accountId: string,
  { recoveryCodesLeft }: AcceptedCode,
  from: Origin,
): Promise<void> {
  if (recoveryCodesLeft === undefined) return;
  const detail = `${recoveryCodesLeft} left`;
  await appendSecurityEvent(database, { accountId, kind: 'recovery_code_used', at: clock(), from, detail });
}
