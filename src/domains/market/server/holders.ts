import { randomBytes } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { sql } from 'kysely';
import type { Account } from '#domains/participants/server/index.ts';
import { CITY } from '#domains/registry/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { hexOf } from './calls/call-rows.ts';

type Hex = `0x${string}`;

/** An owner of shares: an account, or an owner without one under the pseudonym in its parcel (`city` is the municipality). */
export type Owner = { readonly accountId: string } | { readonly holder: string };

/** The holder of cash that was distributed and not claimed yet. */
export const INCOME_POOL = 'income';

/** An owner as it appears on the chain. */
export type Custody = { readonly id: Buffer; readonly address: Hex };

/** Returns the address of a custody id, as `PropertyShares.custodyOf` does: the last 20 bytes of the keccak-256 of the id. */
export const custodyAddress = (id: Uint8Array): Hex => hexOf(keccak_256(id).slice(-20));

/** Returns the custody of an owner, and opens it if there is none. Its id is random, so its address reveals no identity. */
export async function ensureCustody(db: Database, owner: Owner): Promise<Custody> {
  const known = await findCustody(db, owner);
  if (known !== undefined) return known;
  const id = randomBytes(32);
  const [accountId, holder] = 'accountId' in owner ? [owner.accountId, null] : [null, owner.holder];
  await sql`
    with opened as (
      insert into market_accounts (custody_id, address, account_id, holder)
      values (${id}, ${Buffer.from(custodyAddress(id).slice(2), 'hex')}, ${accountId}, ${holder}) on conflict do nothing
      returning custody_id
    ) insert into market_cash (custody_id) select custody_id from opened
  `.execute(db);
  // Another request may have opened it first.
  const opened = await findCustody(db, owner);
  if (opened === undefined) throw new Error('Broken invariant: the custody was just stored');
  return opened;
}

/** Finds the custody of an owner. */
export async function findCustody(db: Database, owner: Owner): Promise<Custody | undefined> {
  const where = 'accountId' in owner ? sql`account_id = ${owner.accountId}::uuid` : sql`holder = ${owner.holder}`;
  const { rows } = await sql<{ custody_id: Buffer; address: Buffer }>`
    select custody_id, address from market_accounts where ${where}
  `.execute(db);
  const [found] = rows;
  return found && { id: found.custody_id, address: hexOf(found.address) };
}

/** Returns the owner that an account trades for: itself, or the municipality. */
export const traderOf = ({ id, role }: Pick<Account, 'id' | 'role'>): Owner =>
  role === 'government' ? { holder: CITY } : { accountId: id };
