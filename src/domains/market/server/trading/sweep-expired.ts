import { sql } from 'kysely';
import { startRounds } from '#platform/server/start-rounds.ts';
import type { Market } from '../open-market.ts';
import { NothingToClose } from './judge-trading.ts';

const INTERVAL_MILLISECONDS = 5000;
const TOKENS_MAX = 50;

/** Records expired orders, so that what they held is free again. The next order for the same shares does so too. */
export async function sweepExpired({ database, clock, network, trading }: Market): Promise<void> {
  const { rows } = await sql<{ token: number }>`
    select distinct token_id as token from market_orders where open > 0 and expires_at <= to_timestamp(${clock()} / 1000.0)
    limit ${TOKENS_MAX}
  `.execute(database);
  if (rows.length === 0) return;
  const terms = await network.ready();
  for (const { token } of rows)
    await trading.append({ kind: 'sweep', network: terms, tokenId: token }).catch((error: unknown) => {
      // Another server swept them first.
      if (!(error instanceof NothingToClose)) throw error;
    });
}

/** Sweeps in rounds until it is stopped. */
export const startSweeping = (market: Market): { stop(): Promise<void> } =>
  startRounds(() => sweepExpired(market), {
    everyMilliseconds: INTERVAL_MILLISECONDS,
    log: market.log,
    failing: 'expired orders wait to be recorded',
  });
