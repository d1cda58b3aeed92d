import { sql } from 'kysely';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

/** A waiver of a bill, in cents. */
export type BillWaiver = {
  readonly billNumber: string;
  readonly penaltyCents: number;
  readonly interestCents: number;
  readonly reason: string;
};

export type BillWaiverRow = BillWaiver & { readonly blockIndex: number };

/** The maximum number of listed waivers of a bill. */
const LISTED_MAX = 100;

export const insertBillWaivers = (rows: readonly BillWaiverRow[]): WriteStatement => write`
  insert into bill_waivers (bill_number, block_index, penalty_cents, interest_cents, reason) select * from unnest(
    ${textArray(rows.map((row) => row.billNumber))}::text[], ${int8Array(rows.map((row) => row.blockIndex))}::bigint[],
    ${int8Array(rows.map((row) => row.penaltyCents))}::bigint[], ${int8Array(rows.map((row) => row.interestCents))}::bigint[],
    ${textArray(rows.map((row) => row.reason))}::text[]
  )
`;

/** Reads the newest waivers of these bills, by bill, oldest first. */
export async function readBillWaivers(
  db: Database,
  billNumbers: readonly string[],
): Promise<Map<string, BillWaiverRow[]>> {
  const { rows } = await sql<BillWaiverRow>`
    select w.* from unnest(${textArray(billNumbers)}::text[]) as b (number), lateral (
      select bill_number as "billNumber", block_index as "blockIndex", penalty_cents as "penaltyCents",
        interest_cents as "interestCents", reason
      from bill_waivers where bill_number = b.number order by block_index desc limit ${LISTED_MAX}
    ) as w order by "blockIndex"
  `.execute(db);
  return Map.groupBy(rows, ({ billNumber }) => billNumber);
}

/** Reads every row of these parcels without its reason, by property, oldest first. */
export async function readWaiversOf(
  db: Database,
  propertyIds: readonly string[],
): Promise<Map<string, (Omit<BillWaiverRow, 'reason'> & { propertyId: string })[]>> {
  const { rows } = await sql<Omit<BillWaiverRow, 'reason'> & { propertyId: string }>`
    select property_id as "propertyId", bill_number as "billNumber", block_index as "blockIndex", penalty_cents as "penaltyCents", interest_cents as "interestCents"
    from bill_waivers join bills using (bill_number) where property_id = any(${textArray(propertyIds)}::text[])
    order by block_index, bill_number
  `.execute(db);
  return Map.groupBy(rows, ({ propertyId }) => propertyId);
}
