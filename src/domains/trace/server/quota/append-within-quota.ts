import type { Appended, Appender } from '#domains/ledger/server/index.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type IdempotencyKey, readKnownKeys } from '#platform/server/database/idempotency-keys.ts';
import type { EventRequest } from '../event-rules.ts';
import type { RecordingQuota } from './recording-quota.ts';

type Tools = { database: Database; events: Appender<EventRequest>; quota: RecordingQuota | undefined };

/**
 * Appends an event within the caller's quota. Only a new block counts: a refused or repeated request takes nothing, and a
 * repeated one is answered even when the quota is used up.
 * @throws AppError `trace.quota_exceeded`; the errors of an append
 */
export async function appendWithinQuota(
  { database, events, quota }: Tools,
  caller: Account,
  request: EventRequest,
  key: IdempotencyKey | undefined,
): Promise<Appended> {
  if (quota === undefined) return events.append(request, key);
  const giveBack = await quota.take(caller, Buffer.byteLength(request.draft.dataText)).catch(async (error) => {
    if (key !== undefined && (await readKnownKeys(database, [key])).find(key) !== undefined) return () => undefined;
    throw error;
  });
  try {
    const appended = await events.append(request, key);
    if (!appended.fresh) giveBack();
    return appended;
  } catch (error) {
    giveBack();
    throw error;
  }
}
