import { type RawBuilder, sql } from 'kysely';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Committed, hashState } from './commit-to.ts';
import { type CustomerRow, customerColumns, toCustomer } from './subscription-rows.ts';
import type { SubscriptionState } from './subscription-state.ts';

/** A stored subscription, and the hash of its state in the newest block about it; null if no block is about it. */
type Stated = CustomerRow & {
  readonly subscriptionId: string | null;
  readonly secret: Buffer | null;
  readonly index: number | null;
  readonly state: string | null;
};

/**
 * Returns the ids and secrets of the stored subscriptions of these accounts, after comparing each with the newest block about it. A subscription from
 * before such blocks has neither, and is left out: its next change makes its first block.
 *
 * @throws DamagedSubscription
 */
export async function readCommitted(db: Database, accountIds: readonly string[]): Promise<Map<string, Committed>> {
  const rows = await readStated(
    db,
    sql`account_id = any(${accountIds}::uuid[]) and (subscription_id is not null or exists (
      select 1 from billing_events e where e.account_id = s.account_id and e.block_index is not null
    ))`,
  );
  const committed = new Map<string, Committed>();
  for (const { subscriptionId, secret, index, state, ...row } of rows) {
    const { accountId } = row;
    if (subscriptionId === null || secret === null || state === null) throw new DamagedSubscription(accountId, null);
    if (hashRow({ subscriptionId, secret }, row) !== state) throw new DamagedSubscription(subscriptionId, index);
    committed.set(accountId, { subscriptionId, secret });
  }
  return committed;
}

async function readStated(
  db: Database,
  condition: RawBuilder<unknown>,
  limit: number | null = null,
): Promise<Stated[]> {
  const { rows } = await sql<Stated>`
    select s.subscription_id as "subscriptionId", s.secret, newest.index, newest.state, ${customerColumns}
    from billing_subscriptions s join billing_accounts a using (account_id) left join lateral (
      select index, data::jsonb->>'state' as state from ledger_blocks
      where domain = 'billing' and action = 'billing.subscription_changed' and data::jsonb->>'subscription' = s.subscription_id
      order by index desc limit 1
    ) as newest on true
    where ${condition} order by account_id limit ${limit}
  `.execute(db);
  return rows;
}

/** A stored subscription that differs from its newest block. */
export type Altered = {
  readonly accountId: string;
  readonly index: number | null;
  /** Undefined if it cannot be read. */
  readonly state: SubscriptionState | undefined;
  /** Reports whether the block states this. */
  readonly isStated: (state: SubscriptionState) => boolean;
};

/** Compares a page of the subscriptions with their newest blocks, by the ids of their accounts. `last` is undefined at the end. */
export async function readAltered(
  db: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ altered: Altered[]; last: string | undefined }> {
  const rows = await readStated(
    db,
    sql`subscription_id is not null and (${after ?? null}::uuid is null or account_id > ${after ?? null}::uuid)`,
    limit,
  );
  const altered = rows.flatMap(({ subscriptionId, secret, index, state: stated, ...row }): Altered[] => {
    const { accountId } = row;
    const isStated = (state: SubscriptionState) =>
      subscriptionId !== null && secret !== null && hashState({ subscriptionId, secret }, accountId, state) === stated;
    const state = readState(row);
    return state !== undefined && isStated(state) ? [] : [{ accountId, index, state, isStated }];
  });
  return { altered, last: rows.length < limit ? undefined : rows.at(-1)?.accountId };
}

/** Returns the hash of a stored subscription; undefined if it cannot be read, such as one with a plan that never existed. */
export function hashRow(committed: Committed, row: CustomerRow): string | undefined {
  const subscription = readState(row);
  return subscription && hashState(committed, row.accountId, subscription);
}

function readState(row: CustomerRow): SubscriptionState | undefined {
  try {
    return toCustomer(row).subscription;
  } catch {
    return undefined;
  }
}

/** Thrown if a subscription differs from its newest block: it is neither changed nor invoiced. */
export class DamagedSubscription extends AppError {
  constructor(name: string, index: number | null) {
    super(
      unavailable,
      'The stored subscription differs from the blocks, so nothing is changed and nothing is charged.',
      {
        hint: 'Ask the operator of this server to compare the records with the blocks: cairn rebuild --check.',
        cause: new Error(
          `The subscription ${name} ${index === null ? 'is of no block' : `differs from the hash in block ${index}`}`,
        ),
      },
    );
  }
}
