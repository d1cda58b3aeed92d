import { sql } from 'kysely';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { tokenNotFound } from '#domains/market/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { byteaArray, int4Array } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';

export type Issue = {
  readonly tokenId: number;
  /** The custody of the issuer. */
  readonly royaltyReceiver: Buffer;
  readonly propertyId: string;
  readonly shares: number;
  /** The part of them that is in wallets and not in custody. */
  readonly outside: number;
  readonly priceCents: number;
  readonly royaltyBasisPoints: number;
  readonly isPublic: boolean;
  readonly minimumPurchase: number;
  readonly titleIndex: number;
  readonly issuedAt: number;
};

type NewIssue = Omit<Issue, 'outside'> & {
  readonly holdings: readonly { readonly custodyId: Buffer; readonly shares: number }[];
};

/** Stores an issue with its holdings. */
export async function insertIssue(tx: Database, issue: NewIssue): Promise<void> {
  await sql`
    insert into market_issues (
      token_id, property_id, shares, price_cents, royalty_basis_points, royalty_receiver, is_public, minimum_purchase, title_index,
      issued_at
    ) values (
      ${issue.tokenId}, ${issue.propertyId}, ${issue.shares}, ${issue.priceCents}, ${issue.royaltyBasisPoints},
      ${issue.royaltyReceiver}, ${issue.isPublic}, ${issue.minimumPurchase}, ${issue.titleIndex},
      to_timestamp(${issue.issuedAt} / 1000.0)
    )
  `.execute(tx);
  // In one statement: the holdings must add up to the supply after each statement.
  await sql`
    insert into market_holdings (token_id, custody_id, shares, changed_index)
    select ${issue.tokenId}, *, ${issue.tokenId} from unnest(
      ${byteaArray(issue.holdings.map(({ custodyId }) => custodyId))}::bytea[],
      ${int4Array(issue.holdings.map(({ shares }) => shares))}::integer[]
    )
  `.execute(tx);
}

type IssueRow = {
  token_id: number;
  property_id: string;
  shares: number;
  outside: number;
  price_cents: number;
  royalty_basis_points: number;
  royalty_receiver: Buffer;
  is_public: boolean;
  minimum_purchase: number;
  title_index: number;
  issued_at: string;
};

const toIssue = (row: IssueRow): Issue => ({
  tokenId: row.token_id,
  propertyId: row.property_id,
  shares: row.shares,
  outside: row.outside,
  priceCents: row.price_cents,
  royaltyBasisPoints: row.royalty_basis_points,
  royaltyReceiver: row.royalty_receiver,
  isPublic: row.is_public,
  minimumPurchase: row.minimum_purchase,
  titleIndex: row.title_index,
  issuedAt: Date.parse(row.issued_at),
});

type By = { readonly tokenId: number } | { readonly propertyId: string };

/** Finds an issue, with the hash of its block. */
export async function findIssue(
  db: Database,
  by: By,
): Promise<(Issue & { readonly hash: string | undefined }) | undefined> {
  const issue = await readIssue(db, by);
  if (issue === undefined) return undefined;
  const [block] = await readBlocksAt(db, [issue.tokenId]);
  return { ...issue, hash: block?.hash };
}

/**
 * Reads the issue of a property.
 *
 * @throws AppError `market.token_not_found`
 */
export async function requireIssue(db: Database, propertyId: string): Promise<Issue> {
  const issue = await readIssue(db, { propertyId });
  if (issue !== undefined) return issue;
  throw new AppError(tokenNotFound, `Property ${propertyId} has no shares.`, {
    hint: 'Properties lists those with shares.',
  });
}

async function readIssue(db: Database, by: By): Promise<Issue | undefined> {
  const where = 'tokenId' in by ? sql`token_id = ${by.tokenId}` : sql`property_id = ${by.propertyId}`;
  const { rows } = await sql<IssueRow>`select * from market_issues where ${where}`.execute(db);
  return rows.map(toIssue)[0];
}

/** Reads a page of issues, newest first, and the total number. `propertyIds`: of these properties only. */
export async function readIssues(
  db: Database,
  { propertyIds, limit, offset }: { propertyIds?: readonly string[] | undefined; limit: number; offset: number },
): Promise<{ issues: Issue[]; total: number }> {
  const where = propertyIds === undefined ? sql`true` : sql`property_id = any(${[...propertyIds]}::text[])`;
  const { rows } = await sql<IssueRow & { total: number }>`
    select *, count(*) over () as total from market_issues where ${where} order by token_id desc limit ${limit} offset ${offset}
  `.execute(db);
  return { issues: rows.map(toIssue), total: rows[0]?.total ?? 0 };
}

/** Reads the property of each of these tokens. */
export async function readPropertiesOf(db: Database, tokenIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ token_id: number; property_id: string }>`
    select token_id, property_id from market_issues where token_id = any(${[...tokenIds]}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.token_id, row.property_id]));
}

export type HoldingRow = {
  readonly tokenId: number;
  readonly address: Buffer;
  readonly shares: number;
  readonly accountId: string | null;
  readonly holder: string | null;
};

/** Reads the largest holdings of each of these tokens, at most `max` of each. */
export async function readHoldings(db: Database, tokenIds: readonly number[], max: number): Promise<HoldingRow[]> {
  const { rows } = await sql<HoldingRow>`
    select token_id as "tokenId", address, shares, account_id as "accountId", holder
    from unnest(${[...tokenIds]}::bigint[]) as wanted (id) cross join lateral (
      select token_id, custody_id, shares from market_holdings where token_id = wanted.id and shares > 0
      order by shares desc, custody_id limit ${max}
    ) as largest join market_accounts using (custody_id)
    order by token_id, shares desc, custody_id
  `.execute(db);
  return rows;
}
