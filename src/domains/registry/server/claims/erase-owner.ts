import { eraseStatements } from '../appeals/appeals.ts';
import { deleteNoticesOf } from '../notices/recipients.ts';
import type { Registry } from '../open-registry.ts';
import { eraseParty, readHoldersOfParty } from '../rights/parties.ts';
import { voidCodes } from './claim-codes.ts';
import { noSuchOwner } from './issue-code.ts';

/**
 * Erases the name, contact, account and notices of an owner and the statements of its appeals, in every property. The pseudonyms stay,
 * because blocks name them, but they can no longer be resolved. Erasing again changes nothing.
 *
 * @throws AppError `registry.owner_not_found`
 */
export async function eraseOwner({ database, clock }: Registry, holder: string): Promise<{ erasedAt: string }> {
  const at = clock();
  const erasedAt = await database.transaction().execute(async (tx) => {
    await deleteNoticesOf(tx, holder);
    const erased = await eraseParty(tx, holder, at);
    if (erased === undefined) return undefined;
    const holders = await readHoldersOfParty(tx, holder);
    await voidCodes(tx, holders, at);
    await eraseStatements(tx, holders);
    return erased;
  });
  if (erasedAt === undefined) throw noSuchOwner(holder);
  return { erasedAt: new Date(erasedAt).toISOString() };
}
