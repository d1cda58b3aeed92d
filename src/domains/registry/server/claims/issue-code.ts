import { hash, randomInt } from 'node:crypto';
import type { Account } from '#domains/participants/server/index.ts';
import { claimRefused, ownerNotFound } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { noSuchProperty } from '../require-parcel.ts';
import { isHolder, readOwners } from '../rights/parties.ts';
import { replaceCode } from './claim-codes.ts';

/** Without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 5;
const VALID_MILLISECONDS = 60 * 86_400_000;
const TRIES_MAX = 100;

/** Returns the group by which a code is looked up. The other groups are 80 random bits. */
export const selectorOf = (code: string): string => code.slice(0, 4);
export const hashOf = (code: string): Buffer => hash('sha256', code, 'buffer');

/**
 * Issues a code for an owner without an account, and returns it. Only its hash is stored.
 *
 * @throws AppError `registry.property_not_found`, `registry.owner_not_found`, `registry.claim_refused` for an owner with an account
 */
export async function issueCode(registry: Registry, caller: Account, propertyId: string, holder: string) {
  const { database, clock } = registry;
  if ((await findProperties(database, [propertyId])).length === 0) throw noSuchProperty(propertyId);
  if (!(await isHolder(database, propertyId, holder))) throw noSuchOwner(holder);
  const [owner] = await readOwners(database, [holder]);
  if (owner?.accountId !== undefined)
    throw new AppError(claimRefused, 'This owner already has an account.', {
      hint: 'The property is listed in the portal of that account.',
    });
  const at = clock();
  const expiresAt = at + VALID_MILLISECONDS;
  // There are a million selectors, so in a city with many open codes that of a new code is often taken.
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const groups = Array.from({ length: GROUPS }, newGroup);
    const code = groups.join('');
    const stored = { selector: selectorOf(code), codeHash: hashOf(code), holder, propertyId, expiresAt };
    const isStored = await database
      .transaction()
      .execute((tx) => replaceCode(tx, stored, { user: caller.username, at }));
    if (isStored) return { code: groups.join('-'), holder, expiresAt: new Date(expiresAt).toISOString() };
  }
  throw new Error('Almost every selector of a claim code is taken');
}

const newGroup = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const noSuchOwner = (holder: string) =>
  new AppError(ownerNotFound, `Owner ${holder} was not found.`, { hint: 'The page of the property lists its owners.' });
