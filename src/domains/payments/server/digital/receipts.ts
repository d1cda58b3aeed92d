import { sql } from 'kysely';
import type { VerificationCode } from '#domains/payments/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

/** All SQL statements about the transfers that reached the treasury. */

type Hex = `0x${string}`;

/** The maximum number of transfers in a block. Money beyond them waits for a person. */
export const TRANSFERS_MAX = 100;

export type ReceiptState = 'seen' | 'counted' | 'unassigned' | 'reversed' | 'assigned' | 'returned';

/** A transfer to the treasury. Times are milliseconds since the epoch. */
export type Receipt = {
  readonly chainId: number;
  readonly hash: Hex;
  readonly position: number;
  readonly paymentId: string | null;
  readonly method: 'usdc' | 'eth';
  readonly payer: Hex;
  readonly units: bigint;
  readonly cents: number | null;
  readonly block: number;
  readonly blockHash: Hex;
  readonly blockAt: number;
  readonly state: ReceiptState;
  readonly code: VerificationCode;
  readonly isFinal: boolean;
};

/**
 * A transfer on a chain that backs a payment. `units` are units of USDC, or wei. Without `cents`, a person stated what the transfers are worth
 * together.
 */
export type PaidTransfer = Pick<Receipt, 'chainId' | 'hash' | 'position' | 'units'> & {
  readonly cents?: number;
  readonly rate?: { readonly centsPerEth: number; readonly blockIndex: number };
};

const time = (milliseconds: number) => sql`to_timestamp(${milliseconds}::float8 / 1000.0)`;

/**
 * Claims a transfer for a payment, and returns the payment that it belongs to: of concurrent claims, the database accepts one.
 * A transfer that the payment claimed before is updated to its current block.
 */
export async function claimReceipt(database: Database, receipt: Omit<Receipt, 'isFinal'>, now: number) {
  const { rows } = await sql<{ paymentId: string | null; state: ReceiptState }>`
    insert into digital_receipts (
      chain_id, tx_hash, log_position, payment_id, method, payer, units, cents, block_number, block_hash, block_at, state, code,
      seen_at
    ) values (
      ${receipt.chainId}, ${receipt.hash}, ${receipt.position}, ${receipt.paymentId}, ${receipt.method}, ${receipt.payer},
      ${receipt.units.toString()}::numeric, ${receipt.cents}, ${receipt.block}, ${receipt.blockHash}, ${time(receipt.blockAt)},
      ${receipt.state}, ${receipt.code}, ${time(now)}
    )
    on conflict (chain_id, tx_hash, log_position) do update set
      block_number = excluded.block_number, block_hash = excluded.block_hash, block_at = excluded.block_at,
      cents = case when digital_receipts.state = 'seen' then excluded.cents else digital_receipts.cents end,
      code = case when digital_receipts.state = 'seen' then excluded.code else digital_receipts.code end,
      state = case
        when digital_receipts.state = 'seen' then excluded.state
        -- It is back on the chain after its payment was taken back.
        when digital_receipts.state = 'reversed' then 'unassigned' else digital_receipts.state end
      where digital_receipts.payment_id is not distinct from excluded.payment_id
    returning payment_id as "paymentId", state
  `.execute(database);
  return rows[0];
}

type Row = Omit<Receipt, 'units' | 'blockAt'> & { units: string; blockAt: string };

const selected = sql`
  select chain_id as "chainId", tx_hash as hash, log_position as position, payment_id as "paymentId", method, payer,
    units::text as units, cents, block_number as block, block_hash as "blockHash", block_at as "blockAt", state, code,
    is_final as "isFinal"
  from digital_receipts
`;

const toReceipt = (row: Row): Receipt => ({ ...row, units: BigInt(row.units), blockAt: Date.parse(row.blockAt) });

/** Reads the transfers of a payment, oldest first. */
export async function readReceipts(database: Database, paymentId: string): Promise<Receipt[]> {
  const { rows } = await sql<Row>`
    ${selected} where payment_id = ${paymentId} order by block_number, tx_hash, log_position
  `.execute(database);
  return rows.map(toReceipt);
}

/** Reads the transfers of a transaction. */
export async function readReceiptsOf(database: Database, chainId: number, hash: string): Promise<Receipt[]> {
  const { rows } = await sql<Row>`
    ${selected} where chain_id = ${chainId} and tx_hash = ${hash} order by log_position
  `.execute(database);
  return rows.map(toReceipt);
}

/** Reads transfers that the chain could still take back, oldest first. */
export async function readUnfinal(database: Database, chainId: number, limit: number): Promise<Receipt[]> {
  const { rows } = await sql<Row>`
    ${selected} where chain_id = ${chainId} and not is_final order by block_number, tx_hash, log_position limit ${limit}
  `.execute(database);
  return rows.map(toReceipt);
}

