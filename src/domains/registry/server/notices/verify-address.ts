import { randomBytes } from 'node:crypto';
import type { Account } from '#domains/participants/server/index.ts';
import { mailNotOffered, mailTokenUnknown, tooManyVerifications } from '#domains/registry/contract/notices.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { type Mailer, MailFailure } from '#platform/server/mail/open-mailer.ts';
import type { NoticeServices } from './notice-facts.ts';
import { readMailSettings, stopByToken, storePending, verifyPending } from './recipients.ts';
import { writeVerification } from './write-letter.ts';

/** The maximum number of mails that an account may request in a day, because they go to unverified addresses. */
const VERIFICATIONS_A_DAY = 5;

/**
 * Sends a mail with a link to an address. Letters go there after the link is used; until then nothing else changes.
 *
 * @throws AppError `registry.mail_not_offered`, `registry.too_many_verifications`, `server.unavailable`
 */
export async function enterAddress(
  registry: NoticeServices,
  mailer: Mailer | undefined,
  caller: Account,
  address: string,
) {
  const { database, city, clock } = registry;
  if (mailer === undefined)
    throw new AppError(mailNotOffered, 'This server sends no mail.', { hint: 'Read your notices in the portal.' });
  const token = randomBytes(24).toString('hex');
  const pending = { address, token, now: clock(), triesMax: VERIFICATIONS_A_DAY };
  if (!(await storePending(database, caller.id, pending)))
    throw new AppError(tooManyVerifications, `You can verify ${VERIFICATIONS_A_DAY} addresses in a day.`, {
      hint: 'Use the link in the newest mail, or come back tomorrow.',
      retryAfterSeconds: 3600,
    });
  try {
    await mailer.send({ id: `verify-${token.slice(0, 12)}`, to: address, ...writeVerification(city, token) });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    throw new AppError(unavailable, 'The mail could not be sent. Check the address, and try again in a moment.', {
      retryAfterSeconds: 30,
      cause: error,
    });
  }
  return readMailSettings(database, caller.id);
}

const noSuchToken = () =>
  new AppError(mailTokenUnknown, 'This link is no longer valid.', {
    hint: 'Links to confirm an address work once and for a day. Ask for a new mail in the portal.',
  });

/** @throws AppError `registry.mail_token_unknown` */
export async function verifyAddress({ database, clock }: NoticeServices, token: string): Promise<void> {
  if (!(await verifyPending(database, token, clock()))) throw noSuchToken();
}

/** @throws AppError `registry.mail_token_unknown` */
export async function stopLetters({ database, clock }: NoticeServices, token: string): Promise<void> {
  if (!(await stopByToken(database, token, clock()))) throw noSuchToken();
}
