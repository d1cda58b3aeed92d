import { randomUUID } from 'node:crypto';
import type { Services } from '#app/server/open-services.ts';
import type { Role } from '#domains/participants/contract.ts';
import { findByUsername, insertAccount } from '#domains/participants/server/index.ts';

export type TestAccount = {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly administrator: boolean;
  readonly auditor: boolean;
  readonly token: string;
};

/** The kinds of callers: signed out, or an account of each kind that the permission table distinguishes. */
export const callers = [
  'signed out',
  'manufacturer',
  'shipper',
  'retailer',
  'other',
  'resident',
  'government',
  'auditor',
  'administrator',
] as const;
export type Caller = (typeof callers)[number];

/** Returns a function that creates accounts with a session. They have no password, because hashing is deliberately slow. */
export function createAccountMaker({ database, participants }: Services) {
  return async (
    kind: Exclude<Caller, 'signed out'>,
    options: { username?: string; managedBy?: string } = {},
  ): Promise<TestAccount> => {
    const username = options.username ?? `${kind}-${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const [administrator, auditor] = [kind === 'administrator', kind === 'auditor'];
    const role: Role = kind === 'administrator' || kind === 'auditor' ? 'other' : kind;
    await insertAccount(database, {
      id: randomUUID(),
      username,
      role,
      administrator,
      auditor,
      managedBy: options.managedBy,
      createdAt: new Date(participants.clock()).toISOString(),
    });
    const found = await findByUsername(database, username);
    if (found === undefined) throw new Error(`${username} was not created`);
    const token = await participants.sessions.open(database, found.account, { ip: '127.0.0.1', userAgent: 'test' });
    return { id: found.account.id, username, role, administrator, auditor, token };
  };
}
