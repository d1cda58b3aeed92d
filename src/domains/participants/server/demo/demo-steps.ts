import { randomBytes } from 'node:crypto';
import type { ParticipantRole } from '#domains/participants/contract.ts';
import type { DemoStep, DemoWorld } from '#platform/server/domain.ts';
import { findByUsername, grantMark } from '../accounts.ts';
import { createAccount, registerParticipant } from '../create-account.ts';
import type { Participants } from '../open-participants.ts';
import { type DemoAccount, demoAccounts } from './demo-accounts.ts';

const HOUR = 3_600_000;
const FROM = { ip: '127.0.0.1', userAgent: 'cairn demo' };

type ManagedParticipant = { username: string; role: ParticipantRole; displayName: string; manager: string };

/** Participants without a sign-in, each managed by a demo account. */
const managedParticipants: readonly ManagedParticipant[] = [
  { username: 'kivu-coffee', role: 'manufacturer', displayName: 'Kivu Coffee Cooperative', manager: 'demo-maker' },
  { username: 'atelier-lumen', role: 'manufacturer', displayName: 'Atelier Lumen', manager: 'demo-maker' },
  { username: 'helix-biologics', role: 'manufacturer', displayName: 'Helix Biologics', manager: 'demo-maker' },
  { username: 'polder-sensors', role: 'manufacturer', displayName: 'Polder Sensors', manager: 'demo-maker' },
  { username: 'blue-strait', role: 'shipper', displayName: 'Blue Strait Shipping', manager: 'demo-maker' },
  { username: 'alpenrail', role: 'shipper', displayName: 'Alpenrail Freight', manager: 'demo-maker' },
  { username: 'coldchain-one', role: 'shipper', displayName: 'Coldchain One', manager: 'demo-maker' },
  { username: 'mercado-sur', role: 'retailer', displayName: 'Mercado Sur', manager: 'demo-maker' },
  { username: 'apotek-nord', role: 'retailer', displayName: 'Apotek Nord', manager: 'demo-maker' },
];

/** Residents of the sample city without a usable sign-in: their passwords are random. */
const residents = [
  { username: 'mira-solberg', displayName: 'Mira Solberg' },
  { username: 'jonas-viken', displayName: 'Jonas Viken' },
];

/**
 * Returns the steps that create the accounts in the first hours of the demo timeline, and register participants in the first days of
 * its weeks.
 */
export const planParticipants = (participants: Participants, { since, from }: DemoWorld): DemoStep[] => [
  ...[...demoAccounts, ...residents.map(resident)].map((account, n) => ({
    name: `participants/${account.username}`,
    at: since + (n + 1) * 0.7 * HOUR,
    record: (key: string) => signUp(participants, account, key),
  })),
  // A separate step, so that a demo ledger of an earlier version gets the mark too.
  ...demoAccounts
    .filter(({ auditor }) => auditor)
    .map(({ username }) => ({
      name: `participants/${username}/auditor`,
      at: since + 7 * HOUR,
      record: async () => void (await grantMark(participants.database, username, 'auditor')),
    })),
  ...managedParticipants.map((participant, n) => ({
    name: `participants/${participant.username}`,
    at: from + (6 + n * 3) * HOUR,
    record: (key: string) => register(participants, participant, key),
  })),
];

type NewAccount = Pick<DemoAccount, 'username' | 'password' | 'email' | 'role' | 'displayName' | 'administrator'>;

const resident = (one: (typeof residents)[number]): NewAccount => ({
  ...one,
  password: randomBytes(24).toString('base64url'),
  email: `${one.username}@example.com`,
  role: 'resident',
  administrator: false,
});

async function signUp(participants: Participants, account: NewAccount, idempotencyKey: string): Promise<void> {
  const { database } = participants;
  if ((await findByUsername(database, account.username)) === undefined)
    await createAccount(participants, account, { ...FROM, idempotencyKey });
  if (account.administrator) await grantMark(database, account.username, 'administrator');
}

async function register(
  participants: Participants,
  { manager, ...participant }: ManagedParticipant,
  key: string,
): Promise<void> {
  const found = await findByUsername(participants.database, manager);
  if (found === undefined) throw new Error(`The demo account ${manager} is missing`);
  await registerParticipant(participants, found.account, participant, key);
}
