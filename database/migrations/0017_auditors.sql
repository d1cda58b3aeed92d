-- Reading accounts, residents and the administration log takes a mark that an administrator gives. Until now the role
-- `other` was enough, and anyone can sign up with it.
alter table accounts add column auditor boolean not null default false;

-- The account that started a full validation. Only it and administrators may cancel the validation. Empty for those
-- that were started before, and for those that the server starts itself.
alter table ledger_validations add column started_by uuid references accounts (id);
