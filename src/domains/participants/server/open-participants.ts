import { availableParallelism } from 'node:os';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Gate } from '#platform/server/http/mount.ts';
import { mayHold } from '../contract.ts';
import { type AccountWatch, watchAccounts } from './account-watch.ts';
import { type Allowances, createAllowances } from './allowances.ts';
import { deleteOldAttempts } from './attempt-counts.ts';
import { createDirectory, type Directory } from './directory.ts';
import { deleteExpiredChallenges } from './passkeys/challenges.ts';
import { createRelyingParty, type RelyingParty } from './passkeys/relying-party.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { openSecretBox, type SecretBox } from './second-factors/secret-box.ts';
import { createSessions, deleteExpiredSessions, type Sessions, type SignedIn } from './sessions.ts';
import { deleteOldPlaces } from './sign-in-places.ts';
import { createSignInThrottle, type SignInThrottle } from './sign-in-throttle.ts';

export type Participants = {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  /** A separate queue, so that a flood of sign-ups cannot starve sign-ins. */
  readonly signUpPasswords: Passwords;
  readonly sessions: Sessions;
  readonly directory: Directory;
  /** The limits of accounts, such as those of their plans. */
  readonly allowances: Allowances;
  readonly watch: AccountWatch;
  readonly throttle: SignInThrottle;
  readonly secretBox: SecretBox;
  readonly relyingParty: RelyingParty;
  readonly gate: Gate<SignedIn>;
  /** Removes expired rows. Call it from time to time. */
  tidy(): Promise<void>;
};

const WAITING_SIGN_INS_MAX = 64;
const WAITING_SIGN_UPS_MAX = 32;

export type ParticipantsOptions = {
  readonly database: Database;
  readonly clock: Clock;
  /** The folder of the factor key, unless the key is configured. */
  readonly dataFolder: string;
  readonly factorKey: string | undefined;
  /** The URL that users open, for which passkeys are valid. Undefined: set once the server listens. */
  readonly publicUrl: string | undefined;
};

/** Opens accounts, sessions and the permission check. */
export function openParticipants(options: ParticipantsOptions): Participants {
  const { database, clock, dataFolder, factorKey, publicUrl } = options;
  const watch = watchAccounts(database);
  const sessions = createSessions(database, clock, watch);
  return {
    database,
    clock,
    sessions,
    directory: createDirectory(database, clock, watch),
    allowances: createAllowances(),
    watch,
    passwords: createPasswords(Math.max(1, availableParallelism() - 1), WAITING_SIGN_INS_MAX),
    signUpPasswords: createPasswords(1, WAITING_SIGN_UPS_MAX),
    throttle: createSignInThrottle(database, clock),
    secretBox: openSecretBox({ configured: factorKey, dataFolder }),
    relyingParty: createRelyingParty(publicUrl),
    gate: {
      authenticate: (token) => sessions.find(token),
      idOf: ({ id }) => id,
      may: mayHold,
      explain: ({ name, heldBy }) => `To ${name}, you need the role ${heldBy.join(' or ')}.`,
    },
    async tidy() {
      await Promise.all([
        deleteExpiredSessions(database, clock),
        deleteOldAttempts(database, clock),
        deleteOldPlaces(database, clock),
        deleteExpiredChallenges(database, clock),
      ]);
    },
  };
}
