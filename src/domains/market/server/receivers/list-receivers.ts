import { type listReceivers as listRoute, RECEIVERS_MAX } from '#domains/market/contract.ts';
import { type Account, findUsernames } from '#domains/participants/server/index.ts';
import { CITY } from '#domains/registry/server/index.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { hexOf } from '../calls/call-rows.ts';
import { findCustody, traderOf } from '../holders.ts';
import { requireIssue } from '../issues/issue-rows.ts';
import type { Market } from '../open-market.ts';
import { mayDecide } from './change-receiver.ts';
import { findReceiver, readReceivers } from './receiver-rows.ts';

/** Returns the receivers of a property's shares to those who decide, and to others whether they are among them. */
export async function listReceivers(
  market: Market,
  caller: Account,
  propertyId: string,
): Promise<ResponseOut<typeof listRoute>> {
  const { database, network } = market;
  const issue = await requireIssue(database, propertyId);
  const [decides, own, city] = await Promise.all([
    mayDecide(market, caller, issue),
    findCustody(database, traderOf(caller)),
    findCustody(database, { holder: CITY }),
  ]);
  const listed = own && (await findReceiver(database, issue.tokenId, own.id));
  const rows = decides ? await readReceivers(database, issue.tokenId, RECEIVERS_MAX) : [];
  const usernames = await findUsernames(
    database,
    rows.flatMap(({ accountId }) => accountId ?? []),
  );
  return {
    allowPublicTrading: issue.isPublic,
    decidedBy: city?.id.equals(issue.royaltyReceiver) === true ? 'city' : 'owner',
    mayDecide: decides,
    mayReceive: issue.isPublic || listed?.isAllowed === true,
    receivers: rows.map(({ address, accountId, seconds, blockIndex, hash, state }) => ({
      username: accountId === null ? null : (usernames.get(accountId) ?? null),
      address: hexOf(address),
      since: new Date(seconds * 1000).toISOString(),
      blockIndex,
      txHash: hexOf(hash),
      txStatus: state,
      network: network.chain.networkName,
      isLocal: network.chain.isEmbedded,
    })),
  };
}
