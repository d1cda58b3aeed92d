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
    ...compose({
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
    ...compose({
      paragraphs: [
        'An account of the resident portal asked for notices about property tax at this address.',
        'Open the page within a day to confirm. If that was not you, do nothing, and you get no further mail.',
      ],
      action: { label: 'Confirm the address', url: `${city.publicUrl}/detroit/mail?verify=${token}` },
    }),
  };
}

type Link = { readonly label: string; readonly url: string };
type Parts = { readonly paragraphs: readonly string[]; readonly action: Link; readonly end?: Link };

function compose({ paragraphs, action, end }: Parts): { text: string; html: string } {
  const links = [action, ...(end === undefined ? [] : [end])];
  const text = [...paragraphs, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n\n');
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...links.map(({ label, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`),
  ];
  const body = `<body style="font-family:sans-serif;line-height:1.5">${html.join('\n')}</body>`;
  return { text: `${text}\n`, html: `<!doctype html>\n<html lang="en">${body}</html>\n` };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');
