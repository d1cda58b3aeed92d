import { identifierNotClaimed, identifierTaken } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findById } from '../accounts.ts';
import { canonicalParty } from '../identifiers/canonical-party.ts';
import { deleteConfirmation, findConfirmed, insertConfirmation, listClaims } from '../identifiers/identifier-rows.ts';
import type { Participants } from '../open-participants.ts';
import type { SignedIn } from '../sessions.ts';
import { appendAdminLog } from './admin-log.ts';
import { commitAsAdministrator } from './commit-as-administrator.ts';
import { readAdministered } from './read-administered.ts';

/**
 * Confirms a participant's claim to an identifier, in every spelling, or withdraws the confirmation. At most one
 * participant has an identifier confirmed; the other claims stay unverified and no longer resolve. Logged.
 * @throws AppError `participants.account_not_found`, `participants.identifier_not_claimed`,
 * `participants.identifier_taken`, `step_up_required`
 */
export async function confirmIdentifier(
  { database, clock }: Pick<Participants, 'database' | 'clock'>,
  caller: SignedIn,
  id: string,
  { identifier, verified }: { identifier: string; verified: boolean },
  ip: string,
) {
  await commitAsAdministrator({ database, clock }, caller, { target: id, proven: true }, async (tx, target) => {
    const claims = (await listClaims(tx, [id])).get(id) ?? [];
    if (!claims.some((claim) => claim.identifier === identifier))
      throw new AppError(identifierNotClaimed, `${target.username} does not claim the identifier ${identifier}.`);
    const canonical = canonicalParty(identifier);
    const changed = verified
      ? await confirm(tx, { canonical, accountId: id, by: caller.id, at: clock() })
      : await deleteConfirmation(tx, canonical, id);
    if (!changed) return;
    await appendAdminLog(tx, {
      at: clock(),
      actor: caller,
      target: { id, username: target.username },
      action: verified ? 'identifier confirmed' : 'identifier confirmation withdrawn',
      before: { verified: !verified },
      after: { identifier, verified },
      ip,
    });
  });
  return readAdministered(database, id, { now: clock(), emails: true });
}

/** Returns false if it is already confirmed for the account. */
async function confirm(tx: Database, confirmation: Parameters<typeof insertConfirmation>[1]): Promise<boolean> {
  if (await insertConfirmation(tx, confirmation)) return true;
  const owner = (await findConfirmed(tx, [confirmation.canonical])).get(confirmation.canonical);
  if (owner === confirmation.accountId) return false;
  const username = owner === undefined ? undefined : (await findById(tx, owner))?.account.username;
  const message = `This identifier is confirmed for ${username ?? 'another participant'}. Withdraw that first.`;
  throw new AppError(identifierTaken, message, { errors: [{ in: 'body', pointer: '/identifier', message }] });
}
