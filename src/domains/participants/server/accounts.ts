import { sql } from 'kysely';
import type { Mark, Role, User } from '#domains/participants/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

/** An account that can sign in, or a participant for whom events are recorded. */
export type Account = {
  readonly id: string;
  readonly username: string;
  readonly displayName: string | undefined;
  readonly email: string | undefined;
  readonly role: Role;
  readonly administrator: boolean;
  readonly auditor: boolean;
  readonly active: boolean;
  readonly managedBy: string | undefined;
  readonly createdAt: string;
};

export type NewAccount = {
  readonly id: string;
  readonly username: string;
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
  readonly role: Role;
  readonly administrator?: boolean;
  readonly auditor?: boolean;
  readonly passwordHash?: string | undefined;
  readonly managedBy?: string | undefined;
  readonly createdAt: string;
};

/** A row of accounts without the password hash. */
export type AccountRow = {
  id: string;
  username: string;
  display_name: string | null;
  email: string | null;
  role: string;
  administrator: boolean;
  auditor: boolean;
  active: boolean;
  managed_by: string | null;
  created_at: string;
};

export const accountColumns = [
  'accounts.id',
  'accounts.username',
  'accounts.display_name',
  'accounts.email',
  'accounts.role',
  'accounts.administrator',
  'accounts.auditor',
  'accounts.active',
  'accounts.managed_by',
  'accounts.created_at',
] as const;

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  displayName: row.display_name ?? undefined,
  email: row.email ?? undefined,
  role: row.role as Role,
  administrator: row.administrator,
  auditor: row.auditor,
  active: row.active,
  managedBy: row.managed_by ?? undefined,
  createdAt: row.created_at,
});

const credentialColumns = [
  ...accountColumns,
  'password_hash',
  'second_factor',
  'security_version',
  'deactivated_by_administrator',
] as const;

type CredentialRow = AccountRow & {
  password_hash: string | null;
  second_factor: boolean;
  security_version: number;
  deactivated_by_administrator: boolean;
};

const toCredentials = (row: CredentialRow): Credentials => ({
  account: toAccount(row),
  passwordHash: row.password_hash ?? undefined,
  secondFactor: row.second_factor,
  securityVersion: row.security_version,
  deactivatedByAdministrator: row.deactivated_by_administrator,
});

/** Returns the account in the form shown to its owner. */
export const toUser = (account: Account): User => ({
  id: account.id,
  username: account.username,
  role: account.role,
  administrator: account.administrator,
  auditor: account.auditor,
  status: account.active ? 'active' : 'inactive',
  createdAt: account.createdAt,
  ...(account.email === undefined ? {} : { email: account.email }),
});

/** Inserts an account. Throws on a violation of the unique key `accounts_username_key`. */
export async function insertAccount(db: Database, account: NewAccount): Promise<void> {
  await db
    .insertInto('accounts')
    .values({
      id: account.id,
      username: account.username,
      display_name: account.displayName ?? null,
      email: account.email ?? null,
      role: account.role,
      administrator: account.administrator ?? false,
      auditor: account.auditor ?? false,
      password_hash: account.passwordHash ?? null,
      managed_by: account.managedBy ?? null,
      created_at: account.createdAt,
    })
    .execute();
}

/** An account with the facts that a sign-in checks. */
export type Credentials = {
  readonly account: Account;
  readonly passwordHash: string | undefined;
  /** Whether signing in requires more than the password. */
  readonly secondFactor: boolean;
  /** Increases with every change of the password, the second factor, the role, the marks or the status. */
  readonly securityVersion: number;
  /** Whether only an administrator may reactivate it. */
  readonly deactivatedByAdministrator: boolean;
};

/** Finds an account by its username, ignoring case. */
export async function findByUsername(db: Database, username: string): Promise<Credentials | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select(credentialColumns)
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  return row === undefined ? undefined : toCredentials(row);
}

export async function findById(db: Database, id: string): Promise<Credentials | undefined> {
  const row = await db.selectFrom('accounts').select(credentialColumns).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toCredentials(row);
}

export type LockedAccounts = ReadonlyMap<string, Credentials>;

/**
 * Returns these accounts, and on request all active administrators, locked until the transaction ends. Locks them in a
 * fixed order, so that two changes never deadlock. Lock accounts before any other row.
 */
export async function lockAccounts(
  tx: Database,
  ids: readonly string[],
  also: { administrators: boolean } = { administrators: false },
): Promise<LockedAccounts> {
  const rows = await tx
    .selectFrom('accounts')
    .select(credentialColumns)
    .where((where) =>
      where.or([
        where('id', 'in', ids),
        ...(also.administrators ? [where.and([where('administrator', '=', true), where('active', '=', true)])] : []),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, toCredentials(row)]));
}

/** Returns the participants with these usernames (ignoring case), for a batch of events. */
export async function findParticipants(db: Database, usernames: readonly string[]): Promise<Account[]> {
  const { rows } = await sql<AccountRow>`
    select id, username, display_name, email, role, administrator, auditor, active, managed_by, created_at from accounts
    where lower(username) = any(${usernames.map((name) => name.toLowerCase())}::text[])
  `.execute(db);
  return rows.map(toAccount);
}

/** Returns the managers of these participants by username. Participants without a manager are left out. */
export async function readManagers(db: Database, usernames: readonly string[]): Promise<Map<string, string>> {
  if (usernames.length === 0) return new Map();
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('accounts as managers', 'managers.id', 'accounts.managed_by')
    .select(['accounts.username', 'managers.username as manager'])
    .where('accounts.username', 'in', usernames)
    .execute();
  return new Map(rows.map((row) => [row.username, row.manager]));
}

/** Returns the usernames of these accounts, by their ids. */
export async function findUsernames(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('accounts').select(['id', 'username']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

const FOUND_MAX = 500;

/** Returns the ids of accounts whose usernames begin with a text: the first 500 by name. */
export async function findIdsBeginning(db: Database, beginning: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<string>`lower(username)`, 'like', `${beginning.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`)
    .orderBy('username')
    .limit(FOUND_MAX)
    .execute();
  return rows.map(({ id }) => id);
}

const MANAGED_MAX = 1000;

/** Returns the usernames of the participants that this one manages: the first 1,000. */
export async function readManaged(db: Database, manager: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('accounts as managers', 'managers.id', 'accounts.managed_by')
    .select('accounts.username')
    .where('managers.username', '=', manager)
    .orderBy('accounts.created_at')
    .limit(MANAGED_MAX)
    .execute();
  return rows.map((row) => row.username);
}

/** Reports whether the text is an account id. Usernames are always shorter. */
export const isAccountId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Returns the username for an id or username, if the account exists. */
export async function resolveUsername(db: Database, idOrUsername: string): Promise<string | undefined> {
  const found = isAccountId(idOrUsername)
    ? await findById(db, idOrUsername.toLowerCase())
    : await findByUsername(db, idOrUsername);
  return found?.account.username;
}

export async function updatePasswordHash(db: Database, accountId: string, passwordHash: string): Promise<void> {
  await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
}

/** Gives an account the mark. Returns false if the account does not exist. */
export async function grantMark(db: Database, username: string, mark: Mark): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set(mark === 'administrator' ? { administrator: true } : { auditor: true })
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
