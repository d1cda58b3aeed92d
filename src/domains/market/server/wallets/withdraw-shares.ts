import {
  type listWithdrawals as listRoute,
  mayNotReceive,
  walletNotFound,
  type withdrawShares as withdrawRoute,
} from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import { fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { isChainFailure } from '#platform/server/evm/rpc-error.ts';
import { hexOf } from '../calls/call-rows.ts';
import { findCustody, traderOf } from '../holders.ts';
import { requireIssue } from '../issues/issue-rows.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Market } from '../open-market.ts';
import { readCallWithBlock } from '../trading/orders.ts';
import { partyOf } from '../trading/trade.ts';
import { readWallets } from './wallet-rows.ts';
import {
  insertWithdrawal,
  readArrivals,
  readTokensOutside,
  readWithdrawals,
  type WithdrawalRow,
} from './withdrawal-rows.ts';

type Hex = `0x${string}`;
type Shown = ResponseOut<typeof withdrawRoute>;
type Listed = ResponseOut<typeof listRoute>;

const LISTED_MAX = 50;
/** The most tokens whose balances in wallets are read. */
const TOKENS_MAX = 100;

/**
 * Takes shares out of custody for a wallet of the caller: block, holdings and the signed call of the contract commit together. The same key
 * returns the same withdrawal.
 *
 * @throws AppError `market.token_not_found`, `market.wallet_not_found`, `market.may_not_receive`, `market.not_enough_shares`,
 * `server.unavailable`
 */
export async function withdrawShares(
  market: Market,
  caller: Account,
  { propertyId, shareAmount, wallet: typed }: BodyIn<typeof withdrawRoute>,
  key: string | undefined,
): Promise<Shown> {
  const { database, network } = market;
  const { tokenId, isPublic } = await requireIssue(database, propertyId);
  const wallet = typed.toLowerCase() as Hex;
  if (!(await readWallets(database, caller.id)).some(({ address }) => address === wallet))
    throw new AppError(walletNotFound, 'This wallet is not bound to your account.', { hint: 'Bind the wallet first.' });
  // The contract would refuse it: the list of receivers contains accounts, not wallets.
  if (!isPublic)
    throw new AppError(mayNotReceive, `Shares of ${propertyId} are not public, so they stay in custody.`, {
      hint: 'Shares that anyone may receive can be withdrawn.',
    });
  const [contracts, party] = await Promise.all([network.ready(), partyOf(market, caller)]);
  const move = { tokenId, custodyId: Buffer.from(party.custody, 'hex'), wallet, shares: shareAmount };
  const draft = marketBlockTypes.draft({
    action: 'market.shares_withdrawn',
    property_id: propertyId,
    token: tokenId,
    address: party.address,
    wallet,
    shares: shareAmount,
  });
  const { index } = await market.trading.append(
    {
      ...{ kind: 'move', network: contracts, parties: [party], draft, tokenId },
      rows: (block) => [insertWithdrawal(block, move)],
    },
    key === undefined
      ? undefined
      : {
          scope: `market:${caller.id}`,
          key,
          fingerprint: fingerprintOf(JSON.stringify(['withdraw', propertyId, shareAmount, wallet])),
        },
  );
  const [row] = await readWithdrawals(database, move.custodyId, { limit: 1, blockIndex: index });
  return show(market, present(row, 'The withdrawal was just stored'));
}

async function show(market: Market, { wallet, ...row }: WithdrawalRow): Promise<Shown> {
  return {
    ...(await readCallWithBlock(market, row.blockIndex)),
    propertyId: row.propertyId,
    tokenId: String(row.tokenId),
    shareAmount: row.shares,
    wallet: hexOf(wallet),
    state: row.state,
    at: new Date(row.seconds * 1000).toISOString(),
    blockIndex: row.blockIndex,
    returnedBlock: row.returnedIndex,
  };
}

/** Lists the withdrawals of the caller, the arrivals from wallets, and the balances of its wallets on the network. */
export async function listWithdrawals(market: Market, caller: Account): Promise<Listed> {
  const { database, network } = market;
  const { networkName, isEmbedded, confirmations } = network.chain;
  const custody = await findCustody(database, traderOf(caller));
  const [withdrawals, arrivals, balances] = await Promise.all([
    custody === undefined ? [] : readWithdrawals(database, custody.id, { limit: LISTED_MAX }),
    custody === undefined ? [] : readArrivals(database, custody.id, LISTED_MAX),
    readBalances(market, caller).catch((error: unknown) => {
      if (isChainFailure(error) || error instanceof AppError) return null;
      throw error;
    }),
  ]);
  return {
    withdrawals: await Promise.all(withdrawals.map((row) => show(market, row))),
    arrivals: arrivals.map(({ wallet, hash, seconds, tokenId, shares, ...row }) => ({
      ...{ propertyId: row.propertyId, blockIndex: row.blockIndex, tokenId: String(tokenId), shareAmount: shares },
      wallet: hexOf(wallet),
      txHash: hexOf(hash),
      at: new Date(seconds * 1000).toISOString(),
    })),
    balances: balances?.held ?? null,
    sendBackTo: custody?.address ?? null,
    contractAddress: balances?.contract ?? null,
    network: { name: networkName, isLocal: isEmbedded, confirmations },
  };
}

/** Reads the balances of the caller's wallets from the network. Nothing is stored: for shares outside, the network decides. */
async function readBalances({ database, network }: Market, caller: Account) {
  const [wallets, tokens] = await Promise.all([
    readWallets(database, caller.id),
    readTokensOutside(database, TOKENS_MAX),
  ]);
  if (wallets.length === 0) return { held: [], contract: null };
  const { shares } = await network.find();
  const pairs = wallets.flatMap(({ address }) => tokens.map((token) => ({ wallet: address, ...token })));
  if (pairs.length === 0) return { held: [], contract: shares };
  const [{ createPublicClient, custom }, { propertyShares }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/property-shares.gen.ts'),
  ]);
  const client = createPublicClient({ transport: custom(network.chain, { retryCount: 0 }) });
  const amounts = await client.readContract({
    address: shares,
    abi: propertyShares.abi,
    functionName: 'balanceOfBatch',
    args: [pairs.map(({ wallet }) => wallet), pairs.map(({ tokenId }) => BigInt(tokenId))],
  });
  const held = pairs
    .map(({ tokenId, ...pair }, n) => ({ ...pair, tokenId: String(tokenId), shares: Number(amounts[n] ?? 0n) }))
    .filter((one) => one.shares > 0);
  return { held, contract: shares };
}
