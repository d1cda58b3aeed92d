import { z } from 'zod';
import { NoticeSchedule } from '#domains/registry/contract/notice-schedule.ts';

/** Numbers of days as a person writes them: `14, 3`. An empty text is none. */
const DayList = z
  .string()
  .trim()
  .regex(/^(\d{1,4}([\s,]+\d{1,4})*)?$/, 'Enter days with commas between them, such as 14, 3')
  .transform((text) => (text === '' ? [] : text.split(/[\s,]+/).map(Number)));

/** The form of the schedule. The rules of the contract hold. */
export const ScheduleForm = z.object({
  daysBefore: DayList.pipe(NoticeSchedule.shape.daysBefore),
  daysAfter: DayList.pipe(NoticeSchedule.shape.daysAfter),
});

export const textOfDays = (days: readonly number[]): string => days.join(', ');
