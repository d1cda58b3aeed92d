-- A notice of an automatic payment that waits for its payer.
alter table notices drop constraint notices_kind_check, add constraint notices_kind_check check (kind in (
  'due_soon', 'overdue', 'payment_waiting', 'payment_received', 'payment_failed', 'payment_reversed', 'payment_disputed'
));
