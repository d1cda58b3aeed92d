import type { Account } from '#domains/participants/server/index.ts';
import { divide } from '#domains/registry/contract/title/fractions.ts';
import type { ParcelInput } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Registry } from '../open-registry.ts';
import { type ResolvedOwner, resolveOwner } from '../rights/resolve-owner.ts';
import { planFacts } from './plan-facts.ts';
import { type NewParcel, registration } from './register-parcel.ts';
import { type Nearby, openNearby } from './require-nearby.ts';

type Result = {
  propertyId: string;
  outcome: 'registered' | 'corrected' | 'unchanged' | 'rejected';
  problem?: string;
  blockIndex?: number;
};

/**
 * Registers the parcels of a roll, each independently of the others. A registered parcel with the same facts is skipped,
 * so importing a roll again changes nothing. A registered parcel with other facts is corrected by a new block; its
 * owners stay. Of rows with the same id, only the first counts, and the others are rejected. Results are in the order of the rows.
 */
export async function importRoll(
  registry: Registry,
  caller: Pick<Account, 'username'>,
  parcels: readonly ParcelInput[],
): Promise<Result[]> {
  // Re-importing a registry must not move it elsewhere, but its only parcel may move.
  const nearby = await openNearby(registry.database, parcels.length === 1 ? [parcels[0]?.propertyId ?? ''] : []);
  const first = new Map<string, number>();
  for (const [n, { propertyId }] of parcels.entries()) if (!first.has(propertyId)) first.set(propertyId, n);
  return Promise.all(
    parcels.map((parcel, n) => {
      const earlier = first.get(parcel.propertyId) ?? n;
      return earlier === n ? importParcel(registry, caller, parcel, nearby) : repeated(parcel, earlier);
    }),
  );
}

const repeated = ({ propertyId }: ParcelInput, earlier: number): Result => ({
  propertyId,
  outcome: 'rejected',
  problem: `Row ${earlier + 1} of the request has the same propertyId. Send each property once; a later request can correct it.`,
});

async function importParcel(
  registry: Registry,
  caller: Pick<Account, 'username'>,
  input: ParcelInput,
  nearby: Nearby,
): Promise<Result> {
  const { propertyId, geometry } = input;
  try {
    nearby(propertyId, geometry, '/geometry');
    const prepared = await prepare(registry.database, input);
    const { fresh, index, block } = await registry.requests.append(registration(prepared, caller.username));
    if (!fresh) return { propertyId, outcome: 'unchanged' };
    const isNew = block?.data.action === 'registry.parcel_registered';
    return { propertyId, outcome: isNew ? 'registered' : 'corrected', blockIndex: index };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind.status >= 500) throw error;
    return { propertyId, outcome: 'rejected', problem: error.message };
  }
}

async function prepare(db: Database, { owners, ...plan }: ParcelInput): Promise<NewParcel> {
  const resolved: ResolvedOwner[] = [];
  for (const { owner } of owners) resolved.push(await resolveOwner(db, plan.propertyId, owner));
  const fractions = owners.map(({ fraction }, n) => ({ ...fraction, holder: resolved[n]?.holder ?? '' }));
  return {
    ...planFacts(plan),
    division: divide(fractions),
    holders: resolved.flatMap(({ added }) => added ?? []),
  };
}
