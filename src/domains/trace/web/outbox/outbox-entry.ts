import { z } from 'zod';
import { AddEventRequest } from '#domains/trace/contract.ts';

/**
 * An event stored on this device until the server has it. Its `key` is the `Idempotency-Key` of every attempt, even
 * after an edit: if a response was lost and the first version is on the chain, the second is rejected instead of
 * duplicating it, and `sent` has the content of the first one.
 */
export const OutboxEntry = z.object({
  /** Insertion order, assigned by the store. */
  position: z.int(),
  key: z.string(),
  account: z.string(),
  body: AddEventRequest,
  state: z.enum(['waiting', 'refused', 'recorded']),
  tries: z.int(),
  /** Milliseconds since the epoch. Not sent before that. */
  nextTryAt: z.number(),
  error: z.string().nullable(),
  addedAt: z.number(),
  /** The file and row of an imported event. */
  source: z.object({ file: z.string(), name: z.string(), row: z.int() }).optional(),
  block: z.object({ index: z.int(), hash: z.string() }).optional(),
  /** Every content that an attempt was made with: one whose answer was lost may be on the chain. */
  sent: z.array(AddEventRequest).optional(),
  /** The event as it was before the edit, which turned out to be on the chain. The edit is not sent as a second event. */
  earlier: z.object({ index: z.int(), assetId: z.string(), action: z.string(), happenedAt: z.string() }).optional(),
});
export type OutboxEntry = z.infer<typeof OutboxEntry>;
export type NewEntry = Omit<OutboxEntry, 'position'>;

/** Why an attempt failed. `status` is 0 without a response. */
export type Failure = { readonly status: number; readonly message: string; readonly hint?: string | undefined };

const delayMin = 2000;
const delayMax = 300_000;

/**
 * Returns a new entry, to be sent immediately or after a first failure. An event that a user submits happened now, unless
 * it states another time, however late it is sent. A row of a file without a time happened when it is recorded: its
 * events are sent over minutes, and must not seem to happen before those that were sent first.
 */
export function newEntry(
  of: Pick<NewEntry, 'key' | 'account' | 'body' | 'source'>,
  now: number,
  failure?: Failure,
): NewEntry {
  const { source, body, ...rest } = of;
  const entry: NewEntry = {
    ...rest,
    body: source === undefined ? { submitted_at: new Date(now).toISOString(), ...body } : body,
    ...(source ? { source } : {}),
    state: 'waiting',
    tries: 0,
    nextTryAt: 0,
    error: null,
    addedAt: now,
  };
  return failure ? afterFailure(beforeAttempt(entry), failure, now, 0) : entry;
}

/** Reports whether the request failed because the server was unreachable. Such events go to the outbox. */
export function isUnreachable({ status }: Pick<Failure, 'status'>): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504;
}

/** Returns the entry to store before an attempt, whose answer may be lost. */
export function beforeAttempt<E extends NewEntry>(entry: E): E {
  const { body, sent = [] } = entry;
  return sent.some((each) => isSame(each, body)) ? entry : { ...entry, sent: [...sent, body] };
}

/** Returns the contents of earlier attempts, the newest first, that differ from the current content. */
export const sentBefore = ({ body, sent = [] }: NewEntry): AddEventRequest[] =>
  sent.filter((each) => !isSame(each, body)).toReversed();

const isSame = (one: AddEventRequest, other: AddEventRequest) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the entry marked as on the chain in the version before the edit. The user decides what happens to the edit. */
export function afterEarlier<E extends NewEntry>(entry: E, earlier: NonNullable<NewEntry['earlier']>): E {
  return { ...entry, state: 'refused', tries: entry.tries + 1, error: null, earlier };
}

/**
 * Returns the entry as the correction of its earlier version, or undefined if a correction cannot express the edit: it is about
 * another asset, or the event that created the asset.
 */
