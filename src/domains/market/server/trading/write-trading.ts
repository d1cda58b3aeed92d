import { byteaArray, int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import { bytesOf } from '../calls/call-rows.ts';
import type { Order } from './book/order.ts';
import { balanceKey, type OrderChange, type Posting, type TradingBatch } from './trading-state.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');

/** Returns the writes of a batch: calls, orders, trades, postings, and balances. No row is touched twice. */
export function writeTrading(batch: TradingBatch): WriteStatement[] {
  const placed = [...batch.orders.values()].filter((one) => one.placed !== undefined);
  const changed = [...batch.orders.values()].filter((one) => one.placed === undefined);
  return [
    ...(batch.calls.length > 0 ? [insertCalls(batch)] : []),
    ...(placed.length > 0 ? [insertOrders(batch, placed)] : []),
    ...(changed.length > 0 ? [updateOrders(changed)] : []),
    ...(batch.fills.length > 0 ? [insertFills(batch)] : []),
    ...(batch.postings.length > 0 ? [insertPostings(batch.postings)] : []),
    ...moveCash(batch.postings),
    ...moveShares(batch.postings),
    ...moveOutside(batch.postings),
    ...batch.rows,
  ];
}

function insertCalls({ calls }: TradingBatch): WriteStatement {
  return write`
    insert into market_calls (nonce, sequence, chain_id, block_index, raw, hash, state)
    select *, 'queued' from unnest(
      ${int8Array(calls.map(({ nonce }) => nonce))}::bigint[], ${int8Array(calls.map(({ sequence }) => sequence))}::bigint[],
      ${int8Array(calls.map(({ chainId }) => chainId))}::bigint[],
      ${int8Array(calls.map(({ blockIndex }) => blockIndex))}::bigint[],
      ${byteaArray(calls.map(({ raw }) => bytesOf(raw)))}::bytea[], ${byteaArray(calls.map(({ hash }) => bytesOf(hash)))}::bytea[]
    )
  `;
}

/** Returns the nonce of the call with a step. */
function nonceOf({ calls }: TradingBatch, step: number): number {
  const call = calls.find(({ from, to }) => from <= step && step < to);
  if (call === undefined) throw new Error(`Broken invariant: no call has step ${step}`);
  return call.nonce;
}

const endOf = ({ order, ended }: OrderChange) => (order.open > 0 ? null : (ended ?? 'filled'));

function insertOrders(batch: TradingBatch, placed: readonly OrderChange[]): WriteStatement {
  const orders = placed.map(({ order }) => order);
  const times = placed.map((one) => one.placed?.at ?? 0);
  return write`
    insert into market_orders (
      order_id, token_id, custody_id, side, shares, price_cents, remainder, expires_at, placed_at, open, filled, returned, traded_cents,
      ended, call_nonce
    ) select id, token, custody, side, shares, price, remainder, to_timestamp(expires / 1000.0), to_timestamp(placed / 1000.0), open,
      filled, returned, traded, ended, nonce
    from unnest(
      ${int8Array(orders.map(({ orderId }) => orderId))}::bigint[], ${int8Array(placed.map(({ tokenId }) => tokenId))}::bigint[],
      ${byteaArray(orders.map(({ account }) => bytes(account)))}::bytea[], ${textArray(orders.map(({ side }) => side))}::text[],
      ${int4Array(orders.map(({ shares }) => shares))}::integer[], ${int8Array(orders.map(({ price }) => price))}::bigint[],
      ${textArray(orders.map(({ remainder }) => remainder))}::text[],
      ${int8Array(orders.map(({ expiresAt }) => expiresAt))}::bigint[], ${int8Array(times)}::bigint[],
      ${int4Array(orders.map(({ open }) => open))}::integer[], ${int4Array(placed.map(({ filled }) => filled))}::integer[],
      ${int4Array(placed.map(({ returned }) => returned))}::integer[], ${int8Array(placed.map(({ traded }) => traded))}::bigint[],
      ${textArray(placed.map(endOf))}::text[],
      ${int8Array(placed.map((one) => nonceOf(batch, one.placed?.step ?? -1)))}::bigint[]
    ) as t (id, token, custody, side, shares, price, remainder, expires, placed, open, filled, returned, traded, ended, nonce)
  `;
}

