import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { present } from '#platform/contract/present.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';

/** Returns a new pseudonym of 96 random bits, which reveals nothing about its owner. */
export const newPseudonym = (): string => `owner-${randomBytes(12).toString('hex')}`;

/** Finds the party of an account. */
export async function findPartyOfAccount(db: Database, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('registry_parties')
    .select('party_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.party_id;
}

/** Returns the party of an account, and creates it if the account has none. */
export async function ensurePartyOfAccount(db: Database, accountId: string): Promise<string> {
  await sql`
    insert into registry_parties (party_id, account_id, created_at) values (gen_random_uuid(), ${accountId}, now())
    on conflict (account_id) do nothing
  `.execute(db);
  const found = await findPartyOfAccount(db, accountId);
  if (found === undefined) throw new Error('Broken invariant: the party of an account was just stored');
  return found;
}

/** Returns the pseudonym of a party in a parcel, and stores a new one if it has none there. */
export async function ensureHolder(db: Database, propertyId: string, partyId: string): Promise<string> {
  await sql`
    insert into parcel_holders (holder, property_id, party_id) values (${newPseudonym()}, ${propertyId}, ${partyId})
    on conflict (property_id, party_id) do nothing
  `.execute(db);
  const row = await db
    .selectFrom('parcel_holders')
    .select('holder')
    .where('property_id', '=', propertyId)
    .where('party_id', '=', partyId)
    .executeTakeFirstOrThrow();
  return row.holder;
}

/** Finds the pseudonym of an account in a parcel, even if it no longer owns a part of it. */
export async function findHolderOfAccount(
  db: Database,
  propertyId: string,
  accountId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ holder: string }>`
    select holder from registry_parties join parcel_holders using (party_id)
    where account_id = ${accountId} and property_id = ${propertyId}
  `.execute(db);
  return rows[0]?.holder;
}

/** Reads every pseudonym of an account, including parcels that it no longer owns. */
export async function readHoldersOfAccount(db: Database, accountId: string): Promise<Set<string>> {
  const { rows } = await sql<{ holder: string }>`
    select holder from registry_parties join parcel_holders using (party_id) where account_id = ${accountId}
  `.execute(db);
  return new Set(rows.map((row) => row.holder));
}

/** Finds the block since which an account owns a part of a parcel. */
export async function findAcquired(db: Database, propertyId: string, accountId: string): Promise<number | undefined> {
  const { rows } = await sql<{ acquired: number }>`
    select acquired_index as acquired
    from registry_parties join parcel_holders using (party_id) join parcel_rights using (holder, property_id)
    where account_id = ${accountId} and property_id = ${propertyId}
  `.execute(db);
  return rows[0]?.acquired;
}

/** Reads the party behind each pseudonym of these parcels, by property. */
export async function readPartiesOf(
  db: Database,
  propertyIds: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const { rows } = await sql<{ property_id: string; holder: string; party_id: string }>`
    select property_id, holder, party_id from parcel_holders where property_id = any(${textArray(propertyIds)}::text[])
  `.execute(db);
  const parties = new Map<string, Map<string, string>>(propertyIds.map((id) => [id, new Map()]));
  for (const row of rows) parties.get(row.property_id)?.set(row.holder, row.party_id);
  return parties;
}

/** Reports whether the pseudonym belongs to this parcel. */
export async function isHolder(db: Database, propertyId: string, holder: string): Promise<boolean> {
  const row = await db
    .selectFrom('parcel_holders')
    .select('holder')
    .where('holder', '=', holder)
    .where('property_id', '=', propertyId)
    .executeTakeFirst();
  return row !== undefined;
}

export type KnownOwner = { holder: string; name?: string; contact?: string; accountId?: string };

/** Reads the people behind these pseudonyms. An erased party has neither name nor account. */
export async function readOwners(db: Database, holders: readonly string[]): Promise<KnownOwner[]> {
  const { rows } = await sql<{
    holder: string;
    name: string | null;
    contact: string | null;
    account_id: string | null;
  }>`
    select holder, name, contact, account_id from parcel_holders join registry_parties using (party_id)
    where holder = any(${textArray(holders)}::text[])
  `.execute(db);
  return rows.map(({ holder, name, contact, account_id }) => ({
    holder,
    ...(name === null ? {} : { name }),
    ...(contact === null ? {} : { contact }),
    ...(account_id === null ? {} : { accountId: account_id }),
  }));
}

/** A right of a party, with its parcel. */
export type OwnedRight = {
  readonly propertyId: string;
  readonly holder: string;
  readonly shares: number;
  readonly of: number;
  readonly acquiredAt: string;
  readonly acquiredIndex: number;
};

