import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { bytesOf, hexOf } from '../calls/call-rows.ts';

type Hex = `0x${string}`;

export type WalletRow = { readonly address: Hex; readonly boundAt: number };
export type WalletMessage = {
  readonly nonce: string;
  readonly address: Hex;
  /** In whole milliseconds, so that the same message is built again. */
  readonly issuedAt: number;
  readonly expiresAt: number;
};

/** The most messages of one account that wait for a signature. */
const MESSAGES_MAX = 10;
const LOG_MAX = 20;

const timeOf = (milliseconds: number) => sql`to_timestamp(${milliseconds}::float8 / 1000.0)`;
const inMilliseconds = (column: string) => sql<number>`round(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Stores a message for an account to sign. Deletes expired messages, and the account's oldest above ten. */
export async function insertMessage(
  db: Database,
  accountId: string,
  message: WalletMessage,
  now: number,
): Promise<void> {
  await sql`
    delete from market_wallet_messages where expires_at <= ${timeOf(now)} or nonce in (
      select nonce from market_wallet_messages where account_id = ${accountId} order by issued_at desc offset ${MESSAGES_MAX - 1}
    )
  `.execute(db);
  await sql`
    insert into market_wallet_messages (nonce, account_id, address, issued_at, expires_at)
    values (${message.nonce}, ${accountId}, ${bytesOf(message.address)}, ${timeOf(message.issuedAt)}, ${timeOf(message.expiresAt)})
  `.execute(db);
}

/** Finds a message of the account that has not expired, used or not. */
export async function findMessage(
  db: Database,
  accountId: string,
  nonce: string,
  now: number,
): Promise<(WalletMessage & { readonly isUsed: boolean }) | undefined> {
  const { rows } = await sql<{ address: Buffer; issuedAt: number; expiresAt: number; isUsed: boolean }>`
    select address, ${inMilliseconds('issued_at')} as "issuedAt", ${inMilliseconds('expires_at')} as "expiresAt",
      used_at is not null as "isUsed"
    from market_wallet_messages where nonce = ${nonce} and account_id = ${accountId} and expires_at > ${timeOf(now)}
  `.execute(db);
  const [row] = rows;
  return row && { ...row, nonce, address: hexOf(row.address) };
}

/** Marks a message as used. Reports false if another request used it first. */
export async function useMessage(db: Database, nonce: string, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update market_wallet_messages set used_at = ${timeOf(now)} where nonce = ${nonce} and used_at is null
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Binds a wallet to an account, unless another has it. Returns its account afterwards. */
export async function bind(db: Database, accountId: string, address: Hex, now: number): Promise<string | undefined> {
  const { numAffectedRows } = await sql`
    insert into market_wallets (address, account_id, bound_at) values (${bytesOf(address)}, ${accountId}, ${timeOf(now)})
    on conflict do nothing
  `.execute(db);
  if (numAffectedRows === 1n) await note(db, accountId, address, 'bound', now);
  const { rows } = await sql<{ owner: string }>`
    select account_id as owner from market_wallets where address = ${bytesOf(address)}
  `.execute(db);
  return rows[0]?.owner;
}

/** Unbinds a wallet of the account, and returns it. Undefined if it is not bound to the account. */
export async function unbind(
  db: Database,
  accountId: string,
  address: Hex,
  now: number,
): Promise<WalletRow | undefined> {
  const { rows } = await sql<{ boundAt: number }>`
    delete from market_wallets where address = ${bytesOf(address)} and account_id = ${accountId}
    returning ${inMilliseconds('bound_at')} as "boundAt"
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  await note(db, accountId, address, 'unbound', now);
  return { address, boundAt: row.boundAt };
}

async function note(db: Database, accountId: string, address: Hex, act: 'bound' | 'unbound', now: number) {
  await sql`
    insert into market_wallet_log (account_id, address, act, at)
    values (${accountId}, ${bytesOf(address)}, ${act}, ${timeOf(now)})
  `.execute(db);
}

/** Lets one request at a time change the wallets of an account, until the transaction ends. */
export async function lockWalletsOf(tx: Database, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`market_wallets ${accountId}`}, 0))`.execute(tx);
}

/** Reads the wallets of an account, oldest first. */
export async function readWallets(db: Database, accountId: string): Promise<WalletRow[]> {
  const { rows } = await sql<{ address: Buffer; boundAt: number }>`
    select address, ${inMilliseconds('bound_at')} as "boundAt" from market_wallets where account_id = ${accountId}
    order by bound_at, address
  `.execute(db);
  return rows.map(({ address, boundAt }) => ({ address: hexOf(address), boundAt }));
}

/** Reads the log of an account's wallets, newest first. */
export async function readWalletLog(db: Database, accountId: string) {
  const { rows } = await sql<{ address: Buffer; act: 'bound' | 'unbound'; at: number }>`
    select address, act, ${inMilliseconds('at')} as at from market_wallet_log where account_id = ${accountId}
    order by entry_id desc limit ${LOG_MAX}
  `.execute(db);
  return rows.map((row) => ({ ...row, address: hexOf(row.address) }));
}
