import { sql } from 'kysely';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

/** A correction of a bill: the tax without late charges before and after, and the amount paid beyond the new tax. */
export type BillCorrection = {
  readonly billNumber: string;
  readonly beforeCents: number;
  readonly afterCents: number;
  readonly creditCents: number;
  readonly reason: string;
  /** The appeal that was granted. */
  readonly appealId: string | null;
};

export type BillCorrectionRow = BillCorrection & { readonly blockIndex: number };

/** The maximum number of listed corrections of a bill. */
const LISTED_MAX = 100;

export const insertBillCorrections = (rows: readonly BillCorrectionRow[]): WriteStatement => write`
  insert into bill_corrections (bill_number, block_index, before_cents, after_cents, credit_cents, reason, appeal_id)
  select bill, index, before, after, credit, reason, appeal::uuid from unnest(
    ${textArray(rows.map((row) => row.billNumber))}::text[], ${int8Array(rows.map((row) => row.blockIndex))}::bigint[],
    ${int8Array(rows.map((row) => row.beforeCents))}::bigint[], ${int8Array(rows.map((row) => row.afterCents))}::bigint[],
    ${int8Array(rows.map((row) => row.creditCents))}::bigint[], ${textArray(rows.map((row) => row.reason))}::text[],
    ${textArray(rows.map((row) => row.appealId))}::text[]
  ) as t (bill, index, before, after, credit, reason, appeal)
`;

/** Reads the corrections of these bills, by bill, oldest first. */
export async function readBillCorrections(
  db: Database,
  billNumbers: readonly string[],
): Promise<Map<string, BillCorrectionRow[]>> {
  const { rows } = await sql<BillCorrectionRow>`
    select c.* from unnest(${textArray(billNumbers)}::text[]) as b (number), lateral (
      select bill_number as "billNumber", block_index as "blockIndex", before_cents as "beforeCents",
        after_cents as "afterCents", credit_cents as "creditCents", reason, appeal_id as "appealId"
      from bill_corrections where bill_number = b.number order by block_index desc limit ${LISTED_MAX}
    ) as c order by "blockIndex"
  `.execute(db);
  return Map.groupBy(rows, ({ billNumber }) => billNumber);
}

/** Reads every row of these parcels without its reason, by property, oldest first. */
export async function readCorrectionsOf(
  db: Database,
  propertyIds: readonly string[],
): Promise<Map<string, (Omit<BillCorrectionRow, 'reason'> & { propertyId: string })[]>> {
  const { rows } = await sql<Omit<BillCorrectionRow, 'reason'> & { propertyId: string }>`
    select property_id as "propertyId", bill_number as "billNumber", block_index as "blockIndex", before_cents as "beforeCents", after_cents as "afterCents", credit_cents as "creditCents", appeal_id as "appealId"
    from bill_corrections join bills using (bill_number) where property_id = any(${textArray(propertyIds)}::text[])
    order by block_index, bill_number
  `.execute(db);
  return Map.groupBy(rows, ({ propertyId }) => propertyId);
}
