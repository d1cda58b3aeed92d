-- When an invoice was given up as uncollectible. It stays so once a payment that came after all is taken back.
alter table billing_invoices add column given_up_at timestamptz;
update billing_invoices set given_up_at = closed_at where state = 'uncollectible' or dunning_step >= 5;
