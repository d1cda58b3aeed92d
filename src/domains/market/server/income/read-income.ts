import { sql } from 'kysely';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import type { listIncome, listOwnIncome } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { present } from '#platform/contract/present.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findCustody, traderOf } from '../holders.ts';
import { requireIssue } from '../issues/issue-rows.ts';
import type { Market } from '../open-market.ts';
import { readAddresses } from '../read-addresses.ts';

type Listed = ResponseOut<typeof listIncome>;
type Own = ResponseOut<typeof listOwnIncome>;
type Page = { readonly page: number; readonly limit: number };

type IncomeRow = {
  index: number;
  propertyId: string;
  cents: number;
  note: string;
  declaredAt: string;
  record: number;
};

const columns = sql`
  income_index as index, property_id as "propertyId", income.cents, note, declared_at as "declaredAt", record_index as record
`;

async function describeIncome<R extends IncomeRow>(db: Database, rows: readonly R[]) {
  const blocks = await readBlocksAt(
    db,
    rows.map(({ index }) => index),
  );
  const hashes = new Map(blocks.map(({ index, hash }) => [index, hash]));
  return rows.map((row) => ({
    row,
    income: {
      incomeId: String(row.index),
      propertyId: row.propertyId,
      amount: row.cents / 100,
      note: row.note,
      declaredAt: new Date(row.declaredAt).toISOString(),
      recordBlock: row.record,
      block: { index: row.index, hash: present(hashes.get(row.index), 'A block declared each income') },
    },
  }));
}

type SummedRow = IncomeRow & { holders: number; claimed: number; total: number };

async function readSummed(db: Database, where: ReturnType<typeof sql>, { page, limit }: Page): Promise<SummedRow[]> {
  const { rows } = await sql<SummedRow>`
    select ${columns}, claims.holders, claims.claimed, count(*) over () as total
    from market_incomes as income join market_issues using (token_id) cross join lateral (
      select count(*) as holders, coalesce(sum(cents) filter (where claimed_index is not null), 0)::bigint as claimed
      from market_income_claims as claim where claim.income_index = income.income_index
    ) as claims
    where ${where} order by income_index desc limit ${limit} offset ${(page - 1) * limit}
  `.execute(db);
  return rows;
}

const show = ({ row, income }: { row: SummedRow; income: Omit<Listed['income'][number], 'holders' | 'claimed'> }) => ({
  ...income,
  holders: row.holders,
  claimed: row.claimed / 100,
});

/** Reads a distribution by the index of its block. */
export async function readIncome(db: Database, index: number): Promise<Listed['income'][number] | undefined> {
  const rows = await readSummed(db, sql`income_index = ${index}`, { page: 1, limit: 1 });
  return (await describeIncome(db, rows)).map(show)[0];
}

/** Lists the income distributed to the holders of a property's shares, newest first. */
export async function listIncomeOf({ database }: Market, propertyId: string, page: Page): Promise<Listed> {
  const { tokenId } = await requireIssue(database, propertyId);
  const rows = await readSummed(database, sql`token_id = ${tokenId}`, page);
  return {
    income: (await describeIncome(database, rows)).map(show),
    pagination: paginate({ ...page, total: rows[0]?.total ?? 0 }),
  };
}

/** Lists the parts of the caller, newest first, with the amount left to claim. */
export async function listIncomeOfCaller({ database }: Market, caller: Account, page: Page): Promise<Own> {
  const custody = (await findCustody(database, traderOf(caller)))?.id ?? null;
  const { rows } = await sql<IncomeRow & { shares: number; part: number; claimed: number | null; total: number }>`
    select ${columns}, claim.shares, claim.cents as part, claimed_index as claimed, count(*) over () as total
    from market_income_claims as claim join market_incomes as income using (income_index) join market_issues using (token_id)
    where custody_id = ${custody} order by income_index desc limit ${page.limit} offset ${(page.page - 1) * page.limit}
  `.execute(database);
  const addressOf = await readAddresses(
    database,
    rows.map(({ propertyId }) => propertyId),
  );
  return {
    toClaim: await readToClaim(database, custody),
    income: (await describeIncome(database, rows)).map(({ row, income }) => ({
      ...income,
      address: addressOf(income.propertyId),
      shares: row.shares,
      yours: row.part / 100,
      claimedBlock: row.claimed,
    })),
    pagination: paginate({ ...page, total: rows[0]?.total ?? 0 }),
  };
}

/** Reads the amount that a custody can claim, in dollars. */
export async function readToClaim(db: Database, custody: Buffer | null): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from market_income_claims where custody_id = ${custody} and claimed_index is null
  `.execute(db);
  return (rows[0]?.cents ?? 0) / 100;
}
