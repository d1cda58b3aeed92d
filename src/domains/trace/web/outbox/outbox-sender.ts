import type { Block } from '#domains/ledger/contract.ts';
import { type AddEventRequest, addEvent } from '#domains/trace/contract.ts';
import { idempotencyMismatch } from '#platform/contract/errors.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { unlessHeld, webLocks } from './entry-hold.ts';
import { createOutboxAlarm } from './outbox-alarm.ts';
import { changeEntry, readEntries, readEntry, removeEntries } from './outbox-database.ts';
import {
  afterEarlier,
  afterFailure,
  afterSuccess,
  beforeAttempt,
  dueEntries,
  type Failure,
  type OutboxEntry,
  sentBefore,
  wakeAt,
} from './outbox-entry.ts';
import { tellEnded, tellProgress } from './outbox-news.ts';

/** Called with entries that are now on the chain. */
type OnRecorded = (entries: readonly OutboxEntry[]) => void;

/**
 * How long an attempt waits for its answer: longer each time, for a large event on a slow network. A connection may have
 * ended silently, and the browser itself notices it only after a minute or more.
 */
const answerMilliseconds = ({ tries }: OutboxEntry) => Math.min(8000 * 2 ** tries, 120_000);

/** Concurrent assets, so that a file of a thousand rows does not take minutes. */
const atOnceMax = 6;

/**
 * Sends the outbox of one account until stopped, in order for each asset. Only one tab sends (Web Locks; without them,
 * the `Idempotency-Key` prevents duplicates). Runs at the start, when the connection may be back, when an entry is
 * added, and when an entry's delay ends.
 */
export function startSending(account: string, onRecorded: OnRecorded): () => void {
  const end = new AbortController();
  const lead = () => sendAll(account, onRecorded, end.signal);
  const locks = webLocks();
  if (locks) locks.request(`outbox:${account}`, { signal: end.signal }, lead).catch(() => {});
  else void lead();
  return () => end.abort();
}

async function sendAll(account: string, onRecorded: OnRecorded, signal: AbortSignal): Promise<void> {
  const alarm = createOutboxAlarm(signal);
  await hurry(account);
  while (!signal.aborted) {
    alarm.takeChanged();
    const { wake, done, signedOut } = await sendDue(account, onRecorded, () => signal.aborted || alarm.takeChanged());
    if (signedOut) {
      // Only another session changes that.
      while (!signal.aborted && (await alarm.wait(undefined)) !== 'connection') alarm.takeChanged();
    } else if (done && (await alarm.wait(wake)) === 'connection') await hurry(account);
  }
}

/** Sends due entries. Reports whether none is left, and when one will be; otherwise the outbox must be reloaded. */
async function sendDue(
  account: string,
  onRecorded: OnRecorded,
  interrupted: () => boolean,
): Promise<{ done: boolean; wake?: number | undefined; signedOut: boolean }> {
  let entries = await readEntries(account).catch((): OutboxEntry[] => []);
  const edited = new Set<string>();
  for (;;) {
    if (interrupted()) return { done: false, signedOut: false };
    const due = dueEntries(entries, Date.now(), atOnceMax, edited);
    if (due.length === 0) return { done: true, wake: wakeAt(entries, edited), signedOut: false };
    tellProgress(due.map(({ key }) => key));
    const attempts = await Promise.all(
      due.map(async ({ key, position }) => {
        const attempt = await unlessHeld(key, () => send(position));
        if (attempt === undefined) edited.add(key);
        return attempt ?? [];
      }),
    ).finally(() => tellProgress([]));
    const answers = attempts.flat();
    if (answers.some(({ signedOut }) => signedOut)) return { done: false, signedOut: true };
    const after = new Map(answers.map((answer) => [answer.after.position, answer.after]));
    const gone = new Set(due.filter(({ key, position }) => !edited.has(key) && !after.has(position)));
    entries = entries.filter((entry) => !gone.has(entry)).map((entry) => after.get(entry.position) ?? entry);
    const recorded = answers.flatMap((answer) => (answer.after.state === 'recorded' ? [answer.after] : []));
    if (recorded.length > 0) onRecorded(recorded);
  }
}