/** Reads the rights of an account, at most `max`. */
export async function readRightsOfAccount(
  db: Database,
  accountId: string,
  { page, limit, property }: { readonly page: number; readonly limit: number; readonly property?: string | undefined },
): Promise<OwnedRight[]> {
  const { rows } = await sql<OwnedRight>`
    select r.property_id as "propertyId", r.holder, r.shares, p.shares as "of", r.acquired_at as "acquiredAt",
      r.acquired_index as "acquiredIndex"
    from registry_parties join parcel_holders h using (party_id) join parcel_rights r on r.holder = h.holder
    join parcels p on p.property_id = r.property_id
    where account_id = ${accountId} and (${property ?? null}::text is null or r.property_id = ${property ?? null})
    order by r.property_id
    limit ${limit} offset ${(page - 1) * limit}
  `.execute(db);
  return rows;
}

/** Sums all rights of an account, listed or not, in cents. Values are those of its fractions, each rounded down. */
export async function sumRightsOfAccount(db: Database, accountId: string) {
  const { rows } = await sql<{ properties: number; owing: number; owedCents: number; assessedCents: number }>`
    select count(*) as properties, count(*) filter (where owed_cents > 0) as owing,
      coalesce(sum(owed_cents), 0)::bigint as "owedCents",
      coalesce(sum(floor(p.assessed_cents::numeric * r.shares / p.shares)), 0)::bigint as "assessedCents"
    from registry_parties join parcel_holders h using (party_id) join parcel_rights r on r.holder = h.holder
    join parcels p on p.property_id = r.property_id
    where account_id = ${accountId}
  `.execute(db);
  return present(rows[0], 'A sum is one row');
}

/** Counts the accounts that own property. */
export async function countOwningAccounts(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct party_id) as count from registry_parties join parcel_holders using (party_id)
    join parcel_rights using (holder) where account_id is not null
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Reports whether an account owns a part of a parcel. */
export async function owns(db: Database, accountId: string, propertyId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from registry_parties join parcel_holders using (party_id) join parcel_rights using (holder, property_id)
    where account_id = ${accountId} and property_id = ${propertyId} limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Reports whether an account owns a part of a parcel, or of a replacement if it is retired. */
export async function ownsOrSucceeds(db: Database, accountId: string, propertyId: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive lasting as (
      select ${propertyId}::text as property_id
      union select s.successor_id from parcel_successions s join lasting using (property_id)
    )
    select 1 from lasting join parcel_rights using (property_id) join parcel_holders using (holder, property_id)
    join registry_parties using (party_id)
    where account_id = ${accountId} limit 1
  `.execute(db);
  return rows.length > 0;
}

/**
 * Gives a right of a party without an account to an account: its pseudonym in this parcel, and nothing else of that party. Returns
 * false if the party has an account, or the account has another pseudonym in the parcel. Name and contact move too if the account had
 * no party yet, and a party without pseudonyms is removed.
 */
export async function giveRightTo(
  tx: Database,
  holder: string,
  propertyId: string,
  accountId: string,
): Promise<boolean> {
  const partyId = await ensurePartyOfAccount(tx, accountId);
  const { rows } = await sql<{ party_id: string; name: string | null; contact: string | null }>`
    select p.party_id, p.name, p.contact from parcel_holders join registry_parties p using (party_id)
    where holder = ${holder} and property_id = ${propertyId} and account_id is null for update
  `.execute(tx);
  const [before] = rows;
  if (before === undefined) return false;
  const { numAffectedRows } = await sql`
    update parcel_holders set party_id = ${partyId} where holder = ${holder}
    and not exists (select 1 from parcel_holders where property_id = ${propertyId} and party_id = ${partyId})
  `.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`
    update registry_parties set name = coalesce(name, ${before.name}), contact = coalesce(contact, ${before.contact})
    where party_id = ${partyId}
  `.execute(tx);
  await sql`
    delete from registry_parties where party_id = ${before.party_id}
    and not exists (select 1 from parcel_holders where party_id = ${before.party_id})
  `.execute(tx);
  return true;
}

/** Erases the identity of the party behind a pseudonym. Returns when it was first erased, or undefined for an unknown pseudonym. */
export async function eraseParty(tx: Database, holder: string, at: number): Promise<number | undefined> {
  const { rows } = await sql<{ erased_at: string }>`
    update registry_parties set name = null, contact = null, account_id = null,
      erased_at = coalesce(erased_at, to_timestamp(${at} / 1000.0))
    where party_id = (select party_id from parcel_holders where holder = ${holder}) returning erased_at
  `.execute(tx);
  return rows[0] === undefined ? undefined : Date.parse(rows[0].erased_at);
}

/** Reads all pseudonyms of the party behind a pseudonym. */
export async function readHoldersOfParty(db: Database, holder: string): Promise<string[]> {
  const { rows } = await sql<{ holder: string }>`
    select other.holder from parcel_holders one join parcel_holders other using (party_id) where one.holder = ${holder}
  `.execute(db);
  return rows.map((row) => row.holder);
}
