import { formatCheckpoint, type NoteSigner, signNote } from '@cairn/ledger-proof';
import type { Database } from '#platform/server/database/database.ts';

/** Returns the signed note over a tree of `size` leaves with this root. */
export function signCheckpoint(signer: NoteSigner, tree: { size: bigint; root: Uint8Array }): Promise<string> {
  return signNote(formatCheckpoint({ origin: signer.key.name, ...tree }), [signer]);
}

/** Returns the last checkpoint, or the one over exactly `size` blocks. */
export async function readCheckpoint(db: Database, size?: number): Promise<{ size: number; note: string } | undefined> {
  const query = db.selectFrom('checkpoints').select(['size', 'note']);
  return size === undefined
    ? query.orderBy('size', 'desc').limit(1).executeTakeFirst()
    : query.where('size', '=', size).executeTakeFirst();
}

/** Returns when the last checkpoint was signed, or undefined before the first. */
export async function readLastSigned(db: Database): Promise<string | undefined> {
  const last = await db
    .selectFrom('checkpoints')
    .select('published_at')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.published_at;
}

/** Returns the checkpoints over more than `above` and at most `upTo` blocks, ascending. */
export function readCheckpointsBetween(
  db: Database,
  above: number,
  upTo: number,
): Promise<{ size: number; note: string }[]> {
  return db
    .selectFrom('checkpoints')
    .select(['size', 'note'])
    .where('size', '>', above)
    .where('size', '<=', upTo)
    .orderBy('size')
    .execute();
}

/** Returns at most `limit` checkpoints over more than `above` blocks, ascending. */
export function readCheckpointsAbove(
  db: Database,
  above: number,
  limit: number,
): Promise<{ size: number; note: string }[]> {
  return db
    .selectFrom('checkpoints')
    .select(['size', 'note'])
    .where('size', '>', above)
    .orderBy('size')
    .limit(limit)
    .execute();
}

/** Stores a checkpoint. An existing one of the same size stays as first published. */
export async function storeCheckpoint(tx: Database, size: number, note: string): Promise<void> {
  await tx
    .insertInto('checkpoints')
    .values({ size, note, published_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('size').doNothing())
    .execute();
}
