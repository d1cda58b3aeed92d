import { z } from 'zod';
import { AddEventRequest } from '#domains/trace/contract.ts';

/**
 * An event that is kept on this device until the server has it. Its `key` is the `Idempotency-Key` of every try, also after
 * an edit: if an answer was lost and the first version is on the chain, the second is refused and never doubles it.
 */
export const OutboxEntry = z.object({
  /** The order of keeping; given by the store. */
  position: z.int(),
  key: z.string(),
  account: z.string(),
  body: AddEventRequest,
  state: z.enum(['waiting', 'refused', 'recorded']),
  tries: z.int(),
  /** Milliseconds since the epoch; not tried before that. */
  nextTryAt: z.number(),
  error: z.string().nullable(),
  addedAt: z.number(),
  /** The file and row that it came from. */
  source: z.object({ file: z.string(), name: z.string(), row: z.int() }).optional(),
  block: z.object({ index: z.int(), hash: z.string() }).optional(),
});
export type OutboxEntry = z.infer<typeof OutboxEntry>;
export type NewEntry = Omit<OutboxEntry, 'position'>;

/** Why a try failed, as far as it matters here. `status` is 0 where no answer came. */
export type Failure = { readonly status: number; readonly message: string; readonly hint?: string | undefined };

const delayMin = 2000;
const delayMax = 300_000;

/** An event as it is put aside, to be tried at once or after a first failure. */
export function newEntry(
  of: Pick<NewEntry, 'key' | 'account' | 'body' | 'source'>,
  now: number,
  failure?: Failure,
): NewEntry {
  const { source, ...rest } = of;
  const entry: NewEntry = {
    ...rest,
    ...(source ? { source } : {}),
    state: 'waiting',
    tries: 0,
    nextTryAt: 0,
    error: null,
    addedAt: now,
  };
  return failure ? afterFailure(entry, failure, now, 0) : entry;
}

/** Whether the server was not there to answer: nothing is wrong with the event, so it is worth keeping. */
export function isUnreachable({ status }: Pick<Failure, 'status'>): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504;
}

export function afterSuccess<E extends NewEntry>(entry: E, block: { index: number; hash: string }): E {
  return { ...entry, state: 'recorded', tries: entry.tries + 1, error: null, block };
}

/**
 * The entry after a try that failed: it waits, longer each time, while trying again may help; any refusal of the event
 * itself stops it with its reason. An ended session is no try: it waits for who signs in.
 */
export function afterFailure<E extends NewEntry>(entry: E, failure: Failure, now: number, random: number): E {
  const { status } = failure;
  const error = [failure.message, failure.hint].filter(Boolean).join(' ');
  if (status === 401) return { ...entry, error: 'The session has ended. Sign in to send it.' };
  const tries = entry.tries + 1;
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    return { ...entry, state: 'refused', tries, error };
  const ceiling = Math.min(delayMin * 2 ** Math.min(tries - 1, 20), delayMax);
  // Half fixed, half random: after an outage the devices of a whole yard do not all come back in the same instant.
  return { ...entry, state: 'waiting', tries, error, nextTryAt: now + ceiling / 2 + random * (ceiling / 2) };
}

/** The entry with another content, or sent again as it is: tried at once. */
export function tryAgain<E extends NewEntry>(entry: E, body: AddEventRequest = entry.body): E {
  return { ...entry, body, state: 'waiting', nextTryAt: 0, error: null };
}

/** Entries that hold the next ones of their asset back: the first unsent of each, in the order of keeping. */
function firstOfEach(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const first = new Map<string, OutboxEntry>();
  for (const entry of entries.toSorted((a, b) => a.position - b.position)) {
    if (entry.state !== 'recorded' && !first.has(entry.body.asset_id)) first.set(entry.body.asset_id, entry);
  }
  return [...first.values()];
}

/** The entries to send now, `max` at most: of each asset only the first that is unsent, so that its events keep their order. */
export function dueEntries(entries: readonly OutboxEntry[], now: number, max: number): OutboxEntry[] {
  const due = firstOfEach(entries).filter((entry) => entry.state === 'waiting' && entry.nextTryAt <= now);
  return due.slice(0, max);
}

/** When to look again; undefined where nothing waits for its time. */
export function wakeAt(entries: readonly OutboxEntry[]): number | undefined {
  const times = firstOfEach(entries).flatMap((entry) => (entry.state === 'waiting' ? [entry.nextTryAt] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The refused entries that keep later ones of their asset waiting, by the position of those. */
export function heldBack(entries: readonly OutboxEntry[]): ReadonlyMap<number, OutboxEntry> {
  const refused = firstOfEach(entries).filter((entry) => entry.state === 'refused');
  const byAsset = new Map(refused.map((entry) => [entry.body.asset_id, entry]));
  return new Map(
    entries.flatMap((entry) => {
      const first = byAsset.get(entry.body.asset_id);
      return first !== undefined && first.position < entry.position ? [[entry.position, first] as const] : [];
    }),
  );
}
