import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { hexOf } from '../calls/call-rows.ts';
import type { Movement } from './book/settlement.ts';
import { encodeSteps, readSettlement } from './encode-settlement.ts';
import { BLOCKS_PAGE, readMarketBlocks } from './read-market-blocks.ts';
import { type MarketBlock, type Replayed, type ReplayedOrder, TradingReplay } from './replay-trading.ts';
import type { Step } from './step.ts';

const PAGE = 500;

/**
 * Replays every block of the market and compares the result with the tables: orders, trades, postings, cash, holdings, and the
 * steps of every call. Returns the number of blocks. Memory grows with open orders and with accounts, not with history.
 */
export async function compareTrading(tx: Database, differences: Differences): Promise<number> {
  let closed: ReplayedOrder[] = [];
  const replay = new TradingReplay((order) => closed.push(order));
  const custodies = await readCustodies(tx);
  const calls = createCallComparison(tx, differences);
  let count = 0;
  for (let after = -1; ; ) {
    const blocks = await readMarketBlocks(tx, { after });
    const played = blocks.map((block) => ({ block, done: replay.play(block) }));
    for (const { block, done } of played)
      if (done.problem !== undefined) differences.add('market_orders', `block ${block.index} ${done.problem}`);
    await compareFills(tx, differences, played);
    await comparePostings(tx, differences, played);
    await compareOrders(tx, differences, closed);
    closed = [];
    await calls.expect(played.flatMap(({ done }) => done.steps.map((step) => withCustody(step, custodies))));
    count += blocks.length;
    const last = blocks.at(-1);
    if (last === undefined || blocks.length < BLOCKS_PAGE) break;
    after = last.index;
  }
  await compareOrders(tx, differences, [...replay.open.values()]);
  await calls.end();
  await compareStrangers(tx, differences);
  await compareBalances(tx, differences, replay.balances);
  return count;
}

type Played = { readonly block: MarketBlock; readonly done: Replayed };

async function readCustodies(tx: Database): Promise<ReadonlyMap<string, `0x${string}`>> {
  const { rows } = await sql<{ id: Buffer; address: Buffer }>`
    select custody_id as id, address from market_accounts
  `.execute(tx);
  return new Map(rows.map(({ id, address }) => [hexOf(address), hexOf(id)]));
}

const withCustody = (step: Replayed['steps'][number], custodies: ReadonlyMap<string, `0x${string}`>): Step =>
  'account' in step ? { name: 'deposit', args: [custodies.get(step.account) ?? '0x', step.cents] } : step;

async function compareFills(tx: Database, differences: Differences, played: readonly Played[]): Promise<void> {
  const indexes = played.map(({ block }) => block.index);
  const { rows } = await sql<{ block: number; text: string }>`
    select block_index as block, concat_ws(' ', position, maker_id, taker_id, fill.shares, fill.price_cents, royalty_cents,
      '0x' || encode(buyer.address, 'hex') , '0x' || encode(seller.address, 'hex'), extract(epoch from traded_at)::bigint) as text
    from market_fills as fill join market_accounts as buyer on buyer.custody_id = buyer_id
      join market_accounts as seller on seller.custody_id = seller_id
    where block_index = any(${indexes}::bigint[]) order by block_index, position
  `.execute(tx);
  const stored = Map.groupBy(rows, ({ block }) => block);
  for (const { block, done } of played) {
    const told = done.fills.map(({ maker, taker, shares, price, royalty }, n) => {
      const [buyer, seller] = partiesOf(done, n);
      return [n, maker, taker, shares, price, royalty, buyer, seller, block.timestamp].join(' ');
    });
    const kept = (stored.get(block.index) ?? []).map(({ text }) => text);
    if (told.join() !== kept.join()) differences.add('market_fills', `block ${block.index}: ${kept} and not ${told}`);
  }
}

/**
 * Returns the buyer and the seller of a block's n-th trade: the receiver and the giver of shares. The return of a closed order
 * goes from an account to itself, which no trade does.
 */
function partiesOf({ movements }: Replayed, n: number): [string, string] {
  const traded = movements.flatMap(({ account, asset, part, amount }, at) => {
    const before = movements[at - 1];
    const isTrade =
      asset !== 'cash' && part === 'free' && amount > 0 && before?.part === 'held' && before.amount === -amount;
    return isTrade && before.account !== account ? [[account, before.account] as [string, string]] : [];
  });
  return traded[n] ?? ['', ''];
}

async function comparePostings(tx: Database, differences: Differences, played: readonly Played[]): Promise<void> {
  const indexes = played.map(({ block }) => block.index);
  const { rows } = await sql<{ block: number; text: string }>`
    select block_index as block, concat_ws(' ', coalesce('0x' || encode(address, 'hex'), 'outside'), coalesce(token_id::text, 'cash'),
      part, amount, reason) as text
    from market_postings left join market_accounts using (custody_id)
    where block_index = any(${indexes}::bigint[]) order by block_index, position
  `.execute(tx);
  const stored = Map.groupBy(rows, ({ block }) => block);
  for (const { block, done } of played) {
    const told = done.movements.map(
      ({ account, asset, part, amount, reason }) => `${account} ${asset} ${part} ${amount} ${reason}`,
    );
    for (const [asset, sum] of sumsOf(done.movements))
      if (sum !== 0) told.push(`outside ${asset} free ${-sum} ${done.movements[0]?.reason}`);
    const kept = (stored.get(block.index) ?? []).map(({ text }) => text);
    if (told.toSorted().join() !== kept.toSorted().join())
      differences.add('market_postings', `block ${block.index}: ${kept} and not ${told}`);
  }
}

