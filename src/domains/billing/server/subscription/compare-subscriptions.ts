import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { type CommittedEvent, hashEvents } from './commit-to.ts';
import { hashRow } from './committed-states.ts';
import { type CustomerRow, customerColumns } from './subscription-rows.ts';

const PAGE = 500;
/** The kinds of subscription events. Such an event is a part of a change that is a block. */
const KINDS = [
  ...['trial_started', 'trial_extended', 'trial_ends_soon', 'trial_expired', 'trial_cancelled', 'subscription_began'],
  ...['subscription_ended', 'subscription_ended_unpaid', 'terms_changed', 'terms_change_later', 'cancellation_asked'],
  ...['cancellation_taken_back', 'invoice_drafted'],
];

/** The block of a change, and the stored events of it. */
type Change = {
  readonly index: number;
  readonly subscription: string;
  readonly state: string;
  readonly events: string;
  /** Null if the subscription is not stored. */
  readonly secret: Buffer | null;
  readonly stored: readonly CommittedEvent[];
};

/**
 * Compares every subscription with the last block about it, and its events with the block of each change. Finds a subscription without a block, a
 * block without a subscription, and an event that no block covers.
 */
export async function compareSubscriptions(tx: Database, differences: Differences): Promise<void> {
  const last = new Map<string, Change>();
  for (let after = -1; ; ) {
    const changes = await readChanges(tx, after);
    for (const change of changes) {
      const { index, subscription: subscriptionId, secret, events, stored } = change;
      last.set(subscriptionId, change);
      if (secret !== null && hashEvents({ subscriptionId, secret }, stored) !== events)
        differences.add('billing_events', `what happened in block ${index} differs from its hash`);
    }
    after = changes.at(-1)?.index ?? after;
    if (changes.length < PAGE) break;
  }
  await compareStates(tx, last, differences);
  for (const { subscription, index } of last.values())
    differences.add('billing_subscriptions', `${subscription} was changed by block ${index}, and is not stored`);
  await compareStrangers(tx, differences);
}

/** Compares each subscription with the last block about it, which it removes from `last`. */
async function compareStates(tx: Database, last: Map<string, Change>, differences: Differences): Promise<void> {
  for (let after: string | undefined; ; ) {
    const { rows } = await sql<CustomerRow & { subscriptionId: string | null; secret: Buffer | null }>`
      select s.subscription_id as "subscriptionId", s.secret, ${customerColumns}
      from billing_subscriptions s join billing_accounts a using (account_id)
      where (${after ?? null}::uuid is null or account_id > ${after ?? null}::uuid) order by account_id limit ${PAGE}
    `.execute(tx);
    for (const { subscriptionId, secret, ...row } of rows) {
      const change = last.get(subscriptionId ?? '');
      last.delete(subscriptionId ?? '');
      if (subscriptionId === null || secret === null || change === undefined)
        differences.add('billing_subscriptions', `${subscriptionId ?? row.accountId} is of no block`);
      else if (hashRow({ subscriptionId, secret }, row) !== change.state)
        differences.add('billing_subscriptions', `${subscriptionId} differs from the hash in block ${change.index}`);
    }
    after = rows.at(-1)?.accountId;
    if (rows.length < PAGE) return;
  }
}

async function readChanges(tx: Database, after: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select b.index, d->>'subscription' as subscription, d->>'state' as state, d->>'events' as events, s.secret, coalesce((
      select json_agg(json_build_object(
        'at', extract(epoch from e.at)::bigint, 'kind', e.kind, 'invoiceId', e.invoice_id, 'detail', e.detail, 'by', e.by_username
      ) order by event_id)
      from billing_events e where e.block_index = b.index and e.account_id = s.account_id
    ), '[]') as stored
    from (
      select index, data::jsonb as d from ledger_blocks
      where domain = 'billing' and action = 'billing.subscription_changed' and index > ${after} order by index limit ${PAGE}
    ) as b left join billing_subscriptions s on s.subscription_id = d->>'subscription'
    order by b.index
  `.execute(tx);
  return rows;
}

/** Finds events without a block that only a change of a subscription makes, and events of a block about no subscription. */
async function compareStrangers(tx: Database, differences: Differences): Promise<void> {
  const { rows } = await sql<{ id: number; kind: string }>`
    select event_id as id, kind from billing_events
    where (block_index is null and kind = any(${KINDS}::text[])) or (block_index is not null and not exists (
      select 1 from ledger_blocks b join billing_subscriptions s on s.subscription_id = b.data::jsonb->>'subscription'
      where b.index = block_index and b.domain = 'billing' and b.action = 'billing.subscription_changed'
        and s.account_id = billing_events.account_id
    )) order by 1 limit ${PAGE}
  `.execute(tx);
  for (const { id, kind } of rows) differences.add('billing_events', `event ${id}, ${kind}, is of no block`);
}
