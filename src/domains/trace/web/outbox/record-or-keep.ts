import type { Block } from '#domains/ledger/contract.ts';
import { type AddEventRequest, addEvent } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { keepEntries, readEntries } from './outbox-database.ts';
import { isUnreachable, newEntry } from './outbox-entry.ts';
import { setOutboxInUse } from './outbox-in-use.ts';
import { tellChange } from './outbox-news.ts';
import { failureOf } from './outbox-sender.ts';

export type Outcome =
  | { readonly kind: 'recorded'; readonly block: Block }
  | { readonly kind: 'kept'; readonly key: string; readonly because: Wait };

/**
 * Why an event waits on the device: no connection, no answer in time, an answer that the server cannot record now, or an
 * earlier event.
 */
export type Wait = 'unreachable' | 'no answer' | 'unavailable' | 'earlier event';

/** A stopped server accepts connections and never answers. The key makes a late answer to this attempt harmless. */
const patienceMilliseconds = 5000;

/**
 * Records an event, or stores it in the outbox if the server is unreachable. If earlier events of the asset are
 * waiting, it joins them, which preserves the order. Throws `ApiError` for a rejection, and if nothing can be stored.
 */
export async function recordOrKeep(account: string, key: string, body: AddEventRequest): Promise<Outcome> {
  const kept = await readEntries(account).catch(() => []);
  const waits = kept.some((entry) => entry.state !== 'recorded' && entry.body.asset_id === body.asset_id);
  if (waits) return keep(newEntry({ account, key, body }, Date.now()), 'earlier event');
  const patience = AbortSignal.timeout(patienceMilliseconds);
  try {
    const { block } = await call(addEvent, { body }, { idempotencyKey: key, signal: patience });
    return { kind: 'recorded', block };
  } catch (error) {
    const failure = failureOf(error);
    if (!isUnreachable(failure)) throw error;
    // A gateway answers 502 and 504 in place of a server that it cannot reach.
    const because = patience.aborted ? 'no answer' : failure.status === 503 ? 'unavailable' : 'unreachable';
    return await keep(newEntry({ account, key, body }, Date.now(), failure), because).catch(() => {
      throw error;
    });
  }
}

async function keep(entry: ReturnType<typeof newEntry>, because: Wait): Promise<Outcome> {
  await keepEntries([entry]);
  setOutboxInUse(true);
  tellChange();
  return { kind: 'kept', key: entry.key, because };
}
