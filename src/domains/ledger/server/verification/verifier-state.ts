import { type CompactRange, createTreeAccumulator, fromHex, toHex } from '@cairn/ledger-proof';
import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { nodeSha256 } from '../seal-blocks.ts';
import { type ChainFault, GENESIS_LINK, type Link } from './check-blocks.ts';

/** The verified prefix of the chain: its last block, and the right edge of its Merkle tree. */
export type VerifiedPrefix = { readonly link: Link; readonly range: CompactRange };

export const EMPTY_PREFIX: VerifiedPrefix = { link: GENESIS_LINK, range: { size: 0n, hashes: [] } };

/** The state that the verifier last stored, for all processes to read. */
export type VerifierRecord = {
  readonly verifiedLength: number;
  readonly checkedAt: string;
  readonly fault: ChainFault | undefined;
  readonly state: string | null;
};

const LEASE_SECONDS = 10;

/** Acquires or renews the verifier's lease for ten seconds. Returns false while another process holds it. */
export async function takeLease(db: Database, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ledger_verifier set holder = ${holder}::uuid, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where holder = ${holder}::uuid or lease_until < clock_timestamp()
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Releases the lease, so that another process can verify immediately. */
export async function releaseLease(db: Database, holder: string): Promise<void> {
  await sql`update ledger_verifier set lease_until = '-infinity' where holder = ${holder}::uuid`.execute(db);
}

export async function readVerifierRecord(db: Database): Promise<VerifierRecord> {
  const row = await db
    .selectFrom('ledger_verifier')
    .select(['verified_length', 'checked_at', 'problem', 'problem_index', 'state'])
    .executeTakeFirstOrThrow();
  return {
    verifiedLength: row.verified_length,
    checkedAt: row.checked_at,
    fault: row.problem === null ? undefined : { index: row.problem_index ?? 0, message: row.problem },
    state: row.state,
  };
}

/** Stores the verdict with the current time. */
export async function writeVerdict(db: Database, fault: ChainFault | undefined): Promise<void> {
  await sql`
    update ledger_verifier
    set checked_at = clock_timestamp(), problem = ${fault?.message ?? null}, problem_index = ${fault?.index ?? null}
  `.execute(db);
}

/** Stores how far blocks are verified and signed, in the transaction of their checkpoint. */
export async function writePrefix(tx: Database, prefix: VerifiedPrefix): Promise<void> {
  await tx
    .updateTable('ledger_verifier')
    .set({ verified_length: Number(prefix.range.size), state: formatPrefix(prefix) })
    .execute();
}

function formatPrefix(prefix: VerifiedPrefix): string {
  return JSON.stringify(toText(prefix));
}

const toText = ({ link, range }: VerifiedPrefix) => ({
  size: String(range.size),
  hashes: range.hashes.map(toHex),
  lastHash: link.hash.toString('hex'),
  lastTimestamp: link.timestamp,
});

/** Parses a prefix, or returns undefined. It is not trusted before its root was compared. */
export function parsePrefix(text: string | null): VerifiedPrefix | undefined {
  if (text === null) return undefined;
  try {
    const { size, hashes, lastHash, lastTimestamp } = JSON.parse(text) as ReturnType<typeof toText>;
    const range = { size: BigInt(size), hashes: hashes.map(fromHex) };
    createTreeAccumulator({ from: range, sha256: nodeSha256 });
    return { range, link: { hash: Buffer.from(lastHash, 'hex'), timestamp: Number(lastTimestamp) } };
  } catch {
    return undefined;
  }
}

/** Returns the Merkle root of a prefix. */
export const rootOf = (prefix: VerifiedPrefix): Uint8Array =>
  createTreeAccumulator({ from: prefix.range, sha256: nodeSha256 }).root();

/** Reports whether the last block of `prefix` is stored with the hash and timestamp that the prefix continues from. */
export async function endsAtStoredBlock(db: Database, { link, range }: VerifiedPrefix): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select(['hash', 'timestamp'])
    .where('index', '=', Number(range.size) - 1)
    .executeTakeFirst();
  return row?.timestamp === link.timestamp && row.hash.equals(link.hash);
}