/** Reads money that a person must assign, newest first. */
export async function readUnassigned(
  database: Database,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ receipts: Receipt[]; total: number }> {
  const [{ rows }, count] = await Promise.all([
    sql<Row>`
      ${selected} where state = 'unassigned' order by seen_at desc, tx_hash, log_position
      limit ${limit} offset ${(page - 1) * limit}
    `.execute(database),
    sql<{ total: number }>`select count(*) as total from digital_receipts where state = 'unassigned'`.execute(database),
  ]);
  return { receipts: rows.map(toReceipt), total: count.rows[0]?.total ?? 0 };
}

type Key = Pick<Receipt, 'chainId' | 'hash' | 'position'>;

const where = ({ chainId, hash, position }: Key) =>
  sql`where chain_id = ${chainId} and tx_hash = ${hash} and log_position = ${position}`;

/** Marks a transfer as final: the chain can no longer take it back. */
export async function markFinal(database: Database, key: Key): Promise<void> {
  await sql`update digital_receipts set is_final = true ${where(key)}`.execute(database);
}

/** Moves a transfer to the block that it is in after a reorganization. */
export async function moveReceipt(
  database: Database,
  key: Key,
  block: Pick<Receipt, 'block' | 'blockHash' | 'blockAt'>,
) {
  await sql`
    update digital_receipts set block_number = ${block.block}, block_hash = ${block.blockHash}, block_at = ${time(block.blockAt)}
    ${where(key)}
  `.execute(database);
}

/** Deletes a transfer that left the chain before it counted. */
export async function deleteUncounted(database: Database, key: Key): Promise<void> {
  await sql`delete from digital_receipts ${where(key)} and state in ('seen', 'unassigned')`.execute(database);
}

/** Marks the transfers of a payment that left the chain, and its other transfers, which a person then assigns. */
export async function markReversed(database: Database, paymentId: string, hashes: readonly string[]): Promise<void> {
  await sql`
    update digital_receipts set state = case when tx_hash = any(${hashes as string[]}::text[]) then 'reversed' else 'unassigned' end,
      is_final = tx_hash = any(${hashes as string[]}::text[])
    where payment_id = ${paymentId} and state = 'counted'
  `.execute(database);
}

/**
 * Returns a pending payment to the decision list if a decision about it began more than a minute ago and did not finish. A
 * settlement in progress is not touched.
 */
export async function reopenDecision(database: Database, paymentId: string): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update digital_payments d set settling_cents = null, is_decided = false
      where payment_id = ${paymentId} and is_decided
        and (decided_at is null or decided_at < now() - interval '1 minute')
        and exists (select 1 from payments p where p.payment_id = d.payment_id and p.state = 'pending')
    `.execute(tx);
    if (numAffectedRows === 1n)
      await sql`
        update digital_receipts set state = 'unassigned' where payment_id = ${paymentId} and state = 'counted'
      `.execute(tx);
  });
}

export type Freeze = {
  readonly paymentId: string;
  /** The transfers that passed every check. */
  readonly hashes: readonly string[];
  /** The worth of the transfers as decided by a person; undefined: the sum of their cents. */
  readonly cents?: number;
};

/**
 * Freezes what a payment is settled with, once: its transfers of these transactions. Returns the cents, or undefined if it was
 * settled or closed without them; the transfers then wait for a person. The decision commits before the settlement, which can be
 * repeated with it.
 */
export async function freezeSettlement(
  database: Database,
  { paymentId, hashes, cents }: Freeze,
): Promise<number | undefined> {
  return database.transaction().execute(async (tx) => {
    const { rows } = await sql<{ settling: number | null; pending: boolean }>`
      select settling_cents as settling,
        exists (select 1 from payments p where p.payment_id = d.payment_id and p.state = 'pending') as pending
      from digital_payments d where payment_id = ${paymentId} for update
    `.execute(tx);
    const [payment] = rows;
    if (payment === undefined) return undefined;
    if (payment.settling === null && payment.pending) {
      const counting = sql`
        (chain_id, tx_hash, log_position) in (
          select chain_id, tx_hash, log_position from digital_receipts
          where payment_id = ${paymentId} and tx_hash = any(${hashes as string[]}::text[]) and state in ('seen', 'unassigned')
          order by cents desc nulls last, tx_hash, log_position limit ${TRANSFERS_MAX}
        )
      `;
      const sum = await sql<{ cents: string }>`
        select coalesce(sum(cents), 0)::text as cents from digital_receipts where ${counting}
      `.execute(tx);
      const settling = cents ?? Number(sum.rows[0]?.cents ?? 0);
      if (settling === 0) return undefined;
      await sql`update digital_receipts set state = 'counted' where ${counting}`.execute(tx);
      await sql`
        update digital_payments set settling_cents = ${settling}, is_decided = ${cents !== undefined}, decided_at = now()
        where payment_id = ${paymentId}
      `.execute(tx);
      return settling;
    }
    await sql`
      update digital_receipts set state = 'unassigned', code = 'LATE'
      where payment_id = ${paymentId} and tx_hash = any(${hashes as string[]}::text[]) and state = 'seen'
    `.execute(tx);
    return payment.pending ? (payment.settling ?? undefined) : undefined;
  });
}
