import type { Appended, Appender } from '#domains/ledger/server/index.ts';
import type { Account, Allowances } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type IdempotencyKey, readKnownKeys } from '#platform/server/database/idempotency-keys.ts';
import type { EventRequest } from '../event-rules.ts';
import { appendWithinQuota } from './append-within-quota.ts';
import type { RecordingQuota } from './recording-quota.ts';

type Tools = {
  database: Database;
  allowances: Allowances;
  events: Appender<EventRequest>;
  quota: RecordingQuota | undefined;
};

/**
 * Appends an event within the caller's quota, if the limits of its account and of participants for which it acts allow it. A repeated request is answered even if a limit
 * has been reached since.
 * @throws AppError of the limit; `trace.quota_exceeded`; the errors of an append
 */
export function appendAllowed(
  tools: Tools,
  caller: Account,
  request: EventRequest,
  { key, managedIds }: { key: IdempotencyKey | undefined; managedIds: readonly string[] },
): Promise<Appended> {
  const append = () => appendWithinQuota(tools, caller, request, key);
  const demand = { accountId: caller.id, assets: request.event?.action === 'manufactured' ? 1 : 0 };
  const demands = [demand, ...managedIds.map((accountId) => ({ accountId }))];
  return tools.allowances.within(demands, append, async (refusal) => {
    if (key === undefined || (await readKnownKeys(tools.database, [key])).find(key) === undefined) throw refusal;
    return append();
  });
}
