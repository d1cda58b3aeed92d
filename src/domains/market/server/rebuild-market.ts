import { sql } from 'kysely';
import type { Participants } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createDifferences } from '#platform/server/differences.ts';
import type { Difference, RebuildOptions } from '#platform/server/domain.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import { hexOf } from './calls/call-rows.ts';
import { compareAttempts } from './calls/compare-attempts.ts';
import { compareResults } from './calls/compare-results.ts';
import { compareDeposits } from './deposits/compare-deposits.ts';
import { custodyAddress } from './holders.ts';
import { compareIncome } from './income/compare-income.ts';
import { comparePayouts } from './payouts/compare-payouts.ts';
import { compareReceivers } from './receivers/compare-receivers.ts';
import { compareTrading } from './trading/compare-trading.ts';
import { compareOutside } from './wallets/compare-outside.ts';

/** None can be rebuilt from the blocks, because the ids of custodies are only in the tables. */
const LASTING = [
  ...[
    'market_issues',
    'market_holdings',
    'market_accounts',
    'market_calls',
    'market_call_attempts',
    'market_cash',
    'market_orders',
    'market_fills',
  ],
  'market_postings',
  'market_incomes',
  'market_income_claims',
  'market_receivers',
  'market_withdrawals',
  'market_arrivals',
  ...['market_deposits', 'market_payouts', 'payments', 'book_postings'],
];
const PAGE = 1000;

type Compared = {
  readonly database: Database;
  readonly chain: Pick<Chain, 'request' | 'networkName'>;
  /** Decrypts bank accounts. Undefined: they are not compared. */
  readonly participants?: Pick<Participants, 'secretBox'>;
};

/**
 * Compares every issue and its call with the blocks, every address with the id it is the hash of, all results of trading with a replay of the
 * blocks, and the results of calls with the network. Repairs nothing. Runs on one state of the ledger.
 */
export function rebuildMarket(
  { database, chain, participants }: Compared,
  { onProgress }: RebuildOptions,
): Promise<Difference[]> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const differences = createDifferences(LASTING);
      await compareIssues(tx, differences);
      await compareAddresses(tx, differences);
      await compareReceivers(tx, differences);
      await compareOutside(tx, differences);
      await compareAttempts(tx, differences);
      await compareResults(tx, chain, differences);
      const compared = await compareTrading(tx, differences);
      await compareIncome(tx, differences);
      await compareDeposits(tx, differences);
      await comparePayouts(tx, differences, participants?.secretBox);
      onProgress?.(compared);
      return differences.list();
    });
}

type Problem = { token: number; problem: string };

async function compareIssues(tx: Database, differences: ReturnType<typeof createDifferences>): Promise<void> {
  const stated = sql`
    select index as token, data::jsonb as d, timestamp from ledger_blocks
    where domain = 'market' and domain <> 'trace' and action = 'market.issued'
  `;
  const { rows: issues } = await sql<Problem>`
    with stated as (${stated})
    select coalesce(token, token_id) as token, case
      when token is null then 'is stored, and no block issued it'
      when token_id is null then 'was issued by its block, and is not stored'
      else 'differs from its block' end as problem
    from stated full join (select market_issues.*, address as receiver from market_issues
      join market_accounts on custody_id = royalty_receiver) as stored on token = token_id
    where token is null or token_id is null or (property_id, shares::text, price_cents::text, royalty_basis_points::text, is_public::text,
      minimum_purchase::text, title_index::text, '0x' || encode(receiver, 'hex'), extract(epoch from issued_at)::bigint)
    is distinct from (d->>'property_id', d->>'shares', d->>'price_cents', d->>'royalty_basis_points', d->>'public',
      d->>'minimum_purchase', d->>'title_index', d->>'royalty_receiver', timestamp::bigint)
    order by 1
  `.execute(tx);
  for (const { token, problem } of issues) differences.add('market_issues', `token ${token} ${problem}`);
  const { rows: calls } = await sql<Problem>`
    with stated as (
      select index as token from ledger_blocks
      where domain = 'market' and domain <> 'trace' and action in ('market.issued', 'market.receiver_allowed')
    )
    select coalesce(token, block_index) as token,
      case when token is null then 'has a call, and is no block of the market' else 'has no call' end as problem
    from stated full join (select * from market_calls where sequence is null) as own on token = block_index where token is null or block_index is null order by 1
  `.execute(tx);
  for (const { token, problem } of calls) differences.add('market_calls', `block ${token} ${problem}`);
}

async function compareAddresses(tx: Database, differences: ReturnType<typeof createDifferences>): Promise<void> {
  for (let after: Uint8Array = Buffer.alloc(0); ; ) {
    const { rows } = await sql<{ id: Buffer; address: Buffer }>`
      select custody_id as id, address from market_accounts where custody_id > ${after} order by custody_id limit ${PAGE}
    `.execute(tx);
    for (const { id, address } of rows)
      if (hexOf(address) !== custodyAddress(id))
        differences.add('market_accounts', `${hexOf(address)} is not the address of its id`);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}
