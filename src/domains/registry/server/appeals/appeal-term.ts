import { APPEAL_DAYS } from '#domains/registry/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { dayIn } from '#platform/server/time-zone.ts';
import type { AssessmentState } from '../tax-file-state.ts';
import { readRatesUntil } from '../taxes/bills.ts';
import { endOfDay } from '../taxes/end-of-day.ts';

const DAY = 86_400_000;

/** Returns the end of the last day in the city on which an assessment can be appealed, in milliseconds since the epoch. */
export function appealableUntil({ at }: AssessmentState, days: number, timeZone: string): number {
  const assessed = Date.parse(`${dayIn(at, timeZone)}T00:00:00Z`);
  return endOfDay(new Date(assessed + days * DAY).toISOString().slice(0, 10), timeZone);
}

/** Reads the number of days in which an assessment of a year can be appealed. */
export const readAppealDays = async (db: Database, year: number): Promise<number> =>
  (await readRatesUntil(db, year))?.rates.appealDays ?? APPEAL_DAYS;
