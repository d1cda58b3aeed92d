import { sql } from 'kysely';
import type { PropertyStatus } from '#domains/registry/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { compareTitles, DamagedTitle } from './compare-titles.ts';

/** An owned part of a parcel. */
export type TitlePart = {
  /** The pseudonym in this parcel; `city` is the municipality. It stays when an account claims the part. */
  readonly holder: string;
  readonly shares: number;
  readonly acquiredIndex: number;
  /** The account of the owner, if it has one. */
  readonly accountId: string | null;
};

export type Title = {
  readonly status: PropertyStatus;
  /** The newest block that changed the owners. */
  readonly titleIndex: number;
  /** Older parts first. Empty for a retired parcel. */
  readonly parts: readonly TitlePart[];
};

/**
 * Reads the owners of a parcel, or returns undefined for an unknown one. After `lockHead`, no transfer can commit in between.
 *
 * @throws DamagedTitle if the stored owners differ from what the newest block of the title states
 */
export async function readTitle(db: Database, propertyId: string): Promise<Title | undefined> {
  const { rows } = await sql<{
    status: PropertyStatus;
    all_shares: number;
    title_index: number;
    holder: string | null;
    shares: number;
    acquired_index: number;
    account_id: string | null;
  }>`
    select p.status, p.shares as all_shares, p.title_index, r.holder, r.shares, r.acquired_index, party.account_id
    from parcels p left join parcel_rights r using (property_id)
    left join parcel_holders h on h.holder = r.holder left join registry_parties party on party.party_id = h.party_id
    where p.property_id = ${propertyId} order by r.acquired_index, r.holder
  `.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  const rights = new Map(rows.flatMap(({ holder, shares }) => (holder === null ? [] : [[holder, { shares }]])));
  const stored = { propertyId, status: first.status, shares: first.all_shares, titleIndex: first.title_index, rights };
  const problem = (await compareTitles(db, [stored])).get(propertyId);
  if (problem !== undefined) throw new DamagedTitle(propertyId, problem);
  return {
    status: first.status,
    titleIndex: first.title_index,
    parts: rows.flatMap(({ holder, shares, acquired_index, account_id }) =>
      holder === null ? [] : [{ holder, shares, acquiredIndex: acquired_index, accountId: account_id }],
    ),
  };
}
