import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { hexOf } from './call-rows.ts';
import { isSameCall, readCall } from './read-call.ts';

const PAGE = 200;

type Row = {
  readonly nonce: number;
  readonly attempt: number;
  readonly raw: Buffer;
  readonly hash: Buffer;
  readonly firstRaw: Buffer;
};

/** Compares every attempt of a call with its first bytes: only the fees may differ. The call that the network took must be one of them. */
export async function compareAttempts(tx: Database, differences: Differences): Promise<void> {
  for (let after = { nonce: -1, attempt: 0 }; ; ) {
    const { rows } = await sql<Row>`
      select nonce, attempt, a.raw, a.hash, c.raw as "firstRaw" from market_call_attempts as a join market_calls as c using (nonce)
      where (nonce, attempt) > (${after.nonce}, ${after.attempt}) order by nonce, attempt limit ${PAGE}
    `.execute(tx);
    for (const row of rows)
      if (!(await isAttempt(row)))
        differences.add('market_call_attempts', `attempt ${row.attempt} of nonce ${row.nonce} is another call`);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = last;
  }
  const { rows } = await sql<{ nonce: number }>`
    select nonce from market_calls as c where mined_hash is not null
      and not exists (select 1 from market_call_attempts as a where a.nonce = c.nonce and a.hash = mined_hash)
    order by nonce limit ${PAGE}
  `.execute(tx);
  for (const { nonce } of rows)
    differences.add('market_calls', `nonce ${nonce}: the call that the network took is not one of its attempts`);
}

async function isAttempt({ raw, hash, firstRaw }: Row): Promise<boolean> {
  const { keccak256 } = await import('viem');
  const [attempt, first] = await Promise.all([
    readCall({ raw: hexOf(raw), hash: hexOf(hash) }),
    readCall({ raw: hexOf(firstRaw), hash: keccak256(firstRaw) }),
  ]);
  return attempt !== undefined && first !== undefined && isSameCall(attempt, first);
}
