import { sql } from 'kysely';
import { appendBlocks } from '#domains/ledger/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { billingBlockTypes } from '../billing-block-types.ts';
import { hashJson } from '../hash-json.ts';

/** An invite as stored, and what the blocks state of it. */
export type StatedInvite = {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly payerId: string;
  readonly kind: string;
  readonly email: string | null;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
  readonly isOpen: boolean;
  /** Null for an invite of no block. */
  readonly index: number | null;
  readonly sha256: string | null;
  readonly endedIndex: number | null;
};

/** Returns the SHA-256, in hex, of an invite as canonical JSON (RFC 8785). The hash of its token keeps the rest from being guessed. */
const hashInvite = ({ id, tokenHash, payerId, kind, email, expiresAt }: StatedInvite): string =>
  hashJson({ id, tokenHash: tokenHash.toString('hex'), payerId, kind, email, expiresAt });

/** Reads invites with the blocks about them, by their ids: these, or a page of all. */
export async function readInvites(
  db: Database,
  { ids, after, limit }: { ids?: readonly string[]; after?: string | undefined; limit?: number },
): Promise<StatedInvite[]> {
  const { rows } = await sql<StatedInvite>`
    select invite_id as id, token_hash as "tokenHash", payer_id as "payerId", kind, email,
      (extract(epoch from expires_at) * 1000)::bigint as "expiresAt", used_at is null and revoked_at is null as "isOpen",
      made.index, made.data::jsonb->>'sha256' as sha256, ended.index as "endedIndex"
    from billing_invites
    left join ledger_blocks made on made.domain = 'billing' and made.action = 'billing.invite_made'
      and made.data::jsonb->>'invite' = invite_id::text
    left join ledger_blocks ended on ended.domain = 'billing' and ended.action = 'billing.invite_ended'
      and ended.data::jsonb->>'invite' = invite_id::text
    where (${ids ?? null}::uuid[] is null or invite_id = any(${ids ?? null}::uuid[]))
      and (${after ?? null}::uuid is null or invite_id > ${after ?? null}::uuid)
    order by invite_id limit ${limit ?? null}
  `.execute(db);
  return rows;
}

/** Describes how a stored invite differs from its blocks, or returns undefined. */
export function describeAlteredInvite(invite: StatedInvite): string | undefined {
  const { index, sha256, endedIndex, isOpen } = invite;
  // One that ended before invites were stated is of no block.
  if (index === null) return isOpen ? 'is of no block' : undefined;
  if (hashInvite(invite) !== sha256) return `differs from the hash in block ${index}`;
  if (isOpen && endedIndex !== null) return `is open, and block ${endedIndex} states its end`;
  return !isOpen && endedIndex === null ? 'has an end that no block states' : undefined;
}

/** States a stored invite in a block, which names it by its random id, in the transaction that stored it. */
export async function stateInvite(tx: Database, id: string, clock: Clock): Promise<void> {
  const invite = present((await readInvites(tx, { ids: [id] }))[0], 'The transaction stored it');
  const draft = billingBlockTypes.draft({ action: 'billing.invite_made', invite: id, sha256: hashInvite(invite) });
  await appendBlocks(tx, [draft], clock);
}

/**
 * States that an invite was used or revoked, in the transaction that did so. An end is stated once.
 *
 * @throws DamagedInvite
 */
export async function stateEnd(tx: Database, id: string, clock: Clock): Promise<void> {
  const [invite] = await readInvites(tx, { ids: [id] });
  const ended = invite?.endedIndex ?? null;
  if (ended !== null) throw new DamagedInvite(id, `was open, and block ${ended} states its end`);
  await appendBlocks(tx, [billingBlockTypes.draft({ action: 'billing.invite_ended', invite: id })], clock);
}

/**
 * Requires that an invite is as the blocks state it, open or ended.
 *
 * @throws DamagedInvite
 */
export async function requireGenuineInvite(db: Database, id: string): Promise<void> {
  const [invite] = await readInvites(db, { ids: [id] });
  const problem = invite && describeAlteredInvite(invite);
  if (problem !== undefined) throw new DamagedInvite(id, problem);
}

/** Thrown if an invite differs from the blocks: nobody joins a team by it. */
export class DamagedInvite extends AppError {
  constructor(id: string, problem: string) {
    super(unavailable, 'This invite differs from the blocks, so nobody joins a team by it.', {
      hint: 'Ask for a new one. The operator of this server compares the records with the blocks: cairn rebuild --check.',
      cause: new Error(`The invite ${id} ${problem}`),
    });
  }
}
