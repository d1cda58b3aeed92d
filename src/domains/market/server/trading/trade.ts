import {
  type cancelOrder,
  type cancelOrders,
  orderNotFound,
  type ShareOrder,
  type TradeRequest,
  type tradeShares,
} from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { fingerprintOf, type IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';
import { bytesOf } from '../calls/call-rows.ts';
import { requireNothingOwed } from '../deposits/read-deposits.ts';
import { ensureCustody, findCustody, traderOf } from '../holders.ts';
import { requireIssue } from '../issues/issue-rows.ts';
import type { Market } from '../open-market.ts';
import type { Remainder } from './book/order.ts';
import { NothingToClose, unlessClosed } from './judge-trading.ts';
import { describeFill, describeWith, readFillsOf, readOrder } from './orders.ts';
import type { Placed } from './placed-order.ts';
import type { Party } from './trading-request.ts';

type Traded = ResponseOut<typeof tradeShares>;

const SECONDS_OF_DAY = 86_400;

/**
 * Places an order, and trades it immediately as far as others match it. Block, trades, cash, shares and the signed call of the contract commit
 * together; the hash of the call is known then. The same key returns the same order.
 *
 * @throws AppError `market.token_not_found`, `market.cash_owed`, `market.not_enough_cash`, `market.not_enough_shares`, `market.would_trade`,
 * `market.cannot_fill_all`, `market.may_not_receive`, `market.tax_overdue`, `market.too_many_orders`, `server.unavailable`
 */
export async function trade(
  market: Market,
  caller: Account,
  request: TradeRequest,
  key: string | undefined,
): Promise<Traded> {
  const [tokenId, network, party] = await Promise.all([
    market.tokenOf(request.propertyId),
    market.network.ready(),
    partyOf(market, caller),
  ]);
  if (request.type === 'buy') await requireNothingOwed(market, party);
  const { index, outcome } = await market.trading.append(
    {
      kind: 'place',
      network,
      tokenId,
      party,
      order: {
        side: request.type,
        shares: request.shareAmount,
        price: Math.round(request.pricePerShare * 100),
        remainder: remainderOf(request),
      },
      lasts: request.expirationDays * SECONDS_OF_DAY,
    },
    keyOf(caller, key, request),
  );
  if (outcome?.placed !== undefined) return describePlaced(market, outcome.placed, request.propertyId);
  return present(await readPlaced(market, index), `Block ${index} placed an order`);
}

/** Returns the order that a block placed, as it is now; undefined if the block placed none. */
export async function readPlaced(market: Market, index: number): Promise<Traded | undefined> {
  const [order, fills] = await Promise.all([readOrder(market, index), readFillsOf(market.database, index)]);
  return order && answerOf(order, fills);
}

const answerOf = (order: ShareOrder, fills: Traded['fills']): Traded => {
  const { txHash, txStatus, network, isLocal } = order;
  return { txHash, txStatus, network, isLocal, order, fills };
};

/** Returns the order that was just placed without reading it again. */
function describePlaced(market: Market, { row, fills, hash }: Placed, propertyId: string): Traded {
  const order = { ...row, property_id: propertyId, hash: bytesOf(hash()), state: 'queued' as const };
  return answerOf(describeWith(market)(order), fills.map(describeFill));
}

const keyOf = (caller: Account, key: string | undefined, request: TradeRequest): IdempotencyKey | undefined =>
  key === undefined
    ? undefined
    : { scope: scopeOf(caller), key, fingerprint: fingerprintOf(JSON.stringify(['trade', request])) };

/** Returns the scope of an account's idempotency keys in the market. */
export const scopeOf = (caller: Pick<Account, 'id'>) => `market:${caller.id}`;

function remainderOf({ timeInForce, postOnly }: TradeRequest): Remainder {
  if (postOnly) return 'post';
  return ({ GTC: 'rest', IOC: 'cancel', FOK: 'all' } as const)[timeInForce];
}

/** Cancels an order of the caller. An order that is already closed does not change. */
export async function cancel(market: Market, caller: Account, id: string): Promise<ResponseOut<typeof cancelOrder>> {
  const orderId = Number(id);
  const custody = await findCustody(market.database, traderOf(caller));
  const order = custody && (await readOrder(market, orderId, custody.id));
  if (custody === undefined || order === undefined) throw new AppError(orderNotFound, `You have no order ${id}.`);
  if (order.open > 0) {
    const { tokenId } = await requireIssue(market.database, order.propertyId);
    const network = await market.network.ready();
    await market.trading
      .append({ kind: 'cancel', network, tokenId, party: toParty(custody), orderId })
      .catch(unlessClosed);
  }
  return (await readOrder(market, orderId, custody.id)) ?? order;
}

/** Cancels all open orders of the caller for the shares of a property, in one block. */
export async function cancelAll(
  market: Market,
  caller: Account,
  propertyId: string,
): Promise<ResponseOut<typeof cancelOrders>> {
  const { tokenId } = await requireIssue(market.database, propertyId);
  const custody = await findCustody(market.database, traderOf(caller));
  if (custody === undefined) return { canceled: 0 };
  const network = await market.network.ready();
  try {
    const { outcome } = await market.trading.append({ kind: 'cancel', network, tokenId, party: toParty(custody) });
    return { canceled: outcome?.canceled ?? 0 };
  } catch (error) {
    if (error instanceof NothingToClose) return { canceled: 0 };
    throw error;
  }
}

/** Returns a custody as a party of a trade. */
export const toParty = ({ id, address }: { id: Buffer; address: `0x${string}` }): Party => ({
  custody: id.toString('hex'),
  address,
});

export async function partyOf({ database, custodyOf }: Market, caller: Pick<Account, 'id' | 'role'>): Promise<Party> {
  const owner = traderOf(caller);
  return toParty('accountId' in owner ? await custodyOf(owner.accountId) : await ensureCustody(database, owner));
}
