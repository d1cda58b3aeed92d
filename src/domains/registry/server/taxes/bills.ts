import { sql } from 'kysely';
import type { TaxRates } from '#domains/registry/contract.ts';
import { int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import type { StoredBill } from './bill-damage.ts';
import { type BillBasis, type BillLine, type BillState, type Installment, openOf } from './bill-state.ts';

type BillRow = {
  bill_number: string;
  property_id: string;
  year: number;
  rates_index: number;
  levied_index: number;
  issued_at: string;
  total_cents: number;
  interest_basis_points: number;
  penalty_basis_points: number;
  basis: BillBasis;
  lines: BillLine[];
  installments: Installment[];
  open_fee_cents: number;
  open_interest_cents: number;
  open_cents: number;
};

const selected = sql`
  select bill_number, property_id, year, rates_index, levied_index, issued_at, total_cents, interest_basis_points,
    penalty_basis_points, basis, lines, installments, open_fee_cents, open_interest_cents, open_cents
  from bills
`;

const toState = (row: BillRow): BillState => ({
  billNumber: row.bill_number,
  propertyId: row.property_id,
  year: row.year,
  ratesIndex: row.rates_index,
  leviedIndex: row.levied_index,
  issuedAt: Date.parse(row.issued_at),
  totalCents: row.total_cents,
  interestBasisPoints: row.interest_basis_points,
  penaltyBasisPoints: row.penalty_basis_points,
  basis: row.basis,
  lines: row.lines,
  installments: row.installments,
  openFeeCents: row.open_fee_cents,
  openInterestCents: row.open_interest_cents,
});

/** Reads the bills of these parcels, by property and year. */
export async function readBills(db: Database, propertyIds: readonly string[]): Promise<Map<string, BillState[]>> {
  const stored = await readStoredBills(db, propertyIds);
  return new Map([...stored].map(([id, bills]) => [id, bills.map(({ bill }) => bill)]));
}

/** Reads the bills of these parcels, by property and year, with the columns of their open amounts. */
export async function readStoredBills(
  db: Database,
  propertyIds: readonly string[],
): Promise<Map<string, StoredBill[]>> {
  const { rows } = await sql<BillRow>`
    ${selected} where property_id = any(${textArray(propertyIds)}::text[]) order by property_id, year
  `.execute(db);
  const stored = rows.map((row) => ({ bill: toState(row), openCents: row.open_cents }));
  return Map.groupBy(stored, ({ bill }) => bill.propertyId);
}

/** Finds a bill by its number. */
export async function findBill(db: Database, billNumber: string): Promise<BillState | undefined> {
  const { rows } = await sql<BillRow>`${selected} where bill_number = ${billNumber}`.execute(db);
  return rows[0] === undefined ? undefined : toState(rows[0]);
}

/** Finds the parcels that these bills are for, by the number of the bill. */
export async function findParcelsOfBills(db: Database, billNumbers: readonly string[]): Promise<Map<string, string>> {
  if (billNumbers.length === 0) return new Map();
  const { rows } = await sql<{ bill_number: string; property_id: string }>`
    select bill_number, property_id from bills where bill_number = any(${textArray(billNumbers)}::text[])
  `.execute(db);
  return new Map(rows.map((row) => [row.bill_number, row.property_id]));
}

/** Reads the parcels with an open installment that was due before an instant, at most `max`. */
export async function readLateParcels(db: Database, before: number, after: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ property_id: string }>`
    select distinct property_id from bills where is_open and property_id > ${after}
    and exists (
      select 1 from jsonb_array_elements(installments) as i
      where (i->>'openCents')::bigint > 0 and (i->>'dueAt')::bigint < ${before}
    )
    order by property_id limit ${max}
  `.execute(db);
  return rows.map((row) => row.property_id);
}