export function asCorrection<E extends NewEntry>(entry: E, key: string): E | undefined {
  const { earlier, body } = entry;
  if (earlier?.assetId !== body.asset_id || [earlier.action, body.action].includes('manufactured')) return undefined;
  const { timestamp = earlier.happenedAt, ...meta } = body.meta;
  return asNewEvent(entry, key, {
    user: body.user,
    action: 'correction',
    asset_id: body.asset_id,
    meta: { ...meta, timestamp, action: body.action, corrects: earlier.index },
  });
}

/** Returns the entry as an event of its own. */
export function asNewEvent<E extends NewEntry>(entry: E, key: string, body = entry.body): E {
  const { earlier: _, sent: __, ...rest } = entry;
  return { ...(rest as E), key, body, state: 'waiting', tries: 0, nextTryAt: 0, error: null };
}

export function afterSuccess<E extends NewEntry>(entry: E, block: { index: number; hash: string }): E {
  return { ...entry, state: 'recorded', tries: entry.tries + 1, error: null, block };
}

/**
 * Returns the entry after a failed attempt. It waits with increasing delay while retrying may help; a rejection of the
 * event itself stops it with the reason. An ended session does not count as an attempt: the entry waits for a sign-in.
 */
export function afterFailure<E extends NewEntry>(entry: E, failure: Failure, now: number, random: number): E {
  const { status } = failure;
  const error = [failure.message, failure.hint].filter(Boolean).join(' ');
  if (status === 401) return { ...entry, error: 'The session has ended. Sign in to send it.' };
  const tries = entry.tries + 1;
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    return { ...entry, state: 'refused', tries, error };
  const ceiling = Math.min(delayMin * 2 ** Math.min(tries - 1, 20), delayMax);
  // Half fixed, half random, so that after an outage not all devices of a site retry at the same instant.
  return { ...entry, state: 'waiting', tries, error, nextTryAt: now + ceiling / 2 + random * (ceiling / 2) };
}

/** Returns the entry with new content, or unchanged, to be sent immediately. An edit does not change when it was submitted. */
export function tryAgain<E extends NewEntry>(entry: E, body: AddEventRequest = entry.body): E {
  const { submitted_at } = entry.body;
  const edited = submitted_at === undefined ? body : { submitted_at, ...body };
  const { earlier: _, ...rest } = entry;
  return { ...(rest as E), body: edited, state: 'waiting', nextTryAt: 0, error: null };
}

/** Returns the first unsent entry of each asset, in insertion order. They hold back the others. */
function firstOfEach(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const first = new Map<string, OutboxEntry>();
  for (const entry of entries.toSorted((a, b) => a.position - b.position)) {
    if (entry.state !== 'recorded' && !first.has(entry.body.asset_id)) first.set(entry.body.asset_id, entry);
  }
  return [...first.values()];
}

/**
 * Returns at most `max` entries to send now: only the first unsent one of each asset, so that its events stay in order.
 * A time further ahead than any delay was set by a clock that has since been set back, and holds nothing back. Entries
 * whose keys are in `edited` are not due, and hold back those after them.
 */
export function dueEntries(
  entries: readonly OutboxEntry[],
  now: number,
  max: number,
  edited: ReadonlySet<string> = new Set(),
): OutboxEntry[] {
  const isDue = ({ nextTryAt }: OutboxEntry) => nextTryAt <= now || nextTryAt > now + delayMax;
  const due = firstOfEach(entries).filter(
    (entry) => entry.state === 'waiting' && !edited.has(entry.key) && isDue(entry),
  );
  return due.slice(0, max);
}

/** Returns when to check again, or undefined if nothing is waiting, apart from entries that are being edited. */
export function wakeAt(entries: readonly OutboxEntry[], edited: ReadonlySet<string> = new Set()): number | undefined {
  const times = firstOfEach(entries).flatMap(({ key, state, nextTryAt }) =>
    state === 'waiting' && !edited.has(key) ? [nextTryAt] : [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Returns the refused entries that hold back later ones of their asset, by the position of those. */
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
