import { sql } from 'kysely';
import type { HeldMoney } from '#domains/payments/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

/** All SQL statements about held money. */

export type HeldMethod = 'usdc' | 'eth' | 'fiat';
export type HeldAct = 'settle' | 'receive' | 'return';

/** Times are milliseconds since the epoch. */
export type HeldRow = {
  readonly heldId: string;
  readonly method: HeldMethod;
  readonly origin: string;
  readonly cents: number;
  readonly cameFor: string | null;
  readonly arrivedAt: string;
  readonly state: HeldMoney['state'];
  readonly act: HeldAct | null;
  readonly kind: string | null;
  readonly subject: string | null;
  readonly paymentId: string | null;
  readonly reason: string | null;
  readonly returnHash: string | null;
  readonly round: number;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly heldIndex: number | null;
  readonly blockIndex: number | null;
};

const columns = sql`
  held_id as "heldId", method, origin, cents, came_for as "cameFor", arrived_at as "arrivedAt", state, act, kind, subject,
  payment_id as "paymentId", reason, return_hash as "returnHash", round, decided_by as "decidedBy", decided_at as "decidedAt",
  held_index as "heldIndex", block_index as "blockIndex"
`;
const time = (milliseconds: number) => sql`to_timestamp(${milliseconds}::float8 / 1000.0)`;

export type NewHeld = Pick<HeldRow, 'method' | 'origin' | 'cents' | 'cameFor'> & { readonly arrivedAt: number };

/** Stores money as held. Money of the same origin is held once. */
export async function insertHeld(db: Database, one: NewHeld): Promise<void> {
  await sql`
    insert into held_money (held_id, method, origin, cents, came_for, arrived_at, state)
    values (gen_random_uuid(), ${one.method}, ${one.origin}, ${one.cents}, ${one.cameFor}, ${time(one.arrivedAt)}, 'booking')
    on conflict (origin) do nothing
  `.execute(db);
}

export async function findHeld(db: Database, heldId: string): Promise<HeldRow | undefined> {
  const { rows } = await sql<HeldRow>`select ${columns} from held_money where held_id = ${heldId}::uuid`.execute(db);
  return rows[0];
}

export async function findHeldByOrigin(db: Database, origin: string): Promise<HeldRow | undefined> {
  const { rows } = await sql<HeldRow>`select ${columns} from held_money where origin = ${origin}`.execute(db);
  return rows[0];
}

/** Reads money that is not in the books yet, and decisions older than `before` that were not carried out. */
export async function readUnfinishedHeld(db: Database, before: number, limit: number): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select ${columns} from held_money where state = 'booking' or (state = 'acting' and decided_at <= ${time(before)})
    order by arrived_at, held_id limit ${limit}
  `.execute(db);
  return rows;
}

/** Stores the block that put money into suspense. */
export async function storeBooked(db: Database, heldId: string, index: number): Promise<void> {
  await sql`
    update held_money set state = 'held', held_index = ${index} where held_id = ${heldId}::uuid and state = 'booking'
  `.execute(db);
}

export type HeldDecision = Pick<HeldRow, 'kind' | 'subject' | 'paymentId' | 'reason' | 'returnHash' | 'decidedBy'> & {
  readonly act: HeldAct;
  readonly at: number;
};

/** Claims money for a decision. Undefined unless it is held: of two concurrent decisions, one gets it. */
export async function claimHeld(db: Database, heldId: string, decision: HeldDecision): Promise<HeldRow | undefined> {
  const { rows } = await sql<HeldRow>`
    update held_money set state = 'acting', act = ${decision.act}, kind = ${decision.kind}, subject = ${decision.subject},
      payment_id = ${decision.paymentId}, reason = ${decision.reason}, return_hash = ${decision.returnHash}, round = round + 1,
      decided_by = ${decision.decidedBy}, decided_at = ${time(decision.at)}
    where held_id = ${heldId}::uuid and state = 'held'
      and not exists (select 1 from held_money other where other.return_hash = ${decision.returnHash})
    returning ${columns}
  `.execute(db);
  return rows[0];
}

/** Reports whether a transaction is named as the return of other money. */
export async function isReturnOfOther(db: Database, heldId: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from held_money where return_hash = ${hash} and held_id <> ${heldId}::uuid
  `.execute(db);
  return rows.length > 0;
}

/** Holds money again after its decision was refused. */
export async function releaseHeld(db: Database, { heldId, round }: HeldRow): Promise<void> {
  await sql`
    update held_money set state = 'held', act = null, kind = null, subject = null, payment_id = null, reason = null,
      return_hash = null, decided_by = null, decided_at = null
    where held_id = ${heldId}::uuid and state = 'acting' and round = ${round}
  `.execute(db);
}

/** Stores that a decision was carried out, unless another process has. */
export async function storeDecided(
  db: Database,
  { heldId, round }: HeldRow,
  outcome: { state: 'assigned' | 'returned'; paymentId: string | null; blockIndex: number | null },
): Promise<void> {
  await sql`
    update held_money set state = ${outcome.state}, payment_id = ${outcome.paymentId}, block_index = ${outcome.blockIndex}
    where held_id = ${heldId}::uuid and state = 'acting' and round = ${round}
  `.execute(db);
}

/** Reads held money, newest first, with the number of rows and the total that is open. */
export async function listHeld(
  db: Database,
  show: 'open' | 'decided',
  { page, limit }: { page: number; limit: number },
) {
  const states = show === 'open' ? ['booking', 'held', 'acting'] : ['assigned', 'returned'];
  const [{ rows }, sums] = await Promise.all([
    sql<HeldRow>`
      select ${columns} from held_money where state = any(${states}::text[]) order by arrived_at desc, held_id
      limit ${limit} offset ${(page - 1) * limit}
    `.execute(db),
    sql<{ total: number; open: string }>`
      select (count(*) filter (where state = any(${states}::text[])))::int as total,
        coalesce(sum(cents) filter (where state in ('held', 'acting')), 0)::text as open
      from held_money
    `.execute(db),
  ]);
  return { rows, total: sums.rows[0]?.total ?? 0, openCents: Number(sums.rows[0]?.open ?? 0) };
}
