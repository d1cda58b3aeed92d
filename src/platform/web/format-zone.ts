const offset = new Intl.DateTimeFormat(undefined, { timeZoneName: 'shortOffset' });

/** Formats the reader's time zone with its offset at an instant in milliseconds: `Europe/Oslo, GMT+1`. */
export function formatZone(at: number): string {
  const name = offset.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const { timeZone } = offset.resolvedOptions();
  return timeZone === 'UTC' ? timeZone : `${timeZone}, ${name}`;
}
