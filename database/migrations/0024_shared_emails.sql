-- Unique addresses let a sign-up find out who has an account. An e-mail address is contact data: nothing looks an account up by it,
-- and sign-in takes the username.
drop index accounts_email_key;
