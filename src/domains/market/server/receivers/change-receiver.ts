import { appendBlocks, lockHead, readBlocksAt } from '#domains/ledger/server/index.ts';
import {
  type changeReceiver as changeRoute,
  mayNotAllow,
  RECEIVERS_MAX,
  receiverNotFound,
  sharesPublic,
  tooManyReceivers,
} from '#domains/market/contract.ts';
import { accountNotFound } from '#domains/participants/contract.ts';
import { type Account, findByUsername } from '#domains/participants/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { insertCall, nextNonce, readCallsOf } from '../calls/call-rows.ts';
import { requireNotHalted } from '../calls/halted.ts';
import type { Readiness } from '../calls/market-chain.ts';
import { type Custody, ensureCustody, findCustody, traderOf } from '../holders.ts';
import { type Issue, requireIssue } from '../issues/issue-rows.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Market } from '../open-market.ts';
import { cancel } from '../trading/trade.ts';
import { countReceivers, findReceiver, readOpenPurchases, storeReceiver } from './receiver-rows.ts';

/** The most gas that the call takes: the measured amount plus a half. */
const GAS = 90_000n;
/** The most rounds of canceling: an account that keeps placing orders could prolong them forever. */
const ROUNDS_MAX = 5;

/** Reports whether the caller decides about receivers: it issued the shares, or acts for the city. */
export async function mayDecide({ database }: Market, caller: Account, { royaltyReceiver }: Issue): Promise<boolean> {
  if (caller.role === 'government') return true;
  const custody = await findCustody(database, traderOf(caller));
  return custody?.id.equals(royaltyReceiver) === true;
}

/**
 * Allows an account to receive shares that are not public, or removes it: block, list and the signed call of the contract commit together.
 * From the block on, orders are judged by it. A removed account has no open purchase, because the contract would refuse its trade, and with
 * it all others of the same call.
 *
 * @throws AppError `market.token_not_found`, `market.may_not_allow`, `market.shares_public`, `participants.account_not_found`,
 * `market.receiver_not_found`, `market.too_many_receivers`, `server.unavailable`
 */
export async function changeReceiver(
  market: Market,
  caller: Account,
  propertyId: string,
  { username, allowed }: BodyIn<typeof changeRoute>,
): Promise<ResponseOut<typeof changeRoute>> {
  const { database, network } = market;
  const issue = await requireIssue(database, propertyId);
  if (!(await mayDecide(market, caller, issue)))
    throw new AppError(mayNotAllow, `You did not issue the shares of ${propertyId}.`, {
      hint: 'Ask the issuer, or the city.',
    });
  if (issue.isPublic) throw new AppError(sharesPublic, `Every account may receive shares of ${propertyId}.`);
  const found = await findByUsername(database, username);
  if (found === undefined) throw new AppError(accountNotFound, `Account ${username} not found.`);
  const [contracts, custody] = await Promise.all([network.ready(), ensureCustody(database, traderOf(found.account))]);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!allowed) await cancelPurchases(market, found.account as Account, issue, custody);
    const index = await database
      .transaction()
      .execute((tx) => decide(tx, market, { caller, issue, custody, allowed, contracts, username }));
    if (index !== undefined) return describeChange(market, index, allowed);
  }
  throw new AppError(unavailable, `${username} keeps placing purchases. Nothing was changed.`, {
    retryAfterSeconds: 5,
  });
}

async function cancelPurchases(market: Market, account: Account, { tokenId }: Issue, custody: Custody): Promise<void> {
  for (const id of await readOpenPurchases(market.database, tokenId, custody.id))
    await cancel(market, account, String(id));
}

type Decision = {
  readonly caller: Account;
  readonly issue: Issue;
  readonly custody: Custody;
  readonly username: string;
  readonly allowed: boolean;
  readonly contracts: Readiness;
};

/** Returns the index of the block that decided so, which may be an earlier one. Undefined: a purchase came in between. */
async function decide(tx: Database, { clock }: Market, decision: Decision): Promise<number | undefined> {
  const { caller, issue, custody, username, allowed } = decision;
  const head = await lockHead(tx);
  const known = await findReceiver(tx, issue.tokenId, custody.id);
  if (known?.isAllowed === allowed) return known.changedIndex;
  if (known === undefined && !allowed) throw new AppError(receiverNotFound, `${username} was never allowed.`);
  if (allowed && (await countReceivers(tx, issue.tokenId)) >= RECEIVERS_MAX)
    throw new AppError(tooManyReceivers, `${RECEIVERS_MAX} accounts may receive these shares.`, {
      hint: 'Remove one first.',
    });
  if (!allowed && (await readOpenPurchases(tx, issue.tokenId, custody.id)).length > 0) return undefined;
  await requireNotHalted(tx, issue.tokenId);
  const draft = marketBlockTypes.draft({
    action: 'market.receiver_allowed',
    ...(caller.role === 'government' ? { user: caller.username } : {}),
    property_id: issue.propertyId,
    token: issue.tokenId,
    address: custody.address,
    allowed,
  });
  const [block] = await appendBlocks(tx, [draft], clock);
  if (block?.index !== head.length) throw new Error('Broken invariant: the head was locked');
  await storeReceiver(tx, issue.tokenId, custody.id, { isAllowed: allowed, changedIndex: block.index });
  await signChange(tx, decision, block.index);
  return block.index;
}

async function signChange(tx: Database, { contracts, issue, custody, allowed }: Decision, blockIndex: number) {
  const [{ encodeFunctionData }, { propertyShares }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/property-shares.gen.ts'),
  ]);
  const nonce = await nextNonce(tx, contracts.chainId);
  const signed = await contracts.sender.sign({
    to: contracts.shares,
    data: encodeFunctionData({
      abi: propertyShares.abi,
      functionName: 'allow',
      args: [BigInt(issue.tokenId), custody.address, allowed],
    }),
    nonce,
    gas: GAS,
    maxFeePerGas: contracts.maxFeePerGas,
    maxPriorityFeePerGas: 0n,
  });
  await insertCall(tx, { ...signed, nonce, chainId: contracts.chainId, blockIndex });
}

async function describeChange({ database, network: { chain } }: Market, index: number, allowed: boolean) {
  const [calls, [block]] = await Promise.all([readCallsOf(database, [index]), readBlocksAt(database, [index])]);
  return {
    ...present(calls.get(index), 'The block was written with its call'),
    network: chain.networkName,
    isLocal: chain.isEmbedded,
    allowed,
    block: { index, hash: present(block, 'The block was just written').hash },
  };
}
