import { composeMail } from '#platform/server/mail/compose-mail.ts';
import type { Mail } from '#platform/server/mail/open-mailer.ts';
import type { City } from '../open-registry.ts';
import { describeNotice, pathOf } from './describe-notice.ts';
import type { NoticeFacts } from './notice-facts.ts';

export type Letter = Pick<Mail, 'subject' | 'text' | 'html' | 'stopUrl'>;

/** Returns the letter of a notice. It has no name, no address and nothing about the property. */
export function writeLetter(notice: NoticeFacts, city: City, stopToken: string): Letter {
  const { title, sentences } = describeNotice(notice);
  const isDue = notice.kind === 'due_soon' || notice.kind === 'overdue';
  const stopUrl = `${city.publicUrl}/detroit/mail?stop=${stopToken}`;
  return {
    subject: city.demo ? `SAMPLE: ${title}` : title,
    stopUrl,
    ...composeMail({
      paragraphs: [...(city.demo ? ['This is sample data. No tax is owed.'] : []), ...sentences],
      action: { label: isDue ? 'Pay the bill' : 'See the payment', url: `${city.publicUrl}${pathOf(notice)}` },
      end: { label: 'Stop these mails', url: stopUrl },
    }),
  };
}

/** Returns the mail that verifies an address. */
export function writeVerification(city: City, token: string): Letter {
  return {
    subject: 'Confirm your mail address',
    ...composeMail({
      paragraphs: [
        'An account of the resident portal asked for notices about property tax at this address.',
        'Open the page within a day to confirm. If this was not you, ignore this mail, and you will get no more.',
      ],
      action: { label: 'Confirm the address', url: `${city.publicUrl}/detroit/mail?verify=${token}` },
    }),
  };
}
