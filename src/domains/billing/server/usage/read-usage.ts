import { sql } from 'kysely';
import type { readUsage } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { QueryIn, ResponseOut } from '#platform/contract/route.ts';
import type { Database } from '#platform/server/database/database.ts';
import { countOn, readUsed } from './meter.ts';
import { findPayer } from './payer.ts';

/** Returns the usage of the caller's payer against its plan, now and at the end of each of the last days. */
export async function readUsageOf(
  { database, config, demo }: { database: Database; config: { enabled: boolean }; demo: boolean },
  caller: Account,
  { days }: QueryIn<typeof readUsage>,
): Promise<ResponseOut<typeof readUsage>> {
  await countOn(database);
  const { accountId, plan, declared } = await findPayer(database, caller.id);
  const [used, stored] = await Promise.all([
    readUsed(database, accountId),
    sql<{ day: string; users: number; assets: number }>`
      select to_char(day, 'YYYY-MM-DD') as day, users, assets from billing_usage
      where account_id = ${accountId} order by billing_usage.day desc limit ${days}
    `.execute(database),
  ]);
  const max = (limit: number | undefined) => (limit === undefined || limit === Number.MAX_SAFE_INTEGER ? null : limit);
  return {
    ...used,
    declaredUsers: declared?.users ?? null,
    declaredAssets: declared?.assets ?? null,
    maxUsers: max(plan?.maxUsers),
    maxAssets: max(plan?.maxAssets),
    limited: config.enabled && !demo,
    days: stored.rows.reverse(),
  };
}
