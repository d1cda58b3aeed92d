import { z } from 'zod';
import { PaymentId } from '#domains/payments/contract.ts';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { BillNumber } from './bill-number.ts';
import { canOpenPortal } from './capabilities.ts';
import { noticeKinds } from './notice-words.ts';

export const NoticeKind = z.enum(noticeKinds).meta({ id: 'NoticeKind' });
export type NoticeKind = z.infer<typeof NoticeKind>;

const Notice = z
  .object({
    id: z.uuid(),
    kind: NoticeKind,
    title: z.string().meta({ example: '$512.40 is due on August 31, 2026' }),
    text: z.string(),
    amount: Cents,
    billNumber: BillNumber.nullable(),
    paymentId: PaymentId.nullable(),
    at: Instant,
    read: z.boolean(),
    mailedAt: Instant.nullable().describe('When it was mailed; null if it was not.'),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;

const tag = 'Property tax';
const own = { may: canOpenPortal } as const;

export const listNotices = route({
  method: 'GET',
  path: '/api/detroit/notices',
  tag,
  summary: 'List your notices',
  description: 'About bills that are due or overdue, and about payments, of the properties that you own. Newest first.',
  access: own,
  query: z.strictObject({ page: PageNumber, limit: pageSize(20, 100) }),
  response: z.object({ notices: z.array(Notice), unread: z.int().min(0), pagination: Pagination }),
});

export const markNoticesRead = route({
  method: 'POST',
  path: '/api/detroit/notices/read',
  tag,
  summary: 'Mark notices as read',
  description: 'Only your own; others do not change.',
  access: own,
  body: z.strictObject({
    ids: z
      .array(z.uuid())
      .min(1)
      .max(100)
      .meta({ example: ['0b9f1f5e-6f6b-4d6e-9a0e-2b6f3f1f9a11'] }),
  }),
  response: z.object({ unread: z.int().min(0) }),
  errors: [unavailable],
});

/** A mail address of ASCII characters, without a name. */
const MailAddress = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email('Enter an address such as ana@example.org'))
  .meta({ example: 'ana@example.org' });

const Settings = z
  .object({
    offered: z.boolean().describe('Whether this server sends mail at all.'),
    address: z.string().nullable().describe('The verified address, where letters go.'),
    verifiedAt: Instant.nullable(),
    pending: z.string().nullable().describe('An address that waits for its verification.'),
    stopped: z.boolean().describe('You chose to get no letters. Notices are still in the portal.'),
  })
  .meta({ id: 'MailSettings' });
export type MailSettings = z.infer<typeof Settings>;

export const mailNotOffered = errorKind('registry.mail_not_offered', 409, 'No mail is sent');
export const tooManyVerifications = errorKind('registry.too_many_verifications', 429, 'Too many mails');
export const mailTokenUnknown = errorKind('registry.mail_token_unknown', 404, 'Link not valid');

export const readMailSettings = route({
  method: 'GET',
  path: '/api/detroit/mail-settings',
  tag,
  summary: 'Read where your notices are mailed',
  access: own,
  response: Settings,
});

export const enterMailAddress = route({
  method: 'PUT',
  path: '/api/detroit/mail-settings/address',
  tag,
  summary: 'Enter a mail address',
  description: 'Sends a mail with a link that confirms the address. Until then, letters go where they went before.',
  access: own,
  cost: 'heavy',
  body: z.strictObject({ address: MailAddress }),
  response: Settings,
  errors: [mailNotOffered, tooManyVerifications, unavailable],
});

export const removeMailAddress = route({
  method: 'DELETE',
  path: '/api/detroit/mail-settings/address',
  tag,
  summary: 'Remove your mail address',
  access: own,
  response: Settings,
  errors: [unavailable],
});

export const chooseMails = route({
  method: 'PUT',
  path: '/api/detroit/mail-settings/stopped',
  tag,
  summary: 'Stop or resume your mails',
  access: own,
  body: z.strictObject({ stopped: z.boolean() }),
  response: Settings,
  errors: [unavailable],
});

const done = z.object({ done: z.literal(true) });

export const verifyMailAddress = route({
  method: 'POST',
  path: '/api/detroit/mail-settings/verify',
  tag,
  summary: 'Confirm a mail address',
  description: 'With the token of the link in the mail. It works once, for a day.',
  access: 'public',
  cost: 'search',
  body: z.strictObject({
    token: z
      .string()
      .regex(/^[0-9a-f]{48}$/, 'A token has 48 hex digits')
      .meta({ example: '4f'.repeat(24) }),
  }),
  response: done,
  errors: [mailTokenUnknown, unavailable],
});

export const stopMails = route({
  method: 'POST',
  path: '/api/detroit/mail-settings/stop',
  tag,
  summary: 'Stop mails by the link in one',
  access: 'public',
  cost: 'search',
  body: z.strictObject({
    token: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'A token has 32 hex digits')
      .meta({ example: '4f'.repeat(16) }),
  }),
  response: done,
  errors: [mailTokenUnknown, unavailable],
});