function updateOrders(changed: readonly OrderChange[]): WriteStatement {
  return write`
    update market_orders set open = t.open, filled = market_orders.filled + t.filled,
      returned = market_orders.returned + t.returned, traded_cents = traded_cents + t.traded, ended = t.ended
    from unnest(
      ${int8Array(changed.map(({ order }) => order.orderId))}::bigint[],
      ${int4Array(changed.map(({ order }) => order.open))}::integer[], ${int4Array(changed.map(({ filled }) => filled))}::integer[],
      ${int4Array(changed.map(({ returned }) => returned))}::integer[], ${int8Array(changed.map(({ traded }) => traded))}::bigint[],
      ${textArray(changed.map(endOf))}::text[]
    ) as t (id, open, filled, returned, traded, ended) where order_id = t.id
  `;
}

function insertFills(batch: TradingBatch): WriteStatement {
  const { fills } = batch;
  const partyOn = (side: Order['side']) =>
    byteaArray(fills.map(({ maker, taker }) => bytes((maker.side === side ? maker : taker).account)));
  return write`
    insert into market_fills (
      block_index, position, token_id, maker_id, taker_id, buyer_id, seller_id, shares, price_cents, royalty_cents, traded_at, call_nonce
    ) select block, n, token, maker, taker, buyer, seller, shares, price, royalty, to_timestamp(at / 1000.0), nonce from unnest(
      ${int8Array(fills.map(({ blockIndex }) => blockIndex))}::bigint[],
      ${int4Array(fills.map(({ position }) => position))}::integer[], ${int8Array(fills.map(({ tokenId }) => tokenId))}::bigint[],
      ${int8Array(fills.map(({ maker }) => maker.orderId))}::bigint[], ${int8Array(fills.map(({ taker }) => taker.orderId))}::bigint[],
      ${partyOn('buy')}::bytea[], ${partyOn('sell')}::bytea[],
      ${int4Array(fills.map(({ shares }) => shares))}::integer[], ${int8Array(fills.map(({ price }) => price))}::bigint[],
      ${int8Array(fills.map(({ royalty }) => royalty))}::bigint[], ${int8Array(fills.map(({ at }) => at))}::bigint[],
      ${int8Array(fills.map(({ step }) => nonceOf(batch, step)))}::bigint[]
    ) as t (block, n, token, maker, taker, buyer, seller, shares, price, royalty, at, nonce)
  `;
}

/** Adds a posting without an account for what came from outside: the difference to which the postings of a block do not add up. */
function insertPostings(postings: readonly Posting[]): WriteStatement {
  const all: (Omit<Posting, 'account'> & { account: string | null })[] = [...postings, ...outsideOf(postings)];
  let position = 0;
  let block = -1;
  const positions = all
    .toSorted((a, b) => a.blockIndex - b.blockIndex)
    .map((one) => {
      position = one.blockIndex === block ? position + 1 : 0;
      block = one.blockIndex;
      return { ...one, position };
    });
  return write`
    insert into market_postings (block_index, position, custody_id, token_id, part, amount, reason)
    select block, n, decode(custody, 'hex'), token, part, amount, reason from unnest(
      ${int8Array(positions.map(({ blockIndex }) => blockIndex))}::bigint[],
      ${int4Array(positions.map((one) => one.position))}::integer[],
      ${textArray(positions.map(({ account }) => account))}::text[],
      ${int8Array(positions.map(({ asset }) => (asset === 'cash' ? null : asset)))}::bigint[],
      ${textArray(positions.map(({ part }) => part))}::text[], ${int8Array(positions.map(({ amount }) => amount))}::bigint[],
      ${textArray(positions.map(({ reason }) => reason))}::text[]
    ) as t (block, n, custody, token, part, amount, reason)
  `;
}

function outsideOf(postings: readonly Posting[]) {
  const sums = new Map<string, Posting>();
  for (const one of postings) {
    const key = balanceKey(String(one.blockIndex), one.asset);
    sums.set(key, { ...one, part: 'free', amount: (sums.get(key)?.amount ?? 0) - one.amount });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0).map((one) => ({ ...one, account: null }));
}

