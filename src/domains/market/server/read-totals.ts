import { sql } from 'kysely';
import type { readMarketData } from '#domains/market/contract.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import { readBacklog } from './calls/call-rows.ts';
import { isPaused } from './calls/pause.ts';
import type { Market } from './open-market.ts';
import { readPrices } from './trading/read-prices.ts';

type Sums = {
  properties: number;
  shares: number;
  issued: number;
  holders: number;
  refused: number;
  halted: number;
};

/** Counts issues, shares, holders and calls. */
export async function readTotals(market: Market): Promise<ResponseOut<typeof readMarketData>> {
  const { database, network } = market;
  const backlog = await readBacklog(database);
  const { rows } = await sql<Sums>`
    select count(*) as properties, coalesce(sum(shares), 0)::bigint as shares,
      coalesce(sum(shares * price_cents), 0)::bigint as issued,
      (select count(distinct custody_id) from market_holdings where shares > 0) as holders,
      (select count(*) from market_calls where state = 'failed') as refused,
      (select count(*) from market_halts) as halted
    from market_issues
  `.execute(database);
  const { properties = 0, shares = 0, issued = 0, holders = 0, refused = 0, halted = 0 } = rows[0] ?? {};
  const { networkName, isEmbedded, pauseMinutes } = network.chain;
  return {
    properties,
    shares,
    holders,
    issuedCents: issued,
    ...(await readPrices(market)),
    network: {
      name: networkName,
      isLocal: isEmbedded,
      waitingCalls: backlog.calls,
      waitingSince: backlog.since === undefined ? null : new Date(backlog.since).toISOString(),
      isPaused: isPaused(backlog, pauseMinutes),
      refusedCalls: refused,
      differences: halted,
    },
  };
}
