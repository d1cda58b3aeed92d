import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { appendBlocks } from '#domains/ledger/server/index.ts';
import { present } from '#platform/contract/present.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { billingBlockTypes } from '../billing-block-types.ts';
import { hashJson } from '../hash-json.ts';

/** The usage of an account on a day, `YYYY-MM-DD`. */
export type CountedUsage = {
  readonly accountId: string;
  readonly day: string;
  readonly users: number;
  readonly assets: number;
};

const keyOf = ({ accountId, day }: CountedUsage) => `${accountId} ${day}`;

/** Returns the SHA-256, in hex, of a secret and of usage in any order. */
export const hashUsage = (secret: Buffer, counted: readonly CountedUsage[]): string =>
  hashJson({
    secret: secret.toString('hex'),
    usage: counted
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .map(({ accountId, day, users, assets }) => ({ accountId, day, users, assets })),
  });

/** States stored usage in a block, with its hash and without any account, in the transaction that stored it. */
export async function stateUsage(tx: Database, counted: readonly CountedUsage[], clock: Clock): Promise<void> {
  if (counted.length === 0) return;
  const secret = randomBytes(32);
  const draft = billingBlockTypes.draft({ action: 'billing.usage_counted', sha256: hashUsage(secret, counted) });
  const { index } = present((await appendBlocks(tx, [draft], clock))[0], 'One draft is one block');
  await sql`insert into billing_usage_counts (block_index, secret) values (${index}, ${secret})`.execute(tx);
  await sql`
    update billing_usage u set block_index = ${index}
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as given ("accountId" uuid, day date)
    where u.account_id = "accountId" and u.day = given.day
  `.execute(tx);
}