/** Stores new bills and the state of changed ones. */
export const writeBills = (bills: readonly BillState[]): WriteStatement => write`
  insert into bills (
    bill_number, property_id, year, rates_index, levied_index, issued_at, total_cents, interest_basis_points,
    penalty_basis_points, basis, lines, installments, open_fee_cents, open_interest_cents, open_cents
  )
  select number, property_id, year, rates_index, levied_index, to_timestamp(issued / 1000.0), total, interest, penalty,
    basis::jsonb, lines::jsonb, installments::jsonb, open_fee, open_interest, open
  from unnest(
    ${textArray(bills.map((bill) => bill.billNumber))}::text[], ${textArray(bills.map((bill) => bill.propertyId))}::text[],
    ${int4Array(bills.map((bill) => bill.year))}::int[], ${int8Array(bills.map((bill) => bill.ratesIndex))}::bigint[],
    ${int8Array(bills.map((bill) => bill.leviedIndex))}::bigint[], ${int8Array(bills.map((bill) => bill.issuedAt))}::bigint[],
    ${int8Array(bills.map((bill) => bill.totalCents))}::bigint[],
    ${int4Array(bills.map((bill) => bill.interestBasisPoints))}::int[],
    ${int4Array(bills.map((bill) => bill.penaltyBasisPoints))}::int[],
    ${textArray(bills.map((bill) => JSON.stringify(bill.basis)))}::text[],
    ${textArray(bills.map((bill) => JSON.stringify(bill.lines)))}::text[],
    ${textArray(bills.map((bill) => JSON.stringify(bill.installments)))}::text[],
    ${int8Array(bills.map((bill) => bill.openFeeCents))}::bigint[],
    ${int8Array(bills.map((bill) => bill.openInterestCents))}::bigint[], ${int8Array(bills.map(openOf))}::bigint[]
  ) as t (
    number, property_id, year, rates_index, levied_index, issued, total, interest, penalty, basis, lines, installments,
    open_fee, open_interest, open
  )
  on conflict (bill_number) do update set total_cents = excluded.total_cents, basis = excluded.basis, lines = excluded.lines,
    installments = excluded.installments, open_fee_cents = excluded.open_fee_cents,
    open_interest_cents = excluded.open_interest_cents, open_cents = excluded.open_cents
`;

/** Updates only the open amounts of bills, which is all that a payment changes. */
export const updateOpen = (bills: readonly BillState[]): WriteStatement => write`
  update bills set installments = t.installments::jsonb, open_fee_cents = t.open_fee, open_interest_cents = t.open_interest,
    open_cents = t.open
  from unnest(
    ${textArray(bills.map((bill) => bill.billNumber))}::text[],
    ${textArray(bills.map((bill) => JSON.stringify(bill.installments)))}::text[],
    ${int8Array(bills.map((bill) => bill.openFeeCents))}::bigint[],
    ${int8Array(bills.map((bill) => bill.openInterestCents))}::bigint[], ${int8Array(bills.map(openOf))}::bigint[]
  ) as t (number, installments, open_fee, open_interest, open)
  where bills.bill_number = t.number
`;

export type RatesRow = { readonly year: number; readonly blockIndex: number; readonly rates: TaxRates };

export const insertRates = (rows: readonly RatesRow[]): WriteStatement => write`
  insert into tax_rates (year, block_index, rates) select year, block_index, rates::jsonb from unnest(
    ${int4Array(rows.map((row) => row.year))}::int[], ${int8Array(rows.map((row) => row.blockIndex))}::bigint[],
    ${textArray(rows.map((row) => JSON.stringify(row.rates)))}::text[]
  ) as t (year, block_index, rates)
`;

/** Reads the rates that count for each year, newest year first, at most `max` years. */
export async function listRates(db: Database, max: number): Promise<{ rates: RatesRow[]; total: number }> {
  const { rows } = await sql<{ year: number; block_index: number; rates: TaxRates; total: number }>`
    select distinct on (year) year, block_index, rates, (select count(distinct year)::int from tax_rates) as total from tax_rates order by year desc, block_index desc limit ${max}
  `.execute(db);
  const rates = rows.map((row) => ({ year: row.year, blockIndex: row.block_index, rates: row.rates }));
  return { rates, total: rows[0]?.total ?? 0 };
}

/** Reads the rates that count for a year. */
export async function readRates(db: Database, year: number): Promise<RatesRow | undefined> {
  const row = await db
    .selectFrom('tax_rates')
    .selectAll()
    .where('year', '=', year)
    .orderBy('block_index', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { year: row.year, blockIndex: row.block_index, rates: row.rates as TaxRates };
}

/** Reads the rates of a year, or of the newest year before it that has any. */
export async function readRatesUntil(db: Database, year: number): Promise<RatesRow | undefined> {
  const row = await db
    .selectFrom('tax_rates')
    .selectAll()
    .where('year', '<=', year)
    .orderBy('year', 'desc')
    .orderBy('block_index', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { year: row.year, blockIndex: row.block_index, rates: row.rates as TaxRates };
}
