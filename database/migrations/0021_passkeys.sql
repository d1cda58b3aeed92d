-- Public keys with which accounts sign in (WebAuthn). No row is a secret.
create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- The authenticator's own name for the key, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's count of signatures, 0 if it does not count. A lower one than before comes from a copy of the key.
  sign_count bigint not null,
  -- How browsers reach the authenticator, separated by spaces: usb, nfc, internal …
  transports text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_account on passkeys (account_id, created_at);

-- Challenges that wait for their signature. Each is deleted on first use.
create table passkey_challenges (
  challenge text primary key,
  -- The session that registers a passkey. Empty for a sign-in.
  session_id uuid,
  expires_at timestamptz not null
);

create index passkey_challenges_age on passkey_challenges (expires_at);
