import { type Delivery, deliver, TRIES_MAX } from '#platform/server/mail/deliver.ts';
import type { Mailer } from '#platform/server/mail/open-mailer.ts';
import { findBill } from '../taxes/bills.ts';
import { type NoticeFacts, type NoticeServices, openOn } from './notice-facts.ts';
import { type Claimed, claimLetter, storeOutcome } from './outbox.ts';
import { writeLetter } from './write-letter.ts';

/**
 * Sends the letters that wait, one after the other, and reports whether the mail server can be reached. A letter is claimed, sent, and
 * noted as sent. A process that stops in between leaves it to another, so a letter goes out at most once more for each stop; both have
 * the same Message-ID. One that is no longer true is not sent.
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

/** Returns the facts as they are now, or undefined if the letter is no longer true: the bill was paid, or the property sold. */
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
