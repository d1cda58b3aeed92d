import { sql } from 'kysely';
import type { readMarketData } from '#domains/market/contract.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Market } from './open-market.ts';

type Sums = {
  properties: number;
  shares: number;
  issued: number;
  holders: number;
  waiting: number;
  refused: number;
  halted: number;
};

/** Counts issues, shares, holders and calls, all as of one moment. */
export async function readTotals({ database, network }: Market): Promise<ResponseOut<typeof readMarketData>> {
  const { rows } = await sql<Sums>`
    select count(*) as properties, coalesce(sum(shares), 0)::bigint as shares,
      coalesce(sum(shares * price_cents), 0)::bigint as issued,
      (select count(distinct custody_id) from market_holdings where shares > 0) as holders,
      (select count(*) from market_calls where state in ('queued', 'sent')) as waiting,
      (select count(*) from market_calls where state = 'failed') as refused,
      (select count(*) from market_halts) as halted
    from market_issues
  `.execute(database);
  const { properties = 0, shares = 0, issued = 0, holders = 0, waiting = 0, refused = 0, halted = 0 } = rows[0] ?? {};
  const { networkName, isEmbedded } = network.chain;
  return {
    properties,
    shares,
    holders,
    issuedCents: issued,
    network: {
      name: networkName,
      isLocal: isEmbedded,
      waitingCalls: waiting,
      refusedCalls: refused,
      differences: halted,
    },
  };
}
