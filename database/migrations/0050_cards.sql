-- Payments by card: what connects a payment with the provider that takes the money. No card data is ever stored.

-- The ids of a payment at a provider. The intent becomes known when the payer gives a card.
create table card_intents (
  payment_id text primary key references payments (payment_id),
  provider text not null check (provider in ('stripe')),
  session_id text unique check (length(session_id) between 1 and 255),
  intent_id text unique check (length(intent_id) between 1 and 255),
  -- The page of the provider where the payer gives a card.
  url text check (length(url) between 1 and 2000),
  check (session_id is not null or intent_id is not null)
);

-- Events of providers that were handled, each once.
create table card_events (
  provider text not null check (provider in ('test', 'stripe')),
  event_id text not null check (length(event_id) between 1 and 255),
  kind text not null check (length(kind) between 1 and 100),
  -- Null if it belongs to no payment of this server.
  payment_id text references payments (payment_id),
  handled_at timestamptz not null,
  primary key (provider, event_id)
);

create function card_events_stay() returns trigger language plpgsql as $$
begin
  raise exception 'events of card providers are permanent' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger card_events_are_permanent before update or delete or truncate on card_events
  for each statement execute function card_events_stay();

-- The charges of the TEST provider of the demo.
create table test_card_charges (
  payment_id text primary key references payments (payment_id),
  card text not null check (card in ('test_success', 'test_declined', 'test_needs_step', 'test_disputed')),
  state text not null check (state in ('waiting', 'succeeded', 'failed')),
  reason text check (length(reason) between 1 and 500),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  -- From then on the cardholder disputes it.
  disputed_at timestamptz
);

create index test_card_charges_disputed on test_card_charges (disputed_at) where disputed_at is not null;
