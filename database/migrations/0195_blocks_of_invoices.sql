-- Finds the blocks that issued or closed an invoice: a draft is issued only if there is none.
create index blocks_invoices on blocks ((data::jsonb->>'invoice'), index)
  where action in ('billing.invoice_issued', 'billing.invoice_closed');
-- Finds the change of a subscription that made a draft.
create index billing_events_drafted on billing_events (invoice_id) where kind = 'invoice_drafted';
