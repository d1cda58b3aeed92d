import { randomUUID } from 'node:crypto';
import { findByUsername } from '#domains/participants/server/index.ts';
import { CITY } from '#domains/registry/contract/title/city.ts';
import type { Owner } from '#domains/registry/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { NewHolder } from '../registry-state.ts';
import { ensureHolder, ensurePartyOfAccount, isHolder, newPseudonym } from './parties.ts';

/** A holder in one parcel, and the rows to store if it is new there. */
export type ResolvedOwner = { readonly holder: string; readonly added?: NewHolder | undefined };

/**
 * Returns the pseudonym of an owner in a parcel. An account keeps its pseudonym there; a name without an
 * account is a new party, because two people may have the same name.
 *
 * @throws AppError `request.invalid` when no account has the username
 */
export async function resolveOwner(
  db: Database,
  propertyId: string,
  owner: Owner | { readonly holder: string },
): Promise<ResolvedOwner> {
  if ('city' in owner) return { holder: CITY };
  if ('holder' in owner) return { holder: await requireHolder(db, propertyId, owner.holder) };
  if ('name' in owner) {
    const holder = newPseudonym();
    const party = { name: owner.name, contact: owner.contact };
    return { holder, added: { holder, propertyId, partyId: randomUUID(), party } };
  }
  const found = await findByUsername(db, owner.username);
  if (found === undefined)
    throw new AppError(validationFailed, `Account ${owner.username} was not found.`, {
      hint: 'Give the name of an owner without an account instead.',
      errors: [{ in: 'body', pointer: '/to/username', message: `account ${owner.username} was not found` }],
    });
  return { holder: await ensureHolder(db, propertyId, await ensurePartyOfAccount(db, found.account.id)) };
}

async function requireHolder(db: Database, propertyId: string, holder: string): Promise<string> {
  if (holder === CITY || (await isHolder(db, propertyId, holder))) return holder;
  throw new AppError(validationFailed, `${holder} is not a pseudonym in ${propertyId}.`, {
    errors: [{ in: 'body', pointer: '/to/holder', message: `${holder} is not a pseudonym in ${propertyId}` }],
  });
}