type Attempt = { after: OutboxEntry; signedOut: boolean };

/** Makes one attempt with the entry as it is stored now, and stores its outcome before sending anything else. Returns nothing if it is gone. */
async function send(position: number): Promise<Attempt[]> {
  const stored = await readEntry(position);
  if (stored?.state !== 'waiting') return stored ? [{ after: stored, signedOut: false }] : [];
  const entry = beforeAttempt(stored);
  if (entry !== stored) await changeEntry(position, () => entry);
  const { key } = entry;
  try {
    const block = await record(entry, entry.body);
    const after = afterSuccess(entry, block);
    // For a file, every row's outcome is stored for the result. Other recorded events are removed.
    if (entry.source === undefined) await removeEntries([position]);
    else await changeEntry(position, () => after);
    tellEnded([{ key, end: { kind: 'recorded', block } }]);
    return [{ after, signedOut: false }];
  } catch (error) {
    return [await settle(entry, error)];
  }
}

/** Stores the outcome of a failed attempt. A key that the server has with another content belongs to an earlier attempt. */
async function settle(entry: OutboxEntry, error: unknown): Promise<Attempt> {
  const { key, position } = entry;
  const others = error instanceof ApiError && error.code === idempotencyMismatch.code ? sentBefore(entry) : [];
  let failure = failureOf(error);
  for (const body of others) {
    try {
      const block = await record(entry, body);
      const after = afterEarlier(entry, earlierIn(block, body));
      await changeEntry(position, () => after);
      tellEnded([{ key, end: { kind: 'recorded', block } }]);
      return { after, signedOut: false };
    } catch (cause) {
      const isOther = cause instanceof ApiError && cause.code === idempotencyMismatch.code;
      failure = failureOf(cause);
      if (!isOther) break;
    }
  }
  const after = afterFailure(entry, failure, Date.now(), Math.random());
  await changeEntry(position, () => after);
  if (after.state === 'refused') tellEnded([{ key, end: { kind: 'refused', reason: after.error ?? failure.message } }]);
  return { after, signedOut: failure.status === 401 };
}

async function record(entry: OutboxEntry, body: AddEventRequest): Promise<Block> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMilliseconds(entry));
  try {
    return (await call(addEvent, { body }, { idempotencyKey: entry.key, signal: late.signal })).block;
  } finally {
    clearTimeout(timer);
  }
}

function earlierIn({ index, timestamp, data }: Block, { asset_id: assetId, action }: AddEventRequest) {
  const meta = data['meta'];
  const stated = typeof meta === 'object' && meta !== null && 'timestamp' in meta ? meta.timestamp : undefined;
  const happenedAt = typeof stated === 'string' ? stated : new Date(timestamp * 1000).toISOString();
  return { index, assetId, action, happenedAt };
}

/** Maps a failed call to a failure of the entry. An unintelligible response counts as none. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { status: 0, message: "Couldn't reach the server." };
  const { status, message, hint, code } = error;
  if (code === idempotencyMismatch.code)
    return {
      status,
      message: 'This event was sent before, and has been changed since.',
      hint: 'Check the asset. If the event is recorded there, discard this one; a recorded event can be corrected.',
    };
  return { status: status < 400 ? 0 : status, message, hint };
}

/** Makes all waiting entries due, because the cause of the wait may be gone. */
async function hurry(account: string): Promise<void> {
  const entries = await readEntries(account).catch((): OutboxEntry[] => []);
  for (const { position, state, nextTryAt } of entries)
    if (state === 'waiting' && nextTryAt > 0) await changeEntry(position, (entry) => ({ ...entry, nextTryAt: 0 }));
}
