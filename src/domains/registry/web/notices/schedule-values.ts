import { z } from 'zod';
import { NoticeSchedule } from '#domains/registry/contract/notice-schedule.ts';

/** Numbers of days as people write them: `14, 3`. An empty text is an empty list. */
const DayList = z
  .string()
  .trim()
  .regex(/^(\d{1,4}([\s,]+\d{1,4})*)?$/, 'Enter days with commas between them, such as 14, 3')
  .transform((text) => (text === '' ? [] : text.split(/[\s,]+/).map(Number)));

/** Returns the contract's rule for a list, with problems reported at the whole field. */
const daysBy = (rule: z.ZodType<number[]>) =>
  DayList.superRefine((days, context) => {
    const message = rule.safeParse(days).error?.issues[0]?.message;
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** The form of the schedule. */
export const ScheduleForm = z.object({
  daysBefore: daysBy(NoticeSchedule.shape.daysBefore),
  daysAfter: daysBy(NoticeSchedule.shape.daysAfter),
});

export const textOfDays = (days: readonly number[]): string => days.join(', ');
