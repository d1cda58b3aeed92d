import { readBlocksAt } from '#domains/ledger/server/index.ts';
import {
  type listShares as listRoute,
  type readTokenMetadata,
  tokenNotFound,
  WHAT_A_SHARE_IS,
} from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import {
  CITY,
  findProperties,
  findPropertyIds,
  readHoldersOfAccount,
  readOverdue,
} from '#domains/registry/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { present } from '#platform/contract/present.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { hexOf } from '../calls/call-rows.ts';
import { findCustody, traderOf } from '../holders.ts';
import type { Market } from '../open-market.ts';
import { readQuotes } from '../trading/read-order-book.ts';
import { findIssue, type HoldingRow, type Issue, readHoldings, readIssues } from './issue-rows.ts';
import { readActivity } from './read-activity.ts';

type Listed = ResponseOut<typeof listRoute>;

const HOLDERS_MAX = 100;
/** The most hits that a search returns. */
const HITS_MAX = 1000;

/** Returns a page of the properties with shares, newest issue first. */
export async function listShares(
  market: Market,
  { search, page, limit }: { search?: string | undefined; page: number; limit: number },
  caller: Account | undefined,
): Promise<Listed> {
  const { database } = market;
  const propertyIds = search ? await findPropertyIds(database, search, HITS_MAX) : undefined;
  const { issues, total } = await readIssues(database, { propertyIds, limit, offset: (page - 1) * limit });
  const tokens = issues.map(({ tokenId }) => tokenId);
  const [custody, properties, holdings, blocks, own, quotes, activity, overdue] = await Promise.all([
    caller && findCustody(database, traderOf(caller)),
    findProperties(
      database,
      issues.map(({ propertyId }) => propertyId),
    ),
    readHoldings(database, tokens, HOLDERS_MAX),
    readBlocksAt(database, tokens),
    caller === undefined ? new Set<string>() : readHoldersOfAccount(database, caller.id),
    readQuotes(market, tokens),
    readActivity(market, issues),
    readOverdue(
      database,
      issues.map(({ propertyId }) => propertyId),
      market.clock(),
    ),
  ]);
  const isYours = ({ accountId, holder }: HoldingRow) =>
    caller !== undefined &&
    (accountId === caller.id ||
      (holder !== null && (own.has(holder) || (holder === CITY && caller.role === 'government'))));
  const show = (issue: Issue): Listed['properties'][number] => {
    const property = present(
      properties.find((one) => one.property_id === issue.propertyId),
      'An issued property stays registered',
    );
    const block = present(
      blocks.find(({ index }) => index === issue.tokenId),
      'A block made each issue',
    );
    const at = new Date(issue.issuedAt).toISOString();
    return {
      id: String(issue.tokenId),
      propertyId: issue.propertyId,
      address: property.address,
      status: property.status,
      assessedValue: property.assessed_cents,
      assessedValueFormatted: formatCents(property.assessed_cents),
      taxOwed: property.owed_cents,
      taxOverdue: overdue.get(issue.propertyId) ?? 0,
      salesHalted: market.overdueTax === 'halt' && overdue.has(issue.propertyId),
      currentOwnership: holdings
        .filter((one) => one.tokenId === issue.tokenId)
        .map((one) => ({
          holder: hexOf(one.address),
          shares: one.shares,
          percentage: Math.round((one.shares / issue.shares) * 1000) / 10,
          isYours: isYours(one),
        })),
      sharesOutside: issue.outside,
      tradingActivity: activity.get(issue.tokenId) ?? [],
      nftMetadata: {
        tokenId: String(issue.tokenId),
        ...(quotes.get(issue.tokenId) ?? { floorPrice: null, lastSalePrice: null, availableShares: 0 }),
        totalSupply: issue.shares,
        // As of the issue, so that the list needs no request to the network.
        contractAddress: String(block.data['contract']),
      },
      issue: {
        sharePrice: issue.priceCents / 100,
        royaltyPercentage: issue.royaltyBasisPoints / 100,
        allowPublicTrading: issue.isPublic,
        minimumPurchase: issue.minimumPurchase,
        isYours: issue.royaltyReceiver.equals(custody?.id ?? Buffer.alloc(0)),
        issuedAt: at,
        block: { index: issue.tokenId, hash: block.hash },
      },
    };
  };
  return { properties: issues.map(show), pagination: paginate({ total, totalIsEstimate: false, page, limit }) };
}

/**
 * Returns the metadata of a token as ERC-1155 describes it.
 *
 * @throws AppError `market.token_not_found`
 */
export async function readMetadata(
  { database, publicUrl }: Market,
  tokenId: string,
): Promise<ResponseOut<typeof readTokenMetadata>> {
  const issue = await findIssue(database, { tokenId: Number(tokenId) });
  const [property] = issue === undefined ? [] : await findProperties(database, [issue.propertyId]);
  if (issue?.hash === undefined || property === undefined)
    throw new AppError(tokenNotFound, `Token ${tokenId} not found.`, {
      hint: 'GET /api/nft/properties lists them.',
    });
  return {
    name: `Shares of ${property.address}`,
    description: WHAT_A_SHARE_IS,
    decimals: 0,
    external_url: `${publicUrl}/detroit/properties/${issue.propertyId}`,
    properties: {
      propertyId: issue.propertyId,
      address: property.address,
      neighborhood: property.neighborhood,
      propertyType: property.property_type,
      totalShares: issue.shares,
      block: { index: issue.tokenId, hash: issue.hash },
      titleBlock: issue.titleIndex,
    },
  };
}
