import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { INVITE_DAYS, INVITES_MAX, type Invite, type InviteKind } from '#domains/billing/contract.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { stateEnd, stateInvite } from './state-invites.ts';

export type FoundInvite = {
  readonly id: string;
  readonly payerId: string;
  readonly kind: InviteKind;
  readonly expiresAt: string;
  readonly usedBy: string | null;
};

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const columns = sql`invite_id as id, kind, email, created_at as "createdAt", expires_at as "expiresAt"`;
const isOpen = (now: number) =>
  sql`used_at is null and revoked_at is null and expires_at > ${new Date(now).toISOString()}`;

/** Stores an invite with the hash of a new token of 256 bits and its block, and returns invite and token. Undefined if too many are open. */
export async function insertInvite(
  tx: Database,
  { payerId, kind, email, clock }: { payerId: string; kind: InviteKind; email: string | null; clock: Clock },
): Promise<{ invite: Invite; token: string } | undefined> {
  const now = clock();
  // Serializes concurrent requests of one account, so that the count is exact.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing-invites ${payerId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ open: number }>`
    select count(*)::bigint as open from billing_invites where payer_id = ${payerId} and ${isOpen(now)}
  `.execute(tx);
  if ((rows[0]?.open ?? 0) >= INVITES_MAX) return undefined;
  const token = randomBytes(32).toString('base64url');
  const invite = {
    ...{ id: randomUUID(), kind, email, createdAt: new Date(now).toISOString() },
    expiresAt: new Date(now + INVITE_DAYS * 86_400_000).toISOString(),
  };
  await sql`
    insert into billing_invites (invite_id, token_hash, payer_id, kind, email, created_at, expires_at)
    values (${invite.id}, ${hashOf(token)}, ${payerId}, ${kind}, ${email}, ${invite.createdAt}, ${invite.expiresAt})
  `.execute(tx);
  await stateInvite(tx, invite.id, clock);
  return { invite, token };
}

/** Returns the open invites of an account, the newest first. */
export async function listInvites(db: Database, payerId: string, now: number): Promise<Invite[]> {
  const { rows } = await sql<Invite>`
    select ${columns} from billing_invites where payer_id = ${payerId} and ${isOpen(now)}
    order by created_at desc, invite_id limit ${INVITES_MAX}
  `.execute(db);
  return rows;
}

/** Finds the invite of a token that is open, or that was used. */
export async function findInvite(db: Database, token: string, now: number): Promise<FoundInvite | undefined> {
  const { rows } = await sql<FoundInvite>`
    select invite_id as id, payer_id as "payerId", kind, expires_at as "expiresAt", used_by as "usedBy" from billing_invites
    where token_hash = ${hashOf(token)} and (used_by is not null or (${isOpen(now)}))
  `.execute(db);
  return rows[0];
}

/** Marks an open invite as used. Returns false if another caller used it, or if it ended meanwhile. */
export async function useInvite(tx: Database, id: string, by: string, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update billing_invites set used_at = ${new Date(now).toISOString()}, used_by = ${by}
    where invite_id = ${id} and ${isOpen(now)}
  `.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Ends an open invite. Returns false if the account has none with this id.
 *
 * @throws DamagedInvite for one that a block has ended
 */
export function endInvite(db: Database, id: string, payerId: string, clock: Clock): Promise<boolean> {
  const now = clock();
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update billing_invites set revoked_at = ${new Date(now).toISOString()}
      where invite_id = ${id} and payer_id = ${payerId} and ${isOpen(now)}
    `.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await stateEnd(tx, id, clock);
    return true;
  });
}
