import { randomBytes } from 'node:crypto';
import { appendBlocks } from '#domains/ledger/server/index.ts';
import { present } from '#platform/contract/present.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { billingBlockTypes } from '../billing-block-types.ts';
import { addEvents, type NewEvent } from '../events.ts';
import { newRandomId } from '../random-id.ts';
import { hashEvents, hashState } from './commit-to.ts';
import { readCommitted } from './committed-states.ts';
import { storeSubscriptions } from './subscription-rows.ts';
import type { SubscriptionState } from './subscription-state.ts';

/** The new state of a subscription, and its events. */
export type SubscriptionChange = {
  readonly accountId: string;
  readonly state: SubscriptionState;
  readonly events: readonly NewEvent[];
};

/**
 * Stores changes of subscriptions with their events, and a block for each with the hashes of both. It names a subscription by a random id, and
 * neither its account nor its plan. The accounts are locked.
 *
 * @throws DamagedSubscription for a stored subscription that differs from its newest block
 */
export async function recordChanges(tx: Database, changes: readonly SubscriptionChange[], clock: Clock): Promise<void> {
  if (changes.length === 0) return;
  const known = await readCommitted(
    tx,
    changes.map(({ accountId }) => accountId),
  );
  const committed = changes.map((change) => ({
    ...change,
    committed: known.get(change.accountId) ?? { subscriptionId: newRandomId('sub'), secret: randomBytes(32) },
  }));
  const blocks = await appendBlocks(
    tx,
    committed.map(({ accountId, state, events, committed: by }) =>
      billingBlockTypes.draft({
        action: 'billing.subscription_changed',
        subscription: by.subscriptionId,
        state: hashState(by, accountId, state),
        events: hashEvents(by, events),
      }),
    ),
    clock,
  );
  await storeSubscriptions(tx, committed, clock());
  await addEvents(
    tx,
    committed.flatMap(({ events }, n) => {
      const blockIndex = present(blocks[n], 'Each draft is a block').index;
      return events.map((event) => ({ ...event, blockIndex }));
    }),
    clock(),
  );
}
