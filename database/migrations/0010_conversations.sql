-- What a signed-in account asked the assistant, and what it answered. Each is its owner's alone, and goes with the account.
create table conversations (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  title text not null check (title <> ''),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index conversations_account on conversations (account_id, updated_at desc, id);

create table conversation_messages (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  at timestamptz not null,
  question text not null,
  answer jsonb not null
);

create index conversation_messages_order on conversation_messages (conversation_id, id);
