import { cannotJoin, type createInvite, tooManyInvites } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { BodyIn, ResponseOut } from '#platform/contract/route.ts';
import { MailFailure } from '#platform/server/mail/open-mailer.ts';
import type { Billing } from '../billing.ts';
import { findPayer } from '../usage/payer.ts';
import { insertInvite } from './invites.ts';

/**
 * Invites a person to the caller's team by a link, and mails it if the server sends mail. If the mail is not accepted, the link can still be copied.
 *
 * @throws AppError `billing.limit_reached`, `billing.too_many_invites`, `billing.cannot_join` for a member of a team
 */
export async function invite(
  billing: Billing,
  caller: Account,
  { kind, email: address }: BodyIn<typeof createInvite>,
): Promise<ResponseOut<typeof createInvite>> {
  const { database, clock, participants, publicUrl } = billing;
  const email = address ?? null;
  if ((await findPayer(database, caller.id)).accountId !== caller.id)
    throw new AppError(cannotJoin, 'Only the account that pays for the team can invite others.');
  const insert = () =>
    database.transaction().execute((tx) => insertInvite(tx, { payerId: caller.id, kind, email, clock }));
  const made = await participants.allowances.within({ accountId: caller.id, users: 1 }, insert);
  if (made === undefined)
    throw new AppError(tooManyInvites, 'Too many invites are open.', {
      hint: 'Revoke those that are no longer needed.',
    });
  const link = `${publicUrl}/join#${made.token}`;
  const mailed = email !== null && (await mail(billing, caller, { id: made.invite.id, to: email, link }));
  return { invite: made.invite, link, mailed };
}

async function mail(
  { mailer, publicUrl, log }: Billing,
  { username }: Account,
  { id, to, link }: { id: string; to: string; link: string },
): Promise<boolean> {
  if (mailer === undefined) return false;
  const text =
    `${username} invites you to work together in Cairn at ${publicUrl}.\n\nOpen this link within seven days. It can be used once:\n${link}\n\n` +
    'If you do not know who this is, ignore this mail.';
  // Usernames and tokens have no characters that HTML reads as markup.
  const html = `<p>${text.replaceAll('\n', '<br>')}</p>`;
  try {
    await mailer.send({ id, to, subject: `${username} invites you to Cairn`, text, html });
    return true;
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    log.warn({ code: error.code }, 'an invite could not be mailed');
    return false;
  }
}
