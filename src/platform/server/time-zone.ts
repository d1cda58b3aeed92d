const SECOND_MILLISECONDS = 1000;

/** Reports whether a name is an IANA time zone that this runtime supports. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Returns a function that returns the format of a time zone. Creating a format takes up to a hundred times as long as
 * using it, so each is created once. There is one for each zone, a few hundred in total.
 */
export function formatsByZone(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = formats.get(timeZone);
    if (known !== undefined) return known;
    const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

const formatOf = formatsByZone({
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** Returns the offset of a time zone from UTC at an instant, both in milliseconds. Positive: ahead of UTC. */
export function offsetAt(instant: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const at = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return wall - Math.floor(instant / SECOND_MILLISECONDS) * SECOND_MILLISECONDS;
}

/** Returns the calendar day (`YYYY-MM-DD`) of an instant in a time zone. */
export const dayIn = (at: number, timeZone: string): string =>
  new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 10);
