import { sql } from 'kysely';
import { present } from '#platform/contract/present.ts';
import type { Database } from '#platform/server/database/database.ts';

/** A stored block: its content, its owner, and its index copies. */
export type ChainRow = {
  readonly index: number;
  readonly timestamp: number;
  readonly data: string;
  readonly action: string;
  readonly domain: string;
  readonly asset_id: string | null;
  readonly participant: string | null;
};

const PAGE = 2000;

/**
 * Yields all blocks: those of each asset together and in order, then those without an asset. Holds one page in memory.
 */
export async function* readChainByAsset(db: Database): AsyncGenerator<ChainRow> {
  let after = { assetId: '', index: -1 };
  for (;;) {
    const { rows } = await sql<ChainRow>`
      select index, timestamp, data, action, domain, asset_id, participant from ledger_blocks
      where asset_id is not null and (asset_id, index) > (${after.assetId}, ${after.index}::bigint)
      order by asset_id, index limit ${PAGE}
    `.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = { assetId: present(last.asset_id, 'the query selects blocks with an asset'), index: last.index };
  }
  for (let from = -1; ; ) {
    const { rows } = await sql<ChainRow>`
      select index, timestamp, data, action, domain, asset_id, participant from ledger_blocks
      where asset_id is null and index > ${from}::bigint order by index limit ${PAGE}
    `.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    from = last.index;
  }
}
