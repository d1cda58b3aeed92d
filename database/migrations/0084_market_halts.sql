-- What is not traded, because the network and the tables gave it differently: the shares of a token, or cash (token 0), which stops
-- all trading. An operator who has put it right deletes the row.
create table market_halts (
  token_id bigint primary key check (token_id >= 0),
  reason text not null,
  found_at timestamptz not null default now()
);
