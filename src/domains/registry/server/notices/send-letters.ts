import { z } from 'zod';
import { type Mailer, MailFailure } from '#platform/server/mail/open-mailer.ts';
import { findBill } from '../taxes/bills.ts';
import { type NoticeFacts, type NoticeServices, openOn } from './notice-facts.ts';
import { type Claimed, claimLetter, type LetterOutcome, storeOutcome } from './outbox.ts';
import { writeLetter } from './write-letter.ts';

const MINUTE = 60_000;
/** From one try to the next. After the last one the letter is given up: about a day and a half after the first. */
const DELAYS = [1, 5, 15, 60, 180, 480, 1440].map((minutes) => minutes * MINUTE);
const TRIES_MAX = DELAYS.length + 1;

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

type Attempt = { readonly outcome: LetterOutcome; readonly reached: boolean };

async function send(registry: NoticeServices, mailer: Mailer, letter: Claimed): Promise<Attempt> {
  const facts = await currentFacts(registry, letter);
  const to = z.email().max(254).safeParse(letter.address).data;
  if (facts === undefined || to === undefined) return { outcome: { mail: 'dropped' }, reached: true };
  try {
    await mailer.send({ id: letter.noticeId, to, ...writeLetter(facts, registry.city, letter.stopToken) });
    return { outcome: { mail: 'sent' }, reached: true };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const delay = error.kind === 'refused' ? undefined : DELAYS[letter.tries - 1];
    const failure = error.code.slice(0, 40);
    const outcome: LetterOutcome =
      delay === undefined
        ? { mail: 'failed', failure }
        : { mail: 'waiting', failure, nextAt: registry.clock() + delay };
    return { outcome, reached: error.kind !== 'server' };
  }
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
