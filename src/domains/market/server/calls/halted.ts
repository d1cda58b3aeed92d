import { sql } from 'kysely';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';

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
    select exists (select 1 from market_calls where state = 'failed') or exists (select 1 from market_halts where token_id = 0) as all,
      exists (select 1 from market_halts where token_id = ${tokenId ?? 0}) as own
  `.execute(db);
  if (rows[0]?.all) throw allHalted();
  if (rows[0]?.own) throw tokenHalted();
}
