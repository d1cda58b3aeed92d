import { offsetAt } from '#platform/server/time-zone.ts';

const HOUR = 3_600_000;

/**
 * Returns the last second of a calendar day (`YYYY-MM-DD`) in a time zone, in milliseconds since the epoch: 23:59:59 there, including
 * days on which clocks change.
 */
export function endOfDay(day: string, timeZone: string): number {
  const wall = Date.parse(`${day}T23:59:59Z`);
  // The offset at about the right time may be that of before or after a change of clocks. One of the two fits.
  for (const guess of [wall, wall - offsetAt(wall, timeZone), wall - HOUR, wall + HOUR]) {
    const found = wall - offsetAt(guess, timeZone);
    if (found + offsetAt(found, timeZone) === wall) return found;
  }
  return wall - offsetAt(wall, timeZone);
}
