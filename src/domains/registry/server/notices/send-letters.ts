import { type Delivery, deliver, TRIES_MAX } from '#platform/server/mail/deliver.ts';
import type { Mailer } from '#platform/server/mail/open-mailer.ts';
import { findBill } from '../taxes/bills.ts';
import { type NoticeFacts, type NoticeServices, openOn } from './notice-facts.ts';
import { type Claimed, claimLetter, storeOutcome } from './outbox.ts';
import { writeLetter } from './write-letter.ts';

/**
 * Sends the queued letters, one at a time, and reports whether the mail server can be reached. A letter is claimed, sent, and
 * marked as sent. If a process stops in between, another one sends the letter, so it goes out at most once more for each stop, with
 * the same Message-ID. An outdated letter is not sent.
 */
export async function sendLetters(registry: NoticeServices, mailer: Mailer, signal?: AbortSignal): Promise<boolean> {
  const { database, clock } = registry;
  const limits = { perMinute: mailer.lettersPerMinute, triesMax: TRIES_MAX };
  while (signal?.aborted !== true) {
    const letter = await claimLetter(database, clock(), limits);
    if (letter === undefined) return true;
    const { outcome, reached } = await send(registry, mailer, letter);
    await storeOutcome(database, letter, outcome, clock());
    if (!reached) return false;
  }
  return true;
}

async function send(registry: NoticeServices, mailer: Mailer, letter: Claimed): Promise<Delivery> {
  const facts = await currentFacts(registry, letter);
  if (facts === undefined) return { outcome: { mail: 'dropped' }, reached: true };
  const draft = { id: letter.noticeId, to: letter.address, ...writeLetter(facts, registry.city, letter.stopToken) };
  return deliver(mailer, draft, { tries: letter.tries, now: registry.clock() });
}

/** Returns the current facts, or undefined if the letter is outdated: the bill was paid, or the property sold. */
async function currentFacts(
  { database, clock, timeZone }: NoticeServices,
  letter: Claimed,
): Promise<NoticeFacts | undefined> {
  if (letter.kind !== 'due_soon' && letter.kind !== 'overdue') return letter;
  const bill = await findBill(database, letter.billNumber ?? '');
  if (bill === undefined || !letter.owns || letter.due === null) return undefined;
  const open = openOn(bill, letter.due, clock(), timeZone);
  return open && { ...letter, ...open };
}
