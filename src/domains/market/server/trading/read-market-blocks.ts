import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { MarketBlock } from './replay-trading.ts';

/** Blocks that `readMarketBlocks` returns at most. */
export const BLOCKS_PAGE = 500;

/** Reads the next page of the market's blocks behind the index `after`, up to the index `to`, in order. */
export async function readMarketBlocks(
  db: Database,
  { after, to = Number.MAX_SAFE_INTEGER }: { readonly after: number; readonly to?: number },
): Promise<MarketBlock[]> {
  const { rows } = await sql<{ index: number; timestamp: number; data: string }>`
    select index, timestamp, data from ledger_blocks
    where domain = 'market' and domain <> 'trace' and index > ${after} and index <= ${to}
    order by index limit ${BLOCKS_PAGE}
  `.execute(db);
  return rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) as MarketBlock['data'] }));
}
