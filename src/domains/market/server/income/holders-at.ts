import { sql } from 'kysely';
import { findFirstSince, readHead } from '#domains/ledger/server/index.ts';
import { endOfDay } from '#domains/registry/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';

export type HolderAt = { readonly custodyId: Buffer; readonly address: Buffer; readonly shares: number };

/**
 * Returns the last block of a day in the city's time zone, or the newest block without a day. Its holders never change.
 *
 * @throws AppError `request.invalid` for a day in the future, or before the shares existed
 */
export async function findRecordBlock(
  { database, clock, timeZone }: { readonly database: Database; readonly clock: Clock; readonly timeZone: string },
  day: string | undefined,
  tokenId: number,
): Promise<number> {
  const newest = (await readHead(database)).length - 1;
  if (day === undefined) return newest;
  const ends = endOfDay(day, timeZone);
  const begins = ends - DAY_MILLISECONDS;
  if (begins > clock()) throw refused('recordDate is in the future');
  const last = Math.min(newest, (await findFirstSince(database, Math.floor(ends / 1000) + 1)) - 1);
  if (last < tokenId) throw refused('recordDate is before the shares were issued');
  return last;
}

const DAY_MILLISECONDS = 86_400_000;

const refused = (message: string) =>
  new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/recordDate', message }] });

/** Reads who held shares of a token when a block had been appended, by address. Shares in open sales still belong to the seller. */
export async function readHoldersAt(db: Database, tokenId: number, block: number, limit: number): Promise<HolderAt[]> {
  const { rows } = await sql<HolderAt>`
    with since as (
      select custody_id, sum(amount)::bigint as moved from market_postings
      where token_id = ${tokenId} and block_index > ${block} group by custody_id
    )
    select custody_id as "custodyId", address, (shares - coalesce(moved, 0))::integer as shares
    from market_holdings left join since using (custody_id) join market_accounts using (custody_id)
    where token_id = ${tokenId} and shares > coalesce(moved, 0) order by address limit ${limit}
  `.execute(db);
  return rows;
}
