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

/** Reports whether a property was issued, also if its row was removed or changed. Its block is on the chain. */
export async function isIssued(db: Database, propertyId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from market_issues where property_id = ${propertyId}
    union all
    select 1 from ledger_blocks where domain = 'market' and domain <> 'trace' and action = 'market.issued'
      and data::jsonb->>'property_id' = ${propertyId}
    limit 1
  `.execute(db);
  return rows.length > 0;
}

type IssueRow = {
  token_id: number;
  royalty_receiver: Buffer;
  outside: number;
  timestamp: number;
  stated: {
    property_id: string;
    shares: number;
    price_cents: number;
    royalty_basis_points: number;
    public: boolean;
    minimum_purchase: number;
    title_index: number;
  };
};

/** Issues with their blocks. A row without a block is left out. */
const issuesWithBlocks = sql`
  select token_id, royalty_receiver, outside, timestamp, data::json as stated, count(*) over () as total
  from market_issues join ledger_blocks on index = token_id and domain = 'market' and action = 'market.issued'
`;

/** The terms are those of the block, whatever the row says. The row has the account of the issuer, and what changes. */
const toIssue = ({ token_id, royalty_receiver, outside, timestamp, stated }: IssueRow): Issue => ({
  tokenId: token_id,
  propertyId: stated.property_id,
  shares: stated.shares,
  outside,
  priceCents: stated.price_cents,
  royaltyBasisPoints: stated.royalty_basis_points,
  royaltyReceiver: royalty_receiver,
  isPublic: stated.public,
  minimumPurchase: stated.minimum_purchase,
  titleIndex: stated.title_index,
  issuedAt: timestamp * 1000,
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
  const { rows } = await sql<IssueRow>`${issuesWithBlocks} where ${where}`.execute(db);
  return rows.map(toIssue)[0];
}

/** Reads a page of issues, newest first, and the total number. `propertyIds`: of these properties only. */
export async function readIssues(
  db: Database,
  { propertyIds, limit, offset }: { propertyIds?: readonly string[] | undefined; limit: number; offset: number },
): Promise<{ issues: Issue[]; total: number }> {
  const where = propertyIds === undefined ? sql`true` : sql`property_id = any(${[...propertyIds]}::text[])`;
  const { rows } = await sql<IssueRow & { total: number }>`
    ${issuesWithBlocks} where ${where} order by token_id desc limit ${limit} offset ${offset}
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
