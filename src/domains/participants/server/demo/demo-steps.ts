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

/**
 * Returns the steps that create the accounts in the first hours of the demo timeline and register participants after
 * that.
 */
export const planParticipants = (participants: Participants, { from }: DemoWorld): DemoStep[] => [
  ...demoAccounts.map((account, n) => ({
    name: `participants/${account.username}`,
    at: from + (n + 1) * 0.7 * HOUR,
    record: (key: string) => signUp(participants, account, key),
  })),
  // A step of its own, so that a demo ledger of an earlier version gets the mark too.
  ...demoAccounts
    .filter(({ auditor }) => auditor)
    .map(({ username }) => ({
      name: `participants/${username}/auditor`,
      at: from + 5 * HOUR,
      record: async () => void (await grantMark(participants.database, username, 'auditor')),
    })),
  ...managedParticipants.map((participant, n) => ({
    name: `participants/${participant.username}`,
    at: from + (6 + n * 3) * HOUR,
    record: (key: string) => register(participants, participant, key),
  })),
];

async function signUp(participants: Participants, account: DemoAccount, idempotencyKey: string): Promise<void> {
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
