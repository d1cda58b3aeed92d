import { sql } from 'kysely';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Custody } from '../holders.ts';
import type { ShareMove } from './match-lots.ts';

const PAGE = 2000;
/** The most tokens whose shares an account ever held. */
const TOKENS_MAX = 2000;

/** Reads every move of shares of a custody up to a block, oldest first, a page at a time. */
export async function* readShareMoves(db: Database, custody: Custody, until: number): AsyncGenerator<ShareMove> {
  const issued = await readIssued(db, custody, until);
  for (let after = { block: -1, position: -1 }; ; ) {
    const page = await readPage(db, custody.id, after, until);
    const last = page.at(-1);
    for (const move of page) {
      while (issued[0] !== undefined && issued[0].block < move.block) yield issued.shift() as ShareMove;
      yield move;
    }
    if (last === undefined || page.length < PAGE) break;
    after = last;
  }
  yield* issued;
}

/** Reads the shares that the custody got by issues from the blocks: no posting records them. */
async function readIssued(db: Database, { id, address }: Custody, until: number): Promise<ShareMove[]> {
  const { rows } = await sql<{ token: number }>`
    select token_id as token from market_holdings where custody_id = ${id} and token_id <= ${until} order by 1 limit ${TOKENS_MAX}
  `.execute(db);
  const blocks = await readBlocksAt(
    db,
    rows.map(({ token }) => token),
  );
  return blocks
    .flatMap(({ index, timestamp, data }) =>
      (data['holders'] as { address: string; shares: number }[])
        .filter((one) => one.address === address)
        .map(({ shares }) => ({ tokenId: index, block: index, at: timestamp, shares, cents: null })),
    )
    .toSorted((a, b) => a.block - b.block);
}

type Place = { readonly block: number; readonly position: number };

async function readPage(db: Database, id: Buffer, after: Place, until: number): Promise<(ShareMove & Place)[]> {
  const range = sql`(block_index, position) > (${after.block}, ${after.position}) and block_index <= ${until}`;
  const { rows } = await sql<ShareMove & Place>`
    with moved as (
      (
        select block_index, position, token_id, shares, shares * price_cents as cents from market_fills
        where buyer_id = ${id} and ${range} order by 1, 2 limit ${PAGE}
      ) union all (
        select block_index, position, token_id, -shares, shares * price_cents - royalty_cents from market_fills
        where seller_id = ${id} and ${range} order by 1, 2 limit ${PAGE}
      ) union all (
        select block_index, position, token_id, amount, null from market_postings
        where custody_id = ${id} and token_id is not null and reason not in ('order', 'trade', 'return') and ${range}
        order by 1, 2 limit ${PAGE}
      ) order by 1, 2 limit ${PAGE}
    )
    select block_index as block, position, token_id as "tokenId", moved.shares::integer as shares, cents, timestamp as at
    from moved join ledger_blocks on index = block_index order by 1, 2
  `.execute(db);
  return rows;
}
