import { z } from 'zod';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { Cents } from '#platform/contract/money.ts';
import { PageNumber, Pagination, pageSize } from '#platform/contract/pagination.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { canRunRegistry } from './capabilities.ts';
import { NoticeKind } from './notices.ts';

/** The maximum number of days in a list of the schedule, and the largest day. */
export const SCHEDULE_DAYS_MAX = 5;
const DAY_MAX = 120;

const Days = z
  .array(z.int().min(1, 'Enter days from 1 on').max(DAY_MAX, `Enter at most ${DAY_MAX} days`))
  .max(SCHEDULE_DAYS_MAX, `Enter at most ${SCHEDULE_DAYS_MAX} numbers`)
  .refine((days) => new Set(days).size === days.length, 'Enter each day once');

/** The days on which notices of a bill are made. */
export const NoticeSchedule = z.strictObject({
  daysBefore: Days.meta({ example: [14, 3] }).describe('Days before the due day on which owners are reminded.'),
  daysAfter: Days.meta({ example: [1, 14] }).describe(
    'Days after the due day on which owners get a notice of what is overdue.',
  ),
});
export type NoticeSchedule = z.infer<typeof NoticeSchedule>;

const Version = NoticeSchedule.extend({
  version: z.int().min(0).describe('0: the default schedule of a new installation.'),
  setBy: z.string().nullable(),
  setAt: Instant.nullable(),
});

const Schedules = z.object({
  current: Version,
  earlier: z.array(Version).max(20),
  mail: z.object({
    offered: z.boolean(),
    from: z.string().nullable().describe('The sender of every mail.'),
    lettersPerMinute: z.int().nullable(),
  }),
});

const tag = 'Property tax';
const access = { may: canRunRegistry } as const;

export const readNoticeSchedule = route({
  method: 'GET',
  path: '/api/detroit/notice-schedule',
  tag,
  summary: 'Read when notices are made',
  access,
  response: Schedules,
});

export const setNoticeSchedule = route({
  method: 'POST',
  path: '/api/detroit/notice-schedule',
  tag,
  summary: 'Set when notices are made',
  description: 'Adds a version, which applies to days from now on. Setting the same schedule again adds none.',
  access,
  body: NoticeSchedule,
  response: Schedules,
  errors: [unavailable],
});

export const previewNotices = route({
  method: 'POST',
  path: '/api/detroit/notice-schedule/preview',
  tag,
  summary: 'Preview what a schedule would send',
  description: 'For currently open bills, for the next 90 days. Sends and stores nothing.',
  access,
  cost: 'heavy',
  body: NoticeSchedule,
  response: z.object({
    days: z
      .array(
        z.object({
          at: Instant,
          day: z.iso.date().describe('The day of `at` in the time zone of the city.'),
          kind: NoticeKind,
          days: z.int(),
          due: z.iso.date(),
          bills: z.int(),
          cents: Cents,
          formatted: z.string(),
          byMail: z.int().describe('Owners who get a letter and, with an account, a notice in the portal.'),
          inPortal: z.int().describe('Owners who only get a notice in the portal.'),
          unreachable: z.int().describe('Owners without an account and without a mail address.'),
        }),
      )
      .max(100),
    letters: z.array(z.object({ kind: NoticeKind, subject: z.string(), text: z.string() })),
  }),
});

export const letterNotFound = errorKind('registry.letter_not_found', 404, 'Letter not found');

export const listLetters = route({
  method: 'GET',
  path: '/api/detroit/letters',
  tag,
  summary: 'List letters that could not be sent',
  description: 'Newest first, without addresses, with the number of letters that wait and that were sent.',
  access,
  query: z.strictObject({ page: PageNumber, limit: pageSize(50, 200) }),
  response: z.object({
    counts: z.object({ waiting: z.int(), failed: z.int(), sentInDay: z.int() }),
    failed: z.array(
      z.object({
        id: z.uuid(),
        kind: NoticeKind,
        billNumber: z.string().nullable(),
        paymentId: z.string().nullable(),
        at: Instant,
        tries: z.int(),
        failure: z
          .string()
          .nullable()
          .describe('The code of the mail server or of the connection.')
          .meta({ example: '550' }),
      }),
    ),
    pagination: Pagination,
  }),
});

export const retryLetter = route({
  method: 'POST',
  path: '/api/detroit/letters/{id}/retry',
  tag,
  summary: 'Send a failed letter again',
  description: 'A letter that waits or was sent stays as it is.',
  access,
  params: z.object({ id: z.uuid() }),
  response: z.object({ done: z.literal(true) }),
  errors: [letterNotFound, unavailable],
});
