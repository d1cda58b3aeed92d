-- Finds the blocks about a subscription: its row is compared with the newest before each change.
create index blocks_subscriptions on blocks ((data::jsonb->>'subscription'), index)
  where action = 'billing.subscription_changed';
