import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { toUser } from './accounts.ts';
import { findParticipant, listManaged } from './participants.ts';
import { listSecurityEvents } from './security-log.ts';
import { listSessions, type SignedIn } from './sessions.ts';

const LOG_MAX = 500;
const MANAGED_MAX = 1000;

/** Everything that is kept about an account, but for what stands on the chain, which anybody can read there. */
export async function exportOwnData({ database, clock }: { database: Database; clock: Clock }, caller: SignedIn) {
  const [found, manages, sessions, log] = await Promise.all([
    findParticipant(database, caller.id),
    listManaged(database, caller.id, MANAGED_MAX),
    listSessions(database, caller, clock()),
    listSecurityEvents(database, caller.id, { page: 1, limit: LOG_MAX }),
  ]);
  return {
    exportedAt: new Date(clock()).toISOString(),
    user: toUser(caller),
    ...(found === undefined
      ? {}
      : { participant: { ...found.participant, ...(found.contact === undefined ? {} : { contact: found.contact }) } }),
    manages,
    sessions,
    securityLog: log.entries,
    onTheChain: `/api/recent-activities?participantId=${caller.username}`,
  };
}
