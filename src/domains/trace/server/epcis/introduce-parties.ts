import { randomUUID } from 'node:crypto';
import type { ParticipantRole } from '#domains/participants/contract.ts';
import {
  findByUsername,
  findParticipants,
  insertAccount,
  insertIdentifiers,
  type Resolution,
  resolveIdentifiers,
} from '#domains/participants/server/index.ts';
import { IMPORT_USERNAME } from '#domains/trace/contract/journey/journey.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type Database, hasSqlState } from '#platform/server/database/database.ts';
import { displayNameFor, otherUsernameFor, type Party, roleByActions, usernameFor } from './party-of.ts';

/** The participant for whom events are recorded. */
export type Recorder = { readonly username: string; readonly role: string; readonly active: boolean };

/** A party with the actions it performs in the document. */
export type SeenParty = { readonly party: Party; readonly actions: ReadonlySet<string> };

/** The participants of a document: existing ones, and those to introduce. */
export type Parties = {
  of(party: Party): Recorder;
  /** Returns the username of a party, or undefined if its identifier resolves to no participant. */
  usernameOf(party: Party): string | undefined;
  readonly unknown: readonly NewParticipant[];
};

type NewParticipant = {
  readonly username: string;
  readonly role: ParticipantRole;
  readonly displayName: string;
  readonly identifiers: readonly string[];
};

/** The actions of a party that a document names only as the destination of a shipment. */
const receives: ReadonlySet<string> = new Set(['received']);

/**
 * Finds the participants for the parties that performed something, and plans those that are not registered yet. Also
 * finds the participants for other named parties, and plans one for a party that several participants claim to be,
 * because a shipment without an addressee is open to anyone. Writes nothing.
 */
export async function findParties(
  database: Database,
  seen: readonly SeenParty[],
  named: readonly Party[],
): Promise<Parties> {
  const identifiers = [...seen.map(({ party }) => party), ...named].map(({ identifier }) => identifier);
  const claimed = await resolveIdentifiers(database, [...new Set(identifiers)]);
  const usernameOf = (identifier: string) => usernameIn(claimed.get(identifier), identifier);
  const known = identifiers.flatMap((identifier) => usernameOf(identifier) ?? []);
  const wanted = identifiers.flatMap(usernamesFor);
  const accounts = await findParticipants(database, [...new Set([...known, ...wanted])]);
  const accountOf = new Map(accounts.map((account) => [account.username.toLowerCase(), account]));
  const contested = named.filter(({ identifier }) => claimed.has(identifier) && usernameOf(identifier) === undefined);

  const recorders = new Map<string, Recorder>();
  const unknown: NewParticipant[] = [];
  for (const { party, actions } of [...seen, ...contested.map((party) => ({ party, actions: receives }))]) {
    const { identifier } = party;
    if (recorders.has(identifier)) continue;
    const username = usernameOf(identifier);
    const account = username === undefined ? undefined : accountOf.get(username.toLowerCase());
    if (account !== undefined) {
      recorders.set(identifier, account);
      continue;
    }
    const free = usernamesFor(identifier).find((name) => !accountOf.has(name));
    if (free === undefined) throw new Error(`No username is left for the party ${identifier}.`);
    const made = {
      username: free,
      role: roleByActions(actions),
      displayName: displayNameFor(identifier),
      identifiers: [identifier],
    };
    unknown.push(made);
    recorders.set(identifier, { username: made.username, role: made.role, active: true });
  }
  return {
    unknown,
    of(party) {
      const recorder = recorders.get(party.identifier);
      if (recorder === undefined) throw new Error(`The party ${party.identifier} was not looked up`);
      return recorder;
    },
    usernameOf: ({ identifier }) => recorders.get(identifier)?.username ?? usernameOf(identifier),
  };
}

/** Returns the usernames under which an import introduces a party. */
const usernamesFor = (identifier: string) => [usernameFor(identifier), otherUsernameFor(identifier)];

/**
 * Returns the participant of an identifier. Contradicting claims resolve to the participant that an earlier import
 * introduced for it, and which has no sign-in.
 */
const usernameIn = (claimed: Resolution | undefined, identifier: string): string | undefined =>
  claimed?.username ?? claimed?.unattended.find((username) => usernamesFor(identifier).includes(username));

/** Registers parties as participants, all or none. Returns false if another process was registering the same ones. */
export async function introduceParties(database: Database, clock: Clock, parties: Parties): Promise<boolean> {
  if (parties.unknown.length === 0) return true;
  try {
    await database.transaction().execute(async (tx) => {
      for (const { username, role, displayName, identifiers } of parties.unknown) {
        const id = randomUUID();
        await insertAccount(tx, { id, username, role, displayName, createdAt: new Date(clock()).toISOString() });
        await insertIdentifiers(tx, id, identifiers);
      }
    });
    return true;
  } catch (error) {
    if (hasSqlState(error, '23505')) return false;
    throw error;
  }
}

/**
 * Returns the participant for events without a party: the named one, or the import's own, created on first use. A
 * participant that an account signs in as, or manages, is never used as the import's own. The name is reserved now, but an
 * older ledger may have one. `created` is true if this call created it.
 */
export async function findImporter(
  database: Database,
  clock: Clock,
  username: string | undefined,
): Promise<(Recorder & { readonly created: boolean }) | undefined> {
  if (username !== undefined) {
    const [named] = await findParticipants(database, [username]);
    return named && { ...named, created: false };
  }
  const found = await findByUsername(database, IMPORT_USERNAME);
  if (found?.passwordHash !== undefined || found?.account.managedBy !== undefined)
    throw new AppError(validationFailed, `The username ${IMPORT_USERNAME} is taken by another participant.`, {
      hint: 'Name the participant to import for with --as.',
    });
  if (found !== undefined) return { ...found.account, created: false };
  const account = { id: randomUUID(), username: IMPORT_USERNAME, role: 'other', displayName: 'EPCIS import' } as const;
  try {
    await insertAccount(database, { ...account, createdAt: new Date(clock()).toISOString() });
  } catch (error) {
    if (!hasSqlState(error, '23505')) throw error;
    return findImporter(database, clock, undefined);
  }
  return { ...account, active: true, created: true };
}
