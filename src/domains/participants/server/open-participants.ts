import { availableParallelism } from 'node:os';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Gate } from '#platform/server/http/mount.ts';
import { mayHold } from '../contract.ts';
import { type AccountWatch, watchAccounts } from './account-watch.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createSessions, deleteExpiredSessions, type Sessions, type SignedIn } from './sessions.ts';
import { createSignInThrottle, deleteOldFailures, type SignInThrottle } from './sign-in-throttle.ts';

export type Participants = {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly directory: Directory;
  readonly watch: AccountWatch;
  readonly throttle: SignInThrottle;
  readonly gate: Gate<SignedIn>;
  /** Removes expired rows. Call it from time to time. */
  tidy(): Promise<void>;
};

const WAITING_SIGN_INS_MAX = 64;

/** Opens accounts, sessions and the permission check. */
export function openParticipants(database: Database, clock: Clock): Participants {
  const watch = watchAccounts(database);
  const sessions = createSessions(database, clock, watch);
  return {
    database,
    clock,
    sessions,
    directory: createDirectory(database, clock, watch),
    watch,
    passwords: createPasswords(Math.max(1, availableParallelism() - 1), WAITING_SIGN_INS_MAX),
    throttle: createSignInThrottle(database, clock),
    gate: {
      authenticate: (token) => sessions.find(token),
      may: mayHold,
      explain: ({ name, heldBy }) => `To ${name}, you need the role ${heldBy.join(' or ')}.`,
    },
    async tidy() {
      await Promise.all([deleteExpiredSessions(database, clock), deleteOldFailures(database, clock)]);
    },
  };
}