type Delta = { account: string; asset: Posting['asset']; free: number; held: number; blockIndex: number };

/** Adds up postings by account and asset, with the newest block of each. */
function deltasOf(postings: readonly Posting[]): Delta[] {
  const deltas = new Map<string, Delta>();
  for (const { account, asset, part, amount, blockIndex } of postings) {
    const key = balanceKey(account, asset);
    const delta = deltas.get(key) ?? { account, asset, free: 0, held: 0, blockIndex };
    delta[part] += amount;
    delta.blockIndex = Math.max(delta.blockIndex, blockIndex);
    deltas.set(key, delta);
  }
  return [...deltas.values()];
}

function moveCash(postings: readonly Posting[]): WriteStatement[] {
  const deltas = deltasOf(postings.filter(({ asset }) => asset === 'cash'));
  if (deltas.length === 0) return [];
  return [
    write`
      update market_cash set free_cents = free_cents + t.free, held_cents = held_cents + t.held, changed_index = t.block
      from unnest(
        ${byteaArray(deltas.map(({ account }) => bytes(account)))}::bytea[], ${int8Array(deltas.map(({ free }) => free))}::bigint[],
        ${int8Array(deltas.map(({ held }) => held))}::bigint[], ${int8Array(deltas.map(({ blockIndex }) => blockIndex))}::bigint[]
      ) as t (custody, free, held, block) where custody_id = t.custody
    `,
  ];
}

/** Counts the shares that leave custody or come back into it. */
function moveOutside(postings: readonly Posting[]): WriteStatement[] {
  const moved = new Map<number, number>();
  for (const { asset, amount } of outsideOf(postings))
    if (asset !== 'cash') moved.set(asset, (moved.get(asset) ?? 0) + amount);
  if (moved.size === 0) return [];
  return [
    write`
      update market_issues set outside = outside + t.moved
      from unnest(${int8Array([...moved.keys()])}::bigint[], ${int4Array([...moved.values()])}::integer[]) as t (token, moved)
      where token_id = t.token
    `,
  ];
}

/**
 * An account without a row can only receive. The checks of an inserted row run before its conflict is detected, so a change that takes from a row
 * updates it.
 */
function moveShares(postings: readonly Posting[]): WriteStatement[] {
  const deltas = deltasOf(postings.filter(({ asset }) => asset !== 'cash'));
  const receives = ({ free, held }: Delta) => held >= 0 && free >= 0;
  const [given, taken] = [deltas.filter(receives), deltas.filter((one) => !receives(one))];
  const columns = (some: readonly Delta[]) =>
    [
      int8Array(some.map(({ asset }) => Number(asset))),
      byteaArray(some.map(({ account }) => bytes(account))),
      int4Array(some.map(({ free, held }) => free + held)),
      int4Array(some.map(({ held }) => held)),
      int8Array(some.map(({ blockIndex }) => blockIndex)),
    ] as const;
  const statements: WriteStatement[] = [];
  if (given.length > 0) {
    const [tokens, custodies, shares, held, blocks] = columns(given);
    statements.push(write`
      insert into market_holdings (token_id, custody_id, shares, held, changed_index)
      select * from unnest(
        ${tokens}::bigint[], ${custodies}::bytea[], ${shares}::integer[], ${held}::integer[], ${blocks}::bigint[]
      ) as given (token, custody, shares, held, block)
      on conflict (token_id, custody_id) do update set shares = market_holdings.shares + excluded.shares,
        held = market_holdings.held + excluded.held, changed_index = excluded.changed_index
    `);
  }
  if (taken.length > 0) {
    const [tokens, custodies, shares, held, blocks] = columns(taken);
    statements.push(write`
      update market_holdings set shares = shares + t.moved, held = held + t.holds, changed_index = t.block
      from unnest(
        ${tokens}::bigint[], ${custodies}::bytea[], ${shares}::integer[], ${held}::integer[], ${blocks}::bigint[]
      ) as t (token, custody, moved, holds, block) where token_id = t.token and custody_id = t.custody
    `);
  }
  return statements;
}
