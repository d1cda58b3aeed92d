import { sql } from 'kysely';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Log } from '#platform/server/log.ts';

/** The token that represents cash in `market_halts`, and so all trading. */
export const EVERYTHING = 0;

/** The refusal of a request while all trading is halted. */
export const allHalted = (): AppError =>
  new AppError(
    unavailable,
    'Trading is halted: the records differ from the network or the blocks. The operator has been notified.',
  );

/** The refusal of a request while trading of its shares is halted. */
export const tokenHalted = (): AppError =>
  new AppError(
    unavailable,
    'Trading of these shares is halted: the records differ from the network or the blocks. The operator has been notified.',
  );

/**
 * Requires that neither all trading nor that of a token is halted, for calls that the rules of trading do not judge.
 *
 * @throws AppError `server.unavailable`
 */
export async function requireNotHalted(db: Database, tokenId?: number): Promise<void> {
  const { rows } = await sql<{ all: boolean; own: boolean }>`
    select exists (select 1 from market_calls where state = 'failed') or exists (select 1 from market_halts where token_id = ${EVERYTHING}) as all,
      exists (select 1 from market_halts where token_id = ${tokenId ?? EVERYTHING}) as own
  `.execute(db);
  if (rows[0]?.all) throw allHalted();
  if (rows[0]?.own) throw tokenHalted();
}

/** Halts trading of a token; with token 0, all trading. */
export async function halt(
  { database, log }: { readonly database: Database; readonly log: Log },
  tokenId: number,
  reason: string,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into market_halts (token_id, reason) values (${tokenId}, ${reason}) on conflict do nothing
  `.execute(database);
  if (numAffectedRows === 1n)
    log.error({ token: tokenId, reason }, 'trading is halted: the records differ from the network or the blocks');
}
