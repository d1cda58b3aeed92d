-- Finds the blocks about an invite: it is compared with them before somebody joins a team by it.
create index blocks_invites on blocks ((data::jsonb->>'invite'), action)
  where action in ('billing.invite_made', 'billing.invite_ended');
