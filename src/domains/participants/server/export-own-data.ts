import { Readable } from 'node:stream';
import { OwnData } from '#domains/participants/contract.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { toUser } from './accounts.ts';
import { findParticipant, listManaged } from './participants.ts';
import { listPasskeys } from './passkeys/passkey-rows.ts';
import { readSecondFactors } from './second-factors/factor-rows.ts';
import { listSecurityEvents } from './security-log.ts';
import { listSessions, type SignedIn } from './sessions.ts';

const LOG_MAX = 500;
const MANAGED_MAX = 1000;

/** Data that another domain stores for an account. The app passes the parts in. */
export type ExportPart = {
  readonly name: string;
  /** Yields every entry of one account. It may read page by page, because the export is streamed. */
  read(accountId: string): AsyncIterable<object>;
};

/**
 * Streams everything stored about an account, except its blocks, which are public. Yields JSON in the form of
 * `OwnData`, in constant memory. A failure truncates the text, so that it is not valid JSON.
 */
export async function exportOwnData(
  { database, clock }: { database: Database; clock: Clock },
  parts: readonly ExportPart[],
  caller: SignedIn,
): Promise<Readable> {
  const [found, manages, sessions, log, secondFactors, passkeys] = await Promise.all([
    findParticipant(database, caller.id),
    listManaged(database, caller.id, MANAGED_MAX),
    listSessions(database, caller, clock()),
    listSecurityEvents(database, caller.id, { page: 1, limit: LOG_MAX }),
    readSecondFactors(database, caller.id),
    listPasskeys(database, caller.id),
  ]);
  const own = OwnData.omit({ parts: true }).parse({
    exportedAt: new Date(clock()).toISOString(),
    user: toUser(caller),
    ...(found === undefined
      ? {}
      : { participant: { ...found.participant, ...(found.contact === undefined ? {} : { contact: found.contact }) } }),
    manages,
    sessions,
    securityLog: log.entries,
    secondFactors,
    passkeys,
    onTheChain: `/api/recent-activities?participantId=${caller.username}`,
  });
  return Readable.from(written(own, parts, caller.id));
}

async function* written(own: object, parts: readonly ExportPart[], accountId: string): AsyncGenerator<string> {
  yield `${JSON.stringify(own).slice(0, -1)},"parts":{`;
  for (const [n, { name, read }] of parts.entries()) {
    yield `${n === 0 ? '' : ','}${JSON.stringify(name)}:[`;
    let first = true;
    for await (const entry of read(accountId)) {
      yield `${first ? '' : ','}${JSON.stringify(entry)}`;
      first = false;
    }
    yield ']';
  }
  yield '}}';
}
