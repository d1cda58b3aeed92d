import { holds } from '#domains/participants/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { canRunRegistry, type Exemption } from '#domains/registry/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findAcquired } from '../rights/parties.ts';
import { readExemptions } from './exemptions.ts';

/**
 * Reads the exemptions of a parcel, newest first. Kind, amount and reasons of exemptions granted before the caller owned the parcel are
 * left out, because they may reveal facts about an earlier owner; the government sees all.
 */
export async function readVisibleExemptions(db: Database, caller: Account, propertyId: string): Promise<Exemption[]> {
  const [exemptions, acquired] = await Promise.all([
    readExemptions(db, [propertyId]),
    holds(caller, canRunRegistry) ? 0 : findAcquired(db, propertyId, caller.id),
  ]);
  return (exemptions.get(propertyId) ?? []).toReversed().map(({ propertyId: _, commitmentKey: __, ...exemption }) => {
    const isOwn = acquired !== undefined && exemption.grantedIndex >= acquired;
    return isOwn
      ? exemption
      : { ...exemption, kind: null, cents: null, basisPoints: null, reason: null, endReason: null };
  });
}
