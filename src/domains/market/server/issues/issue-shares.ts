import { appendBlocks, lockHead } from '#domains/ledger/server/index.ts';
import {
  alreadyIssued,
  type IssueRequest,
  type issueShares as issueRoute,
  mayNotIssue,
} from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { propertyNotFound, propertyRetired } from '#domains/registry/contract.ts';
import { CITY, readTitle, type Title } from '#domains/registry/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import {
  fingerprintOf,
  type IdempotencyKey,
  insertKeys,
  readKnownKeys,
} from '#platform/server/database/idempotency-keys.ts';
import { runWrite } from '#platform/server/database/one-statement.ts';
import { hexOf, insertCall, nextNonce, readCallsOf } from '../calls/call-rows.ts';
import { requireNotHalted } from '../calls/halted.ts';
import type { MarketContracts, Readiness } from '../calls/market-chain.ts';
import { divideShares } from '../divide-shares.ts';
import { type Custody, ensureCustody } from '../holders.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Market } from '../open-market.ts';
import { findIssue, insertIssue, isIssued } from './issue-rows.ts';

type Hex = `0x${string}`;
type Issued = ResponseOut<typeof issueRoute>;

/** The most gas that the call of an issue takes: measured with 1 and 100 holders in `contracts/README.md`, plus a half. */
const GAS = { base: 400_000n, holder: 120_000n };

/**
 * Issues the shares of a property, once: block, holdings and the signed call of the contract commit together. The title is read
 * behind the lock of the chain, so no transfer comes between. The same key returns the same issue.
 *
 * @throws AppError `registry.property_not_found`, `registry.property_retired`, `market.may_not_issue`, `market.already_issued`,
 * `server.unavailable` if the network does not answer
 */
export async function issueShares(
  market: Market,
  caller: Account,
  request: IssueRequest,
  key: string | undefined,
): Promise<Issued> {
  const once = keyOf(caller, key, request);
  const contracts = await market.network.ready();
  const tokenId = await market.database.transaction().execute(async (tx) => {
    const head = await lockHead(tx);
    const repeated = once && (await readKnownKeys(tx, [once])).find(once);
    if (repeated !== undefined) return repeated;
    const title = requireTitle(await readTitle(tx, request.propertyId), request.propertyId);
    requireIssuer(title, caller, request.propertyId);
    if (await isIssued(tx, request.propertyId))
      throw new AppError(alreadyIssued, `Shares of ${request.propertyId} already exist.`, {
        hint: 'A property is issued once. Its shares are under Properties.',
      });
    await market.network.chain.requireSignable();
    await requireNotHalted(tx);
    await recordIssue(tx, market, { caller, request, title, contracts, tokenId: head.length });
    if (once !== undefined) await runWrite(tx, insertKeys([{ ...once, blockIndex: head.length }]));
    return head.length;
  });
  return describeIssue(market, contracts, tokenId);
}

const keyOf = (caller: Account, key: string | undefined, request: IssueRequest): IdempotencyKey | undefined =>
  key === undefined
    ? undefined
    : { scope: `market:${caller.id}`, key, fingerprint: fingerprintOf(JSON.stringify(['issue', request])) };

function requireTitle(title: Title | undefined, propertyId: string): Title {
  if (title === undefined)
    throw new AppError(propertyNotFound, `Property ${propertyId} not found.`, { hint: 'Compare the parcel number.' });
  if (title.status === 'retired')
    throw new AppError(propertyRetired, `Property ${propertyId} was split or merged.`, {
      hint: 'Issue shares of the properties that replaced it.',
    });
  return title;
}

/** Requires the owner of all of it, or a government account, which alone may issue for several owners. */
function requireIssuer({ parts }: Title, caller: Account, propertyId: string): void {
  if (caller.role === 'government') return;
  const own = parts.filter(({ accountId }) => accountId === caller.id);
  if (own.length > 0 && own.length === parts.length) return;
  throw new AppError(
    mayNotIssue,
    own.length === 0 ? `You do not own ${propertyId}.` : `You own a part of ${propertyId}, and others own the rest.`,
    { hint: own.length === 0 ? 'The portal lists your properties.' : 'Ask the city to issue shares for all owners.' },
  );
}

