-- The secret of a payment that was opened without an account. Only the answer to its opening contains it, and whoever has it may
-- confirm the payment and read its receipt. Null: the account that opened it may, or nobody.
alter table payments add column payer_key text check (payer_key ~ '^[0-9a-f]{32}$');
alter table payments add constraint payments_payer_key_without_account check (payer_key is null or account_id is null);

-- True for an entry by which an account took a payment back, without the method giving the money back.
alter table payments add column by_hand boolean not null default false;
alter table payments add constraint payments_by_hand_reverses check (not by_hand or reverses is not null);
