import { formatCents } from '#platform/contract/money.ts';
import { dayInWords } from '#platform/server/pdf/letterhead.ts';
import type { NoticeFacts } from './notice-facts.ts';

/** Returns the text of a notice: a title and sentences, the same for portal and letter. */
export function describeNotice(notice: NoticeFacts): { title: string; sentences: string[] } {
  const { billNumber, due, moreCents, moreAfter } = notice;
  const amount = formatCents(notice.cents);
  const bill = billNumber === null ? '' : ` for bill ${billNumber}`;
  const more =
    moreCents === null || moreAfter === null ? [] : [{ cents: formatCents(moreCents), day: dayInWords(moreAfter) }];
  switch (notice.kind) {
    case 'due_soon':
      return {
        title: `${amount} is due on ${dayInWords(due ?? '')}`,
        sentences: [
          `${amount} of bill ${billNumber} is due on ${dayInWords(due ?? '')}.`,
          ...more.map(({ cents }) => `After that day ${cents} is added.`),
        ],
      };
    case 'overdue':
      return {
        title: `${amount} is overdue`,
        sentences: [
          `${amount} of bill ${billNumber} was due on ${dayInWords(due ?? '')}, with late charges so far.`,
          ...more.map(({ cents, day }) => `If it is still open after ${day}, another ${cents} of interest is added.`),
        ],
      };
    case 'payment_waiting':
      return {
        title: `Payment of ${amount} is waiting for you`,
        sentences: [
          `An automatic payment of ${amount}${bill} is waiting for you to complete it. Nothing is paid until then.`,
        ],
      };
    case 'payment_received':
      return { title: `Payment of ${amount} received`, sentences: [`A payment of ${amount}${bill} was received.`] };
    case 'payment_failed':
      return {
        title: `Payment of ${amount} failed`,
        sentences: [`A payment of ${amount} failed. Nothing was paid.`],
      };
    case 'payment_disputed':
      return {
        title: `Payment of ${amount} is disputed`,
        sentences: [
          `The holder of the card disputed a payment of ${amount}${bill}. What it paid is open again.`,
          'If the dispute ends in favor of the city, the payment counts again.',
        ],
      };
    default:
      return {
        title: `Payment of ${amount} taken back`,
        sentences: [`A payment of ${amount}${bill} was taken back. What it paid is open again.`],
      };
  }
}

/** Returns the page that a notice leads to, as a path of this server. */
export const pathOf = ({ kind, billNumber, paymentId }: NoticeFacts): string =>
  kind === 'due_soon' || kind === 'overdue' || paymentId === null
    ? `/detroit/pay?bill=${billNumber}`
    : `/detroit/pay?payment=${paymentId}`;
