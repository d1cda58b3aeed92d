import { addEvent } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { createOutboxAlarm } from './outbox-alarm.ts';
import { changeEntry, readEntries, removeEntries } from './outbox-database.ts';
import { afterFailure, afterSuccess, dueEntries, type Failure, type OutboxEntry, wakeAt } from './outbox-entry.ts';
import { tellEnded, tellProgress } from './outbox-news.ts';

/** Called with entries that are now on the chain. */
type OnRecorded = (entries: readonly OutboxEntry[]) => void;

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
  if ('locks' in navigator) navigator.locks.request(`outbox:${account}`, { signal: end.signal }, lead).catch(() => {});
  else void lead();
  return () => end.abort();
}

async function sendAll(account: string, onRecorded: OnRecorded, signal: AbortSignal): Promise<void> {
  const alarm = createOutboxAlarm(signal);
  await hurry(account);
  while (!signal.aborted) {
    alarm.takeChanged();
    const { rest, signedOut } = await sendDue(account, onRecorded, () => signal.aborted || alarm.takeChanged());
    if (signedOut) {
      // Only another session changes that.
      while (!signal.aborted && (await alarm.wait(undefined)) !== 'connection') alarm.takeChanged();
    } else if (rest !== undefined && (await alarm.wait(wakeAt(rest))) === 'connection') await hurry(account);
  }
}

/** Sends due entries. Returns the remaining ones, or nothing if the outbox must be reloaded. */
async function sendDue(
  account: string,
  onRecorded: OnRecorded,
  interrupted: () => boolean,
): Promise<{ rest: OutboxEntry[] | undefined; signedOut: boolean }> {
  let entries = await readEntries(account).catch((): OutboxEntry[] => []);
  for (;;) {
    if (interrupted()) return { rest: undefined, signedOut: false };
    const due = dueEntries(entries, Date.now(), atOnceMax);
    if (due.length === 0) return { rest: entries, signedOut: false };
    tellProgress(due.map(({ key }) => key));
    const answers = await Promise.all(due.map(send)).finally(() => tellProgress([]));
    if (answers.some(({ signedOut }) => signedOut)) return { rest: undefined, signedOut: true };
    const after = new Map(answers.map((answer) => [answer.after.position, answer.after]));
    entries = entries.map((entry) => after.get(entry.position) ?? entry);
    const recorded = answers.flatMap((answer) => (answer.after.state === 'recorded' ? [answer.after] : []));
    if (recorded.length > 0) onRecorded(recorded);
  }
}

/** Makes one attempt and stores its outcome before sending anything else. */
async function send(entry: OutboxEntry): Promise<{ after: OutboxEntry; signedOut: boolean }> {
  try {
    const { block } = await call(addEvent, { body: entry.body }, { idempotencyKey: entry.key });
    const after = afterSuccess(entry, block);
    // For a file, every row's outcome is stored for the result. Other recorded events are removed.
    if (entry.source === undefined) await removeEntries([entry.position]);
    else await changeEntry(entry.position, () => after);
    tellEnded([{ key: entry.key, end: { kind: 'recorded', block } }]);
    return { after, signedOut: false };
  } catch (error) {
    const failure = failureOf(error);
    const after = afterFailure(entry, failure, Date.now(), Math.random());
    await changeEntry(entry.position, () => after);
    if (after.state === 'refused')
      tellEnded([{ key: entry.key, end: { kind: 'refused', reason: after.error ?? failure.message } }]);
    return { after, signedOut: failure.status === 401 };
  }
}

/** Maps a failed call to a failure of the entry. An unintelligible response counts as none. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { status: 0, message: "Couldn't reach the server." };
  const { status, message, hint } = error;
  return { status: status < 400 ? 0 : status, message, hint };
}

/** Makes all waiting entries due, because the cause of the wait may be gone. */
async function hurry(account: string): Promise<void> {
  const entries = await readEntries(account).catch((): OutboxEntry[] => []);
  for (const { position, state, nextTryAt } of entries)
    if (state === 'waiting' && nextTryAt > 0) await changeEntry(position, (entry) => ({ ...entry, nextTryAt: 0 }));
}
