import { sql } from 'kysely';
import type { FeesByMethod, MethodFees, PaymentMethod } from '#domains/payments/contract.ts';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

/** A version of the fees. `setAt` is in milliseconds since the epoch. */
export type FeesVersion = { readonly blockIndex: number; readonly setAt: number; readonly fees: FeesByMethod };

const FREE: MethodFees = { fixedCents: 0, basisPoints: 0 };

/** Reads the newest versions of the fees, at most `max`. */
export async function readFeesVersions(db: Database, max: number): Promise<FeesVersion[]> {
  const { rows } = await sql<{ block_index: number; set_at: string; fees: FeesByMethod }>`
    select block_index, set_at, fees from method_fees order by block_index desc limit ${max}
  `.execute(db);
  return rows.map((row) => ({ blockIndex: row.block_index, setAt: Date.parse(row.set_at), fees: row.fees }));
}

/** Reads what each method costs now. Before the first version, every method is free. */
export async function readFees(db: Database): Promise<(method: PaymentMethod) => MethodFees> {
  const [newest] = await readFeesVersions(db, 1);
  return (method) => newest?.fees[method] ?? FREE;
}

/** Adds versions of the fees, each with its block. */
export const insertFees = (rows: readonly FeesVersion[]): WriteStatement => write`
  insert into method_fees (block_index, set_at, fees) select index, to_timestamp(at / 1000.0), fees::jsonb from unnest(
    ${int8Array(rows.map((row) => row.blockIndex))}::bigint[], ${int8Array(rows.map((row) => row.setAt))}::bigint[],
    ${textArray(rows.map((row) => JSON.stringify(row.fees)))}::text[]
  ) as t (index, at, fees)
`;
