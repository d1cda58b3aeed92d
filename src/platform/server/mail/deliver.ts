import { z } from 'zod';
import { type Mail, type Mailer, MailFailure } from './open-mailer.ts';

const MINUTE = 60_000;
/** The delays between tries. After the last try, about a day and a half after the first, the mail is given up. */
const DELAYS = [1, 5, 15, 60, 180, 480, 1440].map((minutes) => minutes * MINUTE);
export const TRIES_MAX = DELAYS.length + 1;
/**
 * A mail that has been in sending for longer was left behind by a stopped process. This is longer than sending a mail
 * may take.
 */
export const LEFT_BEHIND_MILLISECONDS = 5 * MINUTE;

export type Outcome =
  | { readonly mail: 'sent' }
  | { readonly mail: 'dropped' }
  | { readonly mail: 'failed'; readonly failure: string }
  | { readonly mail: 'waiting'; readonly failure: string; readonly nextAt: number };

/** The outcome of a mail, and whether the mail server can be reached. */
export type Delivery = { readonly outcome: Outcome; readonly reached: boolean };

/** A mail whose recipient may be missing. */
export type Draft = Omit<Mail, 'to'> & { readonly to: string | null };

/**
 * Sends a mail that waits in a table, and returns the state to store: sent, given up, or to be retried. `tries`
 * includes this one. A mail without a valid address is dropped.
 */
export async function deliver(
  mailer: Mailer,
  draft: Draft,
  { tries, now }: { tries: number; now: number },
): Promise<Delivery> {
  const to = z.email().max(254).safeParse(draft.to).data;
  if (to === undefined) return { outcome: { mail: 'dropped' }, reached: true };
  try {
    await mailer.send({ ...draft, to });
    return { outcome: { mail: 'sent' }, reached: true };
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const delay = error.kind === 'refused' ? undefined : DELAYS[tries - 1];
    const failure = error.code.slice(0, 40);
    return {
      outcome: delay === undefined ? { mail: 'failed', failure } : { mail: 'waiting', failure, nextAt: now + delay },
      reached: error.kind !== 'server',
    };
  }
}