/** Adds up the movements of each asset. A sum other than zero comes from outside, or goes there. */
function sumsOf(movements: readonly Movement[]): ReadonlyMap<Movement['asset'], number> {
  const sums = new Map<Movement['asset'], number>();
  for (const { asset, amount } of movements) sums.set(asset, (sums.get(asset) ?? 0) + amount);
  return sums;
}

async function compareOrders(tx: Database, differences: Differences, orders: readonly ReplayedOrder[]): Promise<void> {
  for (let from = 0; from < orders.length; from += PAGE) {
    const some = orders.slice(from, from + PAGE);
    const ids = some.map(({ order }) => order.orderId);
    const { rows } = await sql<{ id: number; text: string }>`
      select order_id as id, concat_ws(' ', token_id, '0x' || encode(address, 'hex'), side, shares, price_cents, remainder,
        extract(epoch from expires_at)::bigint, open, filled, returned, traded_cents, coalesce(ended, 'open')) as text
      from market_orders join market_accounts using (custody_id) where order_id = any(${ids}::bigint[])
    `.execute(tx);
    const stored = new Map(rows.map(({ id, text }) => [id, text]));
    for (const { order, tokenId, filled, returned, traded, ended } of some) {
      const { orderId, account, side, shares, price, remainder, expiresAt, open } = order;
      // Without a block that closes it, an expired order is still open.
      const left = ended === null ? shares - filled - returned : open;
      const fields = [
        tokenId,
        account,
        side,
        shares,
        price,
        remainder,
        expiresAt / 1000,
        left,
        filled,
        returned,
        traded,
      ];
      const told = [...fields, ended ?? 'open'].join(' ');
      const kept = stored.get(orderId);
      if (kept !== told) differences.add('market_orders', `order ${orderId}: ${kept ?? 'not stored'} and not ${told}`);
    }
  }
}

/** Finds rows whose blocks are not blocks of the market. */
async function compareStrangers(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ place: string; block: number }>`
    with own as (select index from ledger_blocks where domain = 'market' and domain <> 'trace')
    select 'market_orders' as place, order_id as block from market_orders where order_id not in (select index from own)
    union all select 'market_fills', block_index from market_fills where block_index not in (select index from own)
    union all select 'market_postings', block_index from market_postings where block_index not in (select index from own)
    limit ${PAGE}
  `.execute(tx);
  for (const { place, block } of rows) differences.add(place, `block ${block} is no block of the market`);
}

async function compareBalances(
  tx: Database,
  differences: Differences,
  balances: ReadonlyMap<string, number>,
): Promise<void> {
  const { rows } = await sql<{ address: string; asset: string; free: number; held: number }>`
    select '0x' || encode(address, 'hex') as address, asset, free, held from (
      select custody_id, 'cash' as asset, free_cents as free, held_cents as held from market_cash
      union all select custody_id, token_id::text, shares - held, held from market_holdings
    ) as stored join market_accounts using (custody_id)
  `.execute(tx);
  const left = new Map(balances);
  for (const { address, asset, free, held } of rows)
    for (const [part, amount] of [
      ['free', free],
      ['held', held],
    ] as const) {
      const key = `${address} ${asset} ${part}`;
      const told = left.get(key) ?? 0;
      left.delete(key);
      if (told !== amount)
        differences.add(asset === 'cash' ? 'market_cash' : 'market_holdings', difference(key, amount, told));
    }
  for (const [key, told] of left)
    differences.add(key.includes(' cash ') ? 'market_cash' : 'market_holdings', difference(key, 0, told));
}

function difference(key: string, amount: number, told: number): string {
  const [address, asset, part] = key.split(' ');
  return `${asset === 'cash' ? 'cash' : `token ${asset}`}: ${address} holds ${amount} ${part} and not ${told}`;
}

/** Compares the steps derived from the blocks with those of the signed calls, in order. */
function createCallComparison(tx: Database, differences: Differences) {
  const waiting: string[] = [];
  let sequence = 0;
  let isBroken = false;
  async function compare(isEnd: boolean): Promise<void> {
    while (!isBroken && waiting.length > 0) {
      const { rows } = await sql<{ raw: Buffer; hash: Buffer; nonce: number }>`
        select raw, hash, nonce from market_calls where sequence = ${sequence + 1}
      `.execute(tx);
      const [row] = rows;
      const call = row && (await readSettlement(row.raw, row.hash));
      const fault =
        call === undefined ? 'is missing or altered' : call.sequence !== sequence + 1 ? 'is out of order' : '';
      if (call !== undefined && call.steps.length > waiting.length && !isEnd) return;
      const told = waiting.splice(0, call?.steps.length ?? waiting.length);
      sequence += 1;
      if (fault === '' && told.join() === call?.steps.join()) continue;
      isBroken = true;
      differences.add('market_calls', `settlement ${sequence} ${fault || 'has other steps than the blocks'}`);
    }
  }
  return {
    async expect(steps: readonly Step[]): Promise<void> {
      waiting.push(...(await encodeSteps(steps)));
      await compare(false);
    },
    async end(): Promise<void> {
      await compare(true);
      const { rows } = await sql<{ sequence: number }>`
        select sequence from market_calls where sequence > ${sequence} order by sequence limit 1
      `.execute(tx);
      if (!isBroken && rows[0] !== undefined)
        differences.add('market_calls', `settlement ${rows[0].sequence} is of no block`);
    },
  };
}
