import { randomUUID } from 'node:crypto';
import type { ParticipantRole } from '#domains/participants/contract.ts';
import {
  findByIdentifiers,
  findByUsername,
  findParticipants,
  insertAccount,
  insertIdentifiers,
} from '#domains/participants/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type Database, hasSqlState } from '#platform/server/database/database.ts';
import { IMPORT_USERNAME } from '../journey.ts';
import { displayNameFor, otherUsernameFor, type Party, roleByActions, usernameFor } from './party-of.ts';

/** The participant for whom events are recorded. */
export type Recorder = { readonly username: string; readonly role: string; readonly active: boolean };

/** A party with the actions it performs in the document. */
export type SeenParty = { readonly party: Party; readonly actions: ReadonlySet<string> };

/** The participants of a document: existing ones, and those to introduce. */
export type Parties = {
  of(party: Party): Recorder;
  /** Returns the username of a party, or undefined if no participant has its identifier. */
  usernameOf(party: Party): string | undefined;
  readonly unknown: readonly NewParticipant[];
};

type NewParticipant = {
  readonly username: string;
  readonly role: ParticipantRole;
  readonly displayName: string;
  readonly identifiers: readonly string[];
};

/**
 * Finds the participants for the parties that performed something, and plans those that are not registered yet. Also
 * finds the participants for other named parties. Writes nothing.
 */
export async function findParties(
  database: Database,
  seen: readonly SeenParty[],
  named: readonly Party[],
): Promise<Parties> {
  const spellings = [...new Set([...seen.map(({ party }) => party), ...named].flatMap((party) => party.spellings))];
  const usernameBySpelling = await findByIdentifiers(database, spellings);
  const wanted = seen.flatMap(({ party }) => [usernameFor(party.identifier), otherUsernameFor(party.identifier)]);
  const accounts = await findParticipants(database, [...new Set([...usernameBySpelling.values(), ...wanted])]);
  const accountOf = new Map(accounts.map((account) => [account.username.toLowerCase(), account]));

  const recorders = new Map<string, Recorder>();
  const unknown: NewParticipant[] = [];
  for (const { party, actions } of seen) {
    const known = usernameIn(usernameBySpelling, party);
    const account = known === undefined ? undefined : accountOf.get(known.toLowerCase());
    if (account !== undefined) {
      recorders.set(party.identifier, account);
      continue;
    }
    const free = [usernameFor(party.identifier), otherUsernameFor(party.identifier)].find(
      (name) => !accountOf.has(name),
    );
    if (free === undefined) throw new Error(`No username is left for the party ${party.identifier}.`);
    const { identifier } = party;
    const made = {
      username: free,
      role: roleByActions(actions),
      displayName: displayNameFor(identifier),
      identifiers: party.spellings,
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
    usernameOf: (party) => recorders.get(party.identifier)?.username ?? usernameIn(usernameBySpelling, party),
  };
}

const usernameIn = (usernameBySpelling: ReadonlyMap<string, string>, party: Party): string | undefined =>
  party.spellings.flatMap((spelling) => usernameBySpelling.get(spelling) ?? [])[0];

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
 * Returns the participant for events without a party: the named one, or the import's own, created on first use. An
 * account with a sign-in is never used as the import's own, whatever its name.
 */
export async function findImporter(
  database: Database,
  clock: Clock,
  username: string | undefined,
): Promise<Recorder | undefined> {
  if (username !== undefined) return (await findParticipants(database, [username]))[0];
  const found = await findByUsername(database, IMPORT_USERNAME);
  if (found?.passwordHash !== undefined)
    throw new AppError(validationFailed, `The username ${IMPORT_USERNAME} is taken by an account.`, {
      hint: 'Name the participant to import for with --as.',
    });
  if (found !== undefined) return found.account;
  const account = { id: randomUUID(), username: IMPORT_USERNAME, role: 'other', displayName: 'EPCIS import' } as const;
  await insertAccount(database, { ...account, createdAt: new Date(clock()).toISOString() }).catch((error) => {
    if (!hasSqlState(error, '23505')) throw error;
  });
  return findImporter(database, clock, undefined);
}