type Facts = {
  readonly caller: Account;
  readonly request: IssueRequest;
  readonly title: Title;
  readonly contracts: Readiness;
  readonly tokenId: number;
};

async function recordIssue(tx: Database, { clock }: Market, facts: Facts): Promise<void> {
  const { caller, request, title, contracts, tokenId } = facts;
  const isCity = caller.role === 'government';
  const holdings = await holdingsOf(tx, title, request.totalShares);
  const receiver = await ensureCustody(tx, isCity ? { holder: CITY } : { accountId: caller.id });
  const priceCents = Math.round(request.sharePrice * 100);
  const royaltyBasisPoints = Math.round(request.royaltyPercentage * 100);
  const draft = marketBlockTypes.draft({
    action: 'market.issued',
    ...(isCity ? { user: caller.username } : {}),
    property_id: request.propertyId,
    shares: request.totalShares,
    price_cents: priceCents,
    royalty_basis_points: royaltyBasisPoints,
    royalty_receiver: receiver.address,
    public: request.allowPublicTrading,
    minimum_purchase: request.minimumPurchase,
    title_index: title.titleIndex,
    holders: holdings.map(({ custody, shares }) => ({ address: custody.address, shares })),
    chain_id: contracts.chainId,
    contract: contracts.shares,
  });
  const [block] = await appendBlocks(tx, [draft], clock);
  if (block?.index !== tokenId) throw new Error('Broken invariant: the head was locked');
  await insertIssue(tx, {
    tokenId,
    propertyId: request.propertyId,
    shares: request.totalShares,
    priceCents,
    royaltyBasisPoints,
    royaltyReceiver: receiver.id,
    isPublic: request.allowPublicTrading,
    minimumPurchase: request.minimumPurchase,
    titleIndex: title.titleIndex,
    issuedAt: block.timestamp * 1000,
    holdings: holdings.map(({ custody, shares }) => ({ custodyId: custody.id, shares })),
  });
  const nonce = await nextNonce(tx, contracts.chainId);
  const { encodeFunctionData } = await import('viem');
  const { propertyShares } = await import('#contracts/artifacts/property-shares.gen.ts');
  const signed = await contracts.sender.sign({
    to: contracts.shares,
    data: encodeFunctionData({
      abi: propertyShares.abi,
      functionName: 'issue',
      args: [
        BigInt(tokenId),
        holdings.map(({ custody }) => hexOf(custody.id)),
        holdings.map(({ shares }) => BigInt(shares)),
        hexOf(receiver.id),
        BigInt(royaltyBasisPoints),
        request.allowPublicTrading,
      ],
    }),
    nonce,
    gas: GAS.base + GAS.holder * BigInt(holdings.length),
    maxFeePerGas: contracts.maxFeePerGas,
    maxPriorityFeePerGas: 0n,
  });
  await insertCall(tx, { ...signed, nonce, chainId: contracts.chainId, blockIndex: tokenId });
}

/** Returns how many shares each owner gets. An owner with too small a part for one share gets none. */
async function holdingsOf(tx: Database, { parts }: Title, shares: number) {
  const divided = divideShares(
    shares,
    parts.map((part) => part.shares),
  );
  const byCustody = new Map<Hex, { custody: Custody; shares: number }>();
  for (const [n, { holder, accountId }] of parts.entries()) {
    const custody = await ensureCustody(tx, accountId === null ? { holder } : { accountId });
    const held = byCustody.get(custody.address)?.shares ?? 0;
    byCustody.set(custody.address, { custody, shares: held + (divided[n] ?? 0) });
  }
  return [...byCustody.values()].filter((one) => one.shares > 0);
}

async function describeIssue(market: Market, contracts: MarketContracts, tokenId: number): Promise<Issued> {
  const { database, network } = market;
  const issue = await findIssue(database, { tokenId });
  const call = (await readCallsOf(database, [tokenId])).get(tokenId);
  if (issue?.hash === undefined || call === undefined) throw new Error(`Broken invariant: token ${tokenId} has a call`);
  return {
    contractAddress: contracts.shares,
    tokenId: String(tokenId),
    ...call,
    network: network.chain.networkName,
    isLocal: network.chain.isEmbedded,
    block: { index: tokenId, hash: issue.hash },
  };
}
