import { randomBytes } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { hexOf } from './calls/call-rows.ts';

type Hex = `0x${string}`;

/** Whose shares are: an account, or an owner without one under the pseudonym in its parcel (`city` is the municipality). */
export type Owner = { readonly accountId: string } | { readonly holder: string };

/** An owner as the chain knows it. */
export type Custody = { readonly id: Buffer; readonly address: Hex };

/** Returns the address of a custody id, as `PropertyShares.custodyOf` does: the last 20 bytes of the keccak-256 of the id. */
export const custodyAddress = (id: Uint8Array): Hex => hexOf(keccak_256(id).slice(-20));

/** Returns the custody of an owner, and opens it if there is none. Its id is random, so its address names nobody. */
export async function ensureCustody(tx: Database, owner: Owner): Promise<Custody> {
  const id = randomBytes(32);
  const [accountId, holder] = 'accountId' in owner ? [owner.accountId, null] : [null, owner.holder];
  await sql`
    insert into market_accounts (custody_id, address, account_id, holder)
    values (${id}, ${Buffer.from(custodyAddress(id).slice(2), 'hex')}, ${accountId}, ${holder}) on conflict do nothing
  `.execute(tx);
  const { rows } = await sql<{ custody_id: Buffer; address: Buffer }>`
    select custody_id, address from market_accounts where account_id = ${accountId}::uuid or holder = ${holder}
  `.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new Error('Broken invariant: the custody was just stored');
  return { id: found.custody_id, address: hexOf(found.address) };
}
