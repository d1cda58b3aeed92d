import type { Appended, Appender } from '#domains/ledger/server/index.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type IdempotencyKey, readKnownKeys } from '#platform/server/database/idempotency-keys.ts';
import type { EventRequest } from '../event-rules.ts';
import type { RecordingQuota } from './recording-quota.ts';

type Tools = { database: Database; events: Appender<EventRequest>; quota: RecordingQuota | undefined };

/**
 * Appends an event within the caller's quota. A new block counts, and so does a refused correction, which may have read
 * the whole history of its asset. Other refused requests and repeated ones are free, and a repeated one is answered
 * even when the quota is used up.
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
    const isRefused = error instanceof AppError && error.kind.status < 500;
    if (request.corrects === undefined || !isRefused) giveBack();
    throw error;
  }
}
